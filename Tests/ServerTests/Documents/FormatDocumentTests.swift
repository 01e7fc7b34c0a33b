import NavtreeFlow
import NavtreeYAML
import Testing
import NavtreeTestSupport

/// The pages of the format: their tables are made from the format's own, and their examples are flows.
@Suite struct FormatDocumentTests {
  private static let pages = ["format", "screens", "actions", "effects", "links", "windows", "stores"]
    .map { "Docs/reference/\($0).md" }

  @Test func theTablesAreThoseOfTheFormat() throws {
    let tables = FormatReference.tables.map { GeneratedPart(name: $0.name, text: $0.text) }
    try Document.expect(tables, in: Self.pages.map(Document.init(path:)))
  }

  /// An example is a whole flow, or some of a flow's keys, to which those that are required are added.
  @Test(arguments: pages) func theExamplesLoad(page: String) throws {
    let examples = try #require(Page(page)).blocks(of: "yaml")
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
