import NavtreeFlow
import NavtreeJSON
import NavtreeYAML
import OrderedCollections
import Testing
import NavtreeTestSupport

/// The JSON Schema of the format, beside the checker.
@Suite struct FlowSchemaTests {
  /// A draft of JSON Schema, and the format in it.
  enum Draft: String, CaseIterable {
    case latest = "https://json-schema.org/draft/2020-12/schema"
    case seven = "http://json-schema.org/draft-07/schema#"

    var schema: JSONValue {
      switch self {
      case .latest: FlowSchema.document
      case .seven: FlowSchema.draft7
      }
    }

    var definitions: JSONObject {
      schema[self == .latest ? "$defs" : "definitions"]?.object ?? [:]
    }
  }

  @Test(.enabled(if: JSONSchemaValidator.isInstalled, "no python3-jsonschema"), arguments: Draft.allCases)
  func whatTheSchemaRefusesTheCheckerRefuses(draft: Draft) throws {
    let right = try documents(SpecTests.names, in: SpecTests.folder)
    #expect(right.count == SpecTests.names.count)
    let library = "\(SpecTests.folder)/library"
    let parts = try documents(Files.names(in: library, endingIn: ".navtree.yaml"), in: library)
    #expect(parts.count == 4)
    #expect(try Self.refused(parts, draft) == [])
    let folder = "\(SpecTests.folder)/invalid"
    let wrong = try documents(Files.names(in: folder, endingIn: ".navtree.yaml"), in: folder)
    let (rightOnes, wrongOnes) = (try Self.refused(right, draft), try Self.refused(wrong, draft))
    #expect(rightOnes == [])
    for name in wrongOnes {
      let bytes = try #require(Files.bytes(of: "\(SpecTests.folder)/invalid/\(name)"))
      #expect(FlowLoader.load(bytes, file: name).flow == nil, "\(name) is refused by the schema alone")
    }
    // The schema sees form; names and types are the checker's.
    #expect(wrongOnes.count >= 15)
  }

  /// The flows with a mistake of form that the schema takes: what would do as a part, which keys a kind of screen
  /// needs, and an expression without text, which YAML reads as the expression `null`.
  private static let taken = [
    "missing-keys.navtree.yaml",
    "missing-pane-contents.navtree.yaml", "missing-tabs.navtree.yaml",
    "wrong-type-empty-expression.navtree.yaml",
  ]

  @Test(.enabled(if: JSONSchemaValidator.isInstalled, "no python3-jsonschema"), arguments: Draft.allCases)
  func theSchemaRefusesEveryMistakeOfForm(draft: Draft) throws {
    let folder = "\(SpecTests.folder)/invalid"
    let wrong = try documents(Files.names(in: folder, endingIn: ".navtree.yaml"), in: folder)
    let refused = Set(try Self.refused(wrong, draft))
    let taken = try wrong.keys.filter { name in
      let bytes = try #require(Files.bytes(of: "\(folder)/\(name)"))
      let codes = FlowLoader.load(bytes, file: name).diagnostics.map(\.code)
      return !refused.contains(name)
        && codes.contains { [.unknownKey, .wrongType, .missingKey].contains($0) }
    }
    #expect(taken == Self.taken)
  }

  @Test(arguments: Draft.allCases) func everyKeyIsExplained(draft: Draft) {
    var objects = draft.definitions
    objects["flow"] = draft.schema
    var keys = 0
    for (name, object) in objects {
      for (key, property) in object["properties"]?.object ?? [:] {
        keys += 1
        #expect(property["description"]?.string?.isEmpty == false, "\(name).\(key)")
      }
    }
    #expect(keys > 200)
    #expect(draft.schema["$schema"] == .string(draft.rawValue))
  }

  /// Ajv and schema stores want nothing beside a reference in draft-07; editors offer all forms of a wide choice.
  @Test func draft7IsWhatASchemaStoreTakes() {
    var open = [Draft.seven.schema]
    while let schema = open.popLast() {
      if case .array(let forms) = schema["anyOf"] { #expect(forms.count <= 5) }
      switch schema {
      case .object(let members):
        #expect(members["$ref"]?.string == nil || members.count == 1, "\(schema)")
        for (key, value) in members {
          if key != "properties" { #expect(!["oneOf", "defaultSnippets", "$defs"].contains(key)) }
          open.append(value)
        }
      case .array(let elements): open += elements
      case .null, .boolean, .integer, .number, .string: break
      }
    }
  }

  @Test(.enabled(if: JSONSchemaValidator.isInstalled, "no python3-jsonschema"), arguments: Draft.allCases)
  func theSchemaAcceptsNormalForms(draft: Draft) throws {
    var normalised = JSONObject()
    for name in SpecTests.names {
      normalised[name] = try #require(FlowFile.load(name, in: SpecTests.folder)?.flow).normalised
    }
    #expect(try Self.refused(normalised, draft) == [])
  }

  /// Those that are YAML, by their names.
  private func documents(_ names: [String], in folder: String) throws -> JSONObject {
    var documents = JSONObject()
    for name in names {
      let source = SourceText(file: name, bytes: try #require(Files.bytes(of: "\(folder)/\(name)")))
      let outcome = YAMLComposer.compose(source, FlowVocabulary())
      guard outcome.diagnostics.isEmpty, let json = outcome.document?.root.json else { continue }
      documents[name] = json
    }
    return documents
  }

  private static func refused(_ documents: JSONObject, _ draft: Draft) throws -> [String] {
    try JSONSchemaValidator.refused(documents, by: draft.schema)
  }
}
