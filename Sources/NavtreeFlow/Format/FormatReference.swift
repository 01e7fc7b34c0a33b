/// The format's tables as Markdown, for its documentation.
package enum FormatReference {
  /// The keys of each map of the format, by the map's name.
  ///
  /// A map that extends another shows only its additional keys.
  package static var tables: [(name: String, text: String)] { tables(of: Format.ofFlows) }

  /// The same of files of scenarios.
  package static var scenarioTables: [(name: String, text: String)] { tables(of: Format.ofScenarios) }

  /// The keys of a map, in order.
  package static func keys(of name: FormatObject.Name) -> [String] {
    Format.object(name).entries.map(\.key.rawValue)
  }

  /// The keys of flows whose values, or the values of their maps, have a form.
  package static func keys(where isMeant: (Form) -> Bool) -> Set<String> {
    let entries = Format.ofFlows.flatMap(\.entries)
    let meant = entries.filter { entry in
      if case .map(_, let form) = entry.form { isMeant(form) } else { isMeant(entry.form) }
    }
    return Set(meant.map(\.key.rawValue))
  }

  private static func tables(of maps: [FormatObject]) -> [(name: String, text: String)] {
    maps.map { (name: $0.name.text, text: table($0)) }
  }

  private static let bases: [FormatObject.Name: FormatObject.Name] = [
    .field: .schema, .returned: .schema, .rule: .step, .action: .rule,
  ]

  private static func table(_ map: FormatObject) -> String {
    let base = bases[map.name].map(Format.object)
    var text = "| key | value | what it is |\n| --- | --- | --- |\n"
    for entry in map.entries {
      if base?[entry.key.rawValue] != nil { continue }
      let need = entry.isRequired ? "; required" : ""
      text += "| `\(entry.key.rawValue)` | \(entry.form.noun)\(need) | \(entry.summary) |\n"
    }
    return text
  }
}
