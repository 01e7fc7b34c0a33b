import NavtreeFlow
import NavtreeYAML
import Testing
import NavtreeTestSupport

/// `Docs/format.md`: its tables are made from the format's own, and its examples are flows.
@Suite struct FormatDocumentTests {
  private static let document = Document(path: "Docs/format.md")
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
    var rest = try #require(Self.text).split(separator: "\n", omittingEmptySubsequences: false)[...]
    var count = 0
    while let line = rest.popFirst() {
      guard line == "```yaml" else { continue }
      let example = rest.prefix { $0 != "```" }
      rest = rest.dropFirst(example.count)
      count += 1
      let outcome = FlowLoader.load(Array(Self.flow(of: Array(example)).utf8), file: "example \(count)")
      let errors = outcome.diagnostics.filter { $0.severity == .error }
      #expect(DiagnosticReport(errors, in: outcome.source).text == "")
    }
    #expect(count > 0, "no examples")
  }

  private static func flow(of example: [Substring]) -> String {
    var lines = example.map(String.init)
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
