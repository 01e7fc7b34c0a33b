import NavtreeFlow
import NavtreeTestSupport
import Testing

/// `Docs/reference/scenarios.md`: its tables are made from the format's own.
@Suite struct ScenarioDocumentTests {
  private static let document = Document(path: "Docs/reference/scenarios.md")

  @Test func theTablesOfScenariosAreThoseOfTheFormat() throws {
    var text = try #require(Files.text(of: "\(Files.package)/\(Self.document.path)"))
    for table in FormatReference.scenarioTables {
      let part = GeneratedPart(name: table.name, text: table.text)
      if let written = part.put(into: text) {
        text = written
      } else {
        Issue.record("\(Self.document.path) has no place for the table of '\(table.name)'")
      }
    }
    try Self.document.expect(text)
  }
}
