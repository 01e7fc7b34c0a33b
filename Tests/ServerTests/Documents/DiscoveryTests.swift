import NavtreeJSON
import OrderedCollections
import NavtreeEngine
import NavtreeServer
import NavtreeTestSupport
import Testing

/// The answer of `rpc.discover`, compared with the OpenRPC specification and with the server.
@Suite struct DiscoveryTests {
  private static let methods = OpenRPCDocument.whole["methods"]?.array ?? []
  private static let schemas = OpenRPCDocument.whole["components"]?["schemas"] ?? .null

  @Test func discoverAnswersTheDocument() throws {
    #expect(try Conversation().call("rpc.discover") == OpenRPCDocument.whole)
  }

  /// Each example is run on a server of its own, for a hundred milliseconds of the processor in sum.
  @Test func theDocumentIsMadeOnce() throws {
    let conversation = Conversation()
    var answers: [JSONValue] = []
    let times = try (0...5).map { _ in
      try processorTime { answers.append(try conversation.call("rpc.discover")) }
    }
    #expect(Set(answers.map(\.description)).count == 1)
    #expect(try #require(times.dropFirst().min()) < times[0] / 2)
  }

  @Test func allKindsOfErrorsAreThere() throws {
    let errors = try #require(OpenRPCDocument.whole["components"]?["errors"]?.object)
    let kinds = RPCError.standard.map(\.error.kind) + ErrorKind.allCases.map(\.rawValue)
    #expect(Array(errors.keys) == kinds)
    #expect(errors["unknownMethod"]?["code"] == -32601)
  }

  @Test func allMethodsAreThereOnce() {
    let names = Self.methods.compactMap { $0["name"]?.string }
    #expect(names == MethodTable.methods.map(\.name))
    #expect(Set(names).count == names.count)
  }

  /// The Method Object of OpenRPC 1.4.
  @Test(arguments: methods.map { $0["name"]?.string ?? "" })
  func aMethodIsDescribedAsOpenRPCWants(name: String) throws {
    let method = try #require(Self.methods.first { $0["name"]?.string == name })
    let params = try #require(method["params"]?.array)
    let required = params.compactMap { $0["required"]?.boolean }
    #expect(required.count == params.count)
    #expect(required == required.filter { $0 } + required.filter { !$0 }, "required params come first")
    #expect(Set(params.compactMap { $0["name"]?.string }).count == params.count)
    #expect(method["summary"]?.string?.hasSuffix(".") == true)
    let codes = try #require(method["errors"]?.array).map { $0["code"]?.integer }
    #expect(!codes.contains(nil))
    #expect(Set(codes).count == codes.count, "an error's code is unique in its method")
  }

  @Test(arguments: MethodTable.methods.map(\.name))
  func anExampleAnswersWhatItsMethodSays(name: String) throws {
    let table = try #require(MethodTable.methods.first { $0.name == name })
    let method = try #require(Self.methods.first { $0["name"]?.string == name })
    let examples = try #require(method["examples"]?.array)
    #expect(examples.map { $0["name"]?.string } == table.examples.map(\.summary), "one of them fails")
    let hasNone = name == "rpc.discover" || name.hasPrefix("field.")
    #expect(!examples.isEmpty || hasNone, "there is no example")
    let schema = try #require(method["result"]?["schema"])
    for example in examples {
      let value = try #require(example["result"]?["value"])
      #expect(SchemaCheck(shared: Self.schemas).faults(of: value, schema) == [])
    }
  }

  @Test(arguments: MethodTable.methods.map(\.name))
  func theParamsOfAnExampleFit(name: String) throws {
    let method = try #require(Self.methods.first { $0["name"]?.string == name })
    let params = try #require(method["params"]?.array)
    for given in try #require(method["examples"]?.array).flatMap({ $0["params"]?.array ?? [] }) {
      let param = try #require(params.first { $0["name"] == given["name"] })
      let schema = try #require(param["schema"])
      #expect(SchemaCheck(shared: Self.schemas).faults(of: given["value"] ?? .null, schema) == [])
    }
  }

  @Test func everyReferenceLeadsSomewhere() {
    var pending = [OpenRPCDocument.whole]
    while let value = pending.popLast() {
      switch value {
      case .array(let elements): pending += elements
      case .object(let object):
        if let reference = object["$ref"]?.string {
          let names = reference.split(separator: "/").dropFirst()
          let target = names.reduce(OpenRPCDocument.whole as JSONValue?) { $0?[String($1)] }
          #expect(target != nil, "\(reference)")
          #expect(object.count == 1, "beside a reference nothing else may stand")
        }
        pending += object.values
      case .null, .boolean, .integer, .number, .string: break
      }
    }
  }
}
