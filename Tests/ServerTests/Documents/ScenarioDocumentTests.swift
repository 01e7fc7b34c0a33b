import NavtreeFlow
import Testing

/// `Docs/reference/scenarios.md`: its tables are made from the format's own.
@Suite struct ScenarioDocumentTests {
  @Test func theTablesOfScenariosAreThoseOfTheFormat() throws {
    let tables = FormatReference.scenarioTables.map { GeneratedPart(name: $0.name, text: $0.text) }
    try Document.expect(tables, in: [Document(path: "Docs/reference/scenarios.md")])
  }
}
