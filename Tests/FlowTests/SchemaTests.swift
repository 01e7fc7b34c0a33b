import NavtreeFlow
import NavtreeJSON
import NavtreeYAML
import OrderedCollections
import Testing

/// The values that a declared field takes, keyword by keyword.
@Suite struct SchemaTests {
  private func flow() throws -> FlowDefinition {
    let outcome = FlowLoader.load(Array(SchemaCase.flow.utf8), file: "schemas.navtree.yaml")
    #expect(DiagnosticReport(outcome.diagnostics, in: outcome.source).text == "")
    return try #require(outcome.flow)
  }

  @Test func theFirstMisfitIsToldWithItsPointer() throws {
    let payloads = try flow().screens[0].actions.elements.map(\.definition.payload)
    for (example, payload) in zip(SchemaCase.all, payloads) {
      for value in example.fitting {
        #expect(throws: Never.self, "\(example.schema): \(value)") { try payload.bind(["value": value]) }
      }
      for (value, misfit) in example.misfits {
        do {
          _ = try payload.bind(["value": value])
          Issue.record("\(example.schema) takes \(value)")
        } catch {
          #expect("\(error.pointer): \(error.message)" == "/value\(misfit)")
        }
      }
    }
  }

  @Test func theBoundsOfElementsAreKnownToExpressions() {
    func warnings(_ rows: String) -> [String] {
      let flow = """
        navtree: 1
        flow: demo
        start: home
        screens:
          home:
            state: { rows: { type: array, maxItems: 10, items: \(rows) } }
            computed:
              long: state.rows.map(r, r.filter(c, c.size() > 10))
              all: computed.long.flatten()
              upper: computed.all.map(c, c.upperAscii())
        """
      return FlowLoader.load(Array(flow.utf8), file: "rows.navtree.yaml").diagnostics.map(\.message)
    }
    #expect(warnings("{ type: array, maxItems: 5, items: string }") == [])
    #expect(
      warnings("[string]") == [
        "'r' has no declared bound: what a run over it costs isn't known",
        "'computed.all' has no declared bound: what a run over it costs isn't known",
      ])
  }

  @Test func theBoundsOfMembersAreKnownToExpressions() {
    func warnings(_ field: String, _ expression: String) -> [String?] {
      let flow = """
        navtree: 1
        flow: demo
        start: home
        screens: { home: { state: { tags: \(field) }, computed: { some: "\(expression)" } } }
        """
      return FlowLoader.load(Array(flow.utf8), file: "members.navtree.yaml").diagnostics.map(\.hint)
    }
    let run = "state.tags.exists(k, k == '')"
    #expect(
      warnings("object", run) == ["declare a bound where it is declared, such as maxProperties: 1000"])
    #expect(warnings("{ type: object, maxProperties: 10 }", run) == [])
    #expect(warnings("{ type: object, properties: { a: string }, additionalProperties: false }", run) == [])
    let lists = "additionalProperties: { type: array, maxItems: 3, items: string }"
    let nested = "state.tags.exists(k, state.tags[k].exists(x, x == ''))"
    #expect(warnings("{ type: object, maxProperties: 10, \(lists) }", nested) == [])
    #expect(
      warnings(
        "{ type: object, maxProperties: 10, \(lists) }", "state.tags.exists(k, v, v.exists(x, x == k))")
        == [])
    #expect(
      warnings("{ type: object, maxProperties: 10 }", nested)
        == ["declare a bound where it is declared, such as maxItems: 1000"])
    // A single variable of a run over a map is a key, whose length nothing bounds.
    #expect(
      warnings(
        "{ type: object, maxProperties: 10, \(lists) }",
        "state.tags.exists(k, k.split(',').exists(x, x == ''))"
      )
      .count == 1)
  }

  @Test(.enabled(if: JSONSchemaValidator.isInstalled, "no python3-jsonschema"))
  func theStandardTakesAndRefusesTheSame() throws {
    let actions = try flow().normalised["screens"]?["home"]?["actions"]
    // One document for each value: an object whose member names its schema.
    var properties = JSONObject()
    var documents = JSONObject()
    var misfits: [String] = []
    for (index, example) in SchemaCase.all.enumerated() {
      properties["\(index)"] = try #require(actions?["case\(index)"]?["payload"]?["value"])
      for value in example.fitting { documents["\(index): \(value)"] = ["\(index)": value] }
      for (value, _) in example.misfits {
        documents["\(index): \(value)"] = ["\(index)": value]
        misfits.append("\(index): \(value)")
      }
    }
    let refused = try JSONSchemaValidator.refused(documents, by: ["properties": .object(properties)])
    #expect(refused == misfits)
  }

  @Test func everyWordHasACase() throws {
    let words = try #require(FlowSchema.document["$defs"]?["schema"]?["properties"]?.object?.keys)
    let missing = Set(words).subtracting(SchemaCase.all.map(\.word)).subtracting(["title", "description"])
    // A default says nothing about the values that a field takes; formats have a table of their own.
    #expect(missing == ["default", "format"])
  }

  @Test func aNumberGetsTheFormThatIsDeclared() throws {
    let text = """
      navtree: 1
      flow: demo
      start: home
      screens:
        home:
          actions:
            take:
              payload:
                whole: integer
                real: number
                any: {}
                rows: { type: array, items: { type: object, properties: { size: number } } }
              reply: done
      """
    let outcome = FlowLoader.load(Array(text.utf8), file: "numbers.navtree.yaml")
    let payload = try #require(outcome.flow?.screens[0].actions.elements.first?.definition.payload)
    let bound = try payload.bind(["whole": 2.0, "real": 1, "any": 1, "rows": [["size": 3]]])
    #expect(bound.map { $0?.description } == ["2", "1.0", "1", #"[{"size":3.0}]"#])
  }
}
