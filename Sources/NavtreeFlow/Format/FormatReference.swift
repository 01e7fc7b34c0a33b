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
