import NavtreeFlow
import NavtreeJSON
import OrderedCollections
import Testing
import NavtreeTestSupport

/// The JSON Schema of the format, beside the checker.
@Suite struct FlowSchemaTests {
  @Test(.enabled(if: JSONSchemaValidator.isInstalled, "no python3-jsonschema"))
  func whatTheSchemaRefusesTheCheckerRefuses() throws {
    let right = try documents(SpecTests.names, in: SpecTests.folder)
    #expect(right.count == SpecTests.names.count)
    let library = "\(SpecTests.folder)/library"
    let parts = try documents(Files.names(in: library, endingIn: ".navtree.yaml"), in: library)
    #expect(parts.count == 4)
    #expect(try Self.refused(parts) == [])
    let folder = "\(SpecTests.folder)/invalid"
    let wrong = try documents(Files.names(in: folder, endingIn: ".navtree.yaml"), in: folder)
    let (rightOnes, wrongOnes) = (try Self.refused(right), try Self.refused(wrong))
    #expect(rightOnes == [])
    for name in wrongOnes {
      let bytes = try #require(Files.bytes(of: "\(SpecTests.folder)/invalid/\(name)"))
      #expect(FlowLoader.load(bytes, file: name).flow == nil, "\(name) is refused by the schema alone")
    }
    // The schema sees form; names and types are the checker's.
    #expect(wrongOnes.count >= 15)
  }

  @Test(.enabled(if: JSONSchemaValidator.isInstalled, "no python3-jsonschema"))
  func theSchemaAcceptsNormalForms() throws {
    var normalised = JSONObject()
    for name in SpecTests.names {
      normalised[name] = try #require(FlowFile.load(name, in: SpecTests.folder)?.flow).normalised
    }
    #expect(try Self.refused(normalised) == [])
  }

  /// Those that are YAML, by their names.
  private func documents(_ names: [String], in folder: String) throws -> JSONObject {
    var documents = JSONObject()
    for name in names {
      let source = SourceText(file: name, bytes: try #require(Files.bytes(of: "\(folder)/\(name)")))
      let outcome = YAMLComposer.compose(source)
      guard outcome.diagnostics.isEmpty, let json = outcome.document?.root.json else { continue }
      documents[name] = json
    }
    return documents
  }

  private static func refused(_ documents: JSONObject) throws -> [String] {
    try JSONSchemaValidator.refused(documents, by: FlowSchema.document)
  }
}
