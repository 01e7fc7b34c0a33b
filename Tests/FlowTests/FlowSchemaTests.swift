import Flow
import JSON
import OrderedCollections
import Testing
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The JSON Schema of the format, asked through python3-jsonschema.
@Suite struct FlowSchemaTests {
  static let hasValidator = run("import jsonschema; jsonschema.Draft202012Validator", "") == 0

  /// Prints the names of the documents, given as an object, that the schema refuses.
  private static let script = """
    import json, sys, jsonschema
    given = json.load(open(sys.argv[1]))
    jsonschema.Draft202012Validator.check_schema(given["schema"])
    validator = jsonschema.Draft202012Validator(given["schema"])
    with open(sys.argv[1] + ".refused", "w") as out:
        for name, document in given["documents"].items():
            if not validator.is_valid(document):
                out.write(name + "\\n")
    """

  @Test(.enabled(if: hasValidator, "no python3-jsonschema"))
  func whatTheSchemaRefusesTheCheckerRefuses() throws {
    let right = try documents(SpecTests.names, in: SpecTests.folder)
    #expect(right.count == SpecTests.names.count)
    let folder = "\(SpecTests.folder)/invalid"
    let wrong = try documents(Files.names(in: folder, endingIn: ".navtree.yaml"), in: folder)
    let (rightOnes, wrongOnes) = (try refused(right), try refused(wrong))
    #expect(rightOnes == [])
    for name in wrongOnes {
      let bytes = try #require(Files.bytes(of: "\(SpecTests.folder)/invalid/\(name)"))
      #expect(FlowLoader.load(bytes, file: name).flow == nil, "\(name) is refused by the schema alone")
    }
    // The schema sees form; names and types are the checker's.
    #expect(wrongOnes.count >= 15)
  }

  @Test(.enabled(if: hasValidator, "no python3-jsonschema"))
  func theSchemaAcceptsNormalForms() throws {
    var normalised = JSONObject()
    for name in SpecTests.names {
      let bytes = try #require(Files.bytes(of: "\(SpecTests.folder)/\(name)"))
      normalised[name] = try #require(FlowLoader.load(bytes, file: name).flow).normalised
    }
    #expect(try refused(normalised) == [])
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

  private func refused(_ documents: JSONObject) throws -> [String] {
    let path = "/tmp/navtree-schema-\(getpid())-\(UInt32.random(in: 0 ... .max)).json"
    defer {
      unlink(path)
      unlink("\(path).refused")
    }
    Files.write(
      JSONValue.object(["schema": FlowSchema.document, "documents": .object(documents)]).description, to: path
    )
    #expect(Self.run(Self.script, path) == 0)
    return try #require(Files.text(of: "\(path).refused")).split(separator: "\n").map(String.init)
  }

  /// The exit status of a Python program.
  private static func run(_ program: String, _ argument: String) -> Int32 {
    let arguments = ["python3", "-W", "ignore", "-c", program, argument]
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process = pid_t()
    guard posix_spawnp(&process, "python3", nil, nil, &pointers, environ) == 0 else { return -1 }
    var status: Int32 = 0
    guard waitpid(process, &status, 0) == process else { return -1 }
    return status
  }
}
