import NavtreeFlow
import NavtreeJSON
import NavtreeTestSupport
import NavtreeYAML
import Testing

/// The JSON Schema of files of scenarios, beside the checker.
@Suite struct ScenarioSchemaTests {
  private static let drafts = [FlowSchema.scenarios, FlowSchema.scenariosDraft7]

  /// All files of scenarios in the specs, and the one that mistakes are made in.
  private static var right: JSONObject {
    get throws {
      let folder = "\(Files.package)/Specs"
      let paths =
        Files.paths(below: folder, endingIn: ".scenarios.yaml") + ["\(folder)/scenario-mistakes/base.yaml"]
      var documents = JSONObject()
      for path in paths {
        let text = try #require(Files.text(of: path))
        documents[path] = json(text)
      }
      return documents
    }
  }

  private static func json(_ text: String) -> JSONValue? {
    let outcome = YAMLComposer.compose(SourceText(file: "", bytes: Array(text.utf8)), FlowVocabulary())
    return outcome.diagnostics.isEmpty ? outcome.document?.root.json : nil
  }

  @Test(.enabled(if: JSONSchemaValidator.isInstalled, "no python3-jsonschema"), arguments: [0, 1])
  func theSchemaTakesEveryFileOfScenarios(draft: Int) throws {
    #expect(try JSONSchemaValidator.refused(try Self.right, by: Self.drafts[draft]) == [])
  }

  /// Mistakes of form, and whether the checker alone sees them.
  @Test(.enabled(if: JSONSchemaValidator.isInstalled, "no python3-jsonschema"), arguments: [0, 1])
  func theSchemaRefusesMistakesOfForm(draft: Int) throws {
    let base = try #require(Files.text(of: "\(Files.package)/Specs/scenario-mistakes/base.yaml"))
    let mistakes = [
      "flow: mail": "flw: mail", "tags: [smoke": "tag: [smoke", "do: star": "dispatch: star",
      "owed: nothing": "owed: all", "changed: exactly": "changed: all", "back: true": "back: 1",
      "expect: record": "expect: recrd", "- name: open": "- nam: open", "save: here": "save: 3 times",
      "effect: fetch,": "efect: fetch,", "{ search: { text: ada } }": "{ search: {}, other: {} }",
    ]
    var documents = JSONObject()
    for (old, new) in mistakes {
      let text = base.replacing(old, with: new, maxReplacements: 1)
      #expect(text != base, "\(old)")
      documents[new] = Self.json(text)
    }
    let refused = try JSONSchemaValidator.refused(documents, by: Self.drafts[draft])
    #expect(Set(refused) == Set(mistakes.values))
  }

  @Test func everyKeyOfScenariosIsExplained() {
    for schema in Self.drafts {
      var objects = (schema["$defs"] ?? schema["definitions"])?.object ?? [:]
      objects["file"] = schema
      for (name, object) in objects {
        for (key, property) in object["properties"]?.object ?? [:] {
          #expect(property["description"]?.string?.isEmpty == false, "\(name).\(key)")
        }
      }
    }
  }
}
