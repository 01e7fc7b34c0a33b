import NavtreeJSON
import NavtreeServer
import Testing

/// The document of `rpc.discover`, read by a public implementation of OpenRPC: PyPI's `openrpc`.
@Suite struct OpenRPCTests {
  private static let isInstalled = Python.has("openrpc")

  /// Exits with 0 if the document is one, with 3 if it isn't.
  private static let script = """
    import sys, openrpc, pydantic
    try: document = openrpc.OpenRPC.model_validate_json(open(sys.argv[1]).read())
    except pydantic.ValidationError as error: print(error); sys.exit(3)
    sys.exit(0 if document.methods else 3)
    """

  @Test(.enabled(if: isInstalled, "no package openrpc: see .ci/python"))
  func aPublicToolReadsTheDocument() throws {
    #expect(
      Self.reads(
        OpenRPCDocument.whole.description, with: Self.script)
        == true)
  }

  @Test(
    .enabled(if: isInstalled, "no package openrpc: see .ci/python"),
    arguments: ["name", "params", "errors.0.code"])
  func aPublicToolMissesAMember(_ path: String) throws {
    var document = OpenRPCDocument.whole
    let method = try #require(
      document["methods"]?.array?.firstIndex { $0["errors"]?.array?.isEmpty == false })
    let names = ["methods", "\(method)"] + path.split(separator: ".").map(String.init)
    document = try document.applying(JSONPatch([.remove(JSONPointer(names))]))
    #expect(Self.reads(document.description, with: Self.script) == false)
  }

  /// Whether a program reads a document; nil if it can't run.
  private static func reads(_ document: String, with program: String) -> Bool? {
    switch (try? Python.run(program, on: document))?.status {
    case 0: true
    case 3: false
    default: nil
    }
  }
}
