import NavtreeFlow
import NavtreeYAML
import Testing
import NavtreeTestSupport

/// `Docs/reference/format.md`: its tables are made from the format's own, and its examples are flows.
@Suite struct FormatDocumentTests {
  private static let document = Document(path: "Docs/reference/format.md")
  private static var text: String? { Files.text(of: "\(Files.package)/\(document.path)") }

  @Test func theTablesAreThoseOfTheFormat() throws {
    var text = try #require(Self.text)
    for table in FormatReference.tables {
      let part = GeneratedPart(name: table.name, text: table.text)
      if let written = part.put(into: text) {
        text = written
      } else {
        Issue.record("\(Self.document.path) has no place for the table of '\(table.name)'")
      }
    }
    try Self.document.expect(text)
  }

  /// An example is a whole flow, or some of a flow's keys, to which those that are required are added.
  @Test func theExamplesLoad() throws {
    let examples = try #require(Page("Docs/reference/format.md")).blocks(of: "yaml")
    for (index, example) in examples.enumerated() {
      let outcome = FlowLoader.load(Array(Self.flow(of: example).utf8), file: "example \(index + 1)")
      let errors = outcome.diagnostics.filter { $0.severity == .error }
      #expect(DiagnosticReport(errors, in: outcome.source).text == "")
    }
    #expect(!examples.isEmpty, "no examples")
  }

  private static func flow(of example: String) -> String {
    var lines = example.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    func has(_ key: String) -> Bool { lines.contains { $0.hasPrefix("\(key):") } }
    if has("navtree") { return lines.joined(separator: "\n") }
    if !has("screens") { lines += ["screens:", "  home: {}"] }
    if !has("start") {
      let screens = lines.drop { !$0.hasPrefix("screens:") }.dropFirst()
      let first = screens.first { $0.hasPrefix("  ") }?.drop { $0 == " " }.prefix { $0 != ":" }
      lines.append("start: \(first ?? "")")
    }
    return (["navtree: 1", "flow: example"] + lines).joined(separator: "\n")
  }
}
