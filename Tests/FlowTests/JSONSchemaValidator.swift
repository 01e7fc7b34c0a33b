import NavtreeJSON
import OrderedCollections
import NavtreeTestSupport
import Testing
import NavtreeSystem

/// An independent implementation of JSON Schema: python3-jsonschema.
enum JSONSchemaValidator {
  static let isInstalled = run("import jsonschema; jsonschema.Draft202012Validator", "") == 0

  /// Writes the names of the documents, given as an object, that the schema refuses.
  private static let script = """
    import json, sys, jsonschema
    given = json.load(open(sys.argv[1]))
    draft = jsonschema.validators.validator_for(given["schema"], jsonschema.Draft202012Validator)
    draft.check_schema(given["schema"])
    validator = draft(given["schema"])
    with open(sys.argv[1] + ".refused", "w") as out:
        for name, document in given["documents"].items():
            if not validator.is_valid(document):
                out.write(name + "\\n")
    """

  /// The names of the documents that a schema refuses, in order.
  static func refused(_ documents: JSONObject, by schema: JSONValue) throws -> [String] {
    let path = "/tmp/navtree-schema-\(getpid())-\(UInt32.random(in: 0 ... .max)).json"
    defer {
      unlink(path)
      unlink("\(path).refused")
    }
    Files.write(
      JSONValue.object(["schema": schema, "documents": .object(documents)]).description, to: path)
    try #require(run(script, path) == 0)
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
