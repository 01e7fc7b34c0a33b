/// The format's tables as Markdown, for its documentation.
package enum FormatReference {
  /// The keys of each map of the format, by the map's name.
  ///
  /// A map that extends another shows only its additional keys.
  package static var tables: [(name: String, text: String)] { tables(of: FormatObject.Name.ofFlows) }

  /// The same of files of scenarios.
  package static var scenarioTables: [(name: String, text: String)] {
    tables(of: FormatObject.Name.ofScenarios)
  }

  /// The keys of a map, in order.
  package static func keys(of name: FormatObject.Name) -> [String] {
    Format.object(name).entries.map(\.key.rawValue)
  }

  /// The keys of flows whose values, or the values of their maps, have a form.
  package static func keys(where isMeant: (Form) -> Bool) -> Set<String> {
    let entries = FormatObject.Name.ofFlows.flatMap { Format.object($0).entries }
    let meant = entries.filter { entry in
      if case .map(_, let form) = entry.form { isMeant(form) } else { isMeant(entry.form) }
    }
    return Set(meant.map(\.key.rawValue))
  }

  private static func tables(of names: [FormatObject.Name]) -> [(name: String, text: String)] {
    names.map { (name: $0.rawValue, text: table($0)) }
  }

  private static let bases: [FormatObject.Name: FormatObject.Name] = [
    .field: .schema, .returned: .schema, .rule: .step, .action: .rule,
  ]

  private static func table(_ name: FormatObject.Name) -> String {
    let base = bases[name].map(Format.object)
    var text = "| key | value | what it is |\n| --- | --- | --- |\n"
    for entry in Format.object(name).entries {
      if base?[entry.key.rawValue] != nil { continue }
      let need = entry.isRequired ? "; required" : ""
      text += "| `\(entry.key.rawValue)` | \(entry.form.noun)\(need) | \(entry.summary) |\n"
    }
    return text
  }
}
