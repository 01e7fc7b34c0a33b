package import NavtreeJSON
import NavtreeJSONReading
import OrderedCollections
import NavtreeEngine

/// The table of methods as an OpenRPC document (spec.open-rpc.org), with the results of the examples.
package enum OpenRPCDocument {
  /// The version of OpenRPC.
  private static let version = "1.4.1"

  static let method = Method(
    "rpc.discover", .process, "Describes all methods and notifications, as an OpenRPC document.",
    result: .object, examples: []
  ) { server, _, output throws(Failure) in
    let text =
      server.description ?? Array(json(tester: server.tester, planner: server.planner).description.utf8)
    server.description = text
    text.withUnsafeBytes { output.append($0) }
  }

  /// - Parameters:
  ///   - tester: runs the scenarios of examples.
  ///   - planner: plans for examples.
  /// - Complexity: O(number of examples), each run on a server of its own.
  package static func json(tester: ScenarioTester?, planner: SessionPlanner?) -> JSONValue {
    func result(of example: Example, of method: Method) -> JSONValue? {
      try? ExampleRun(tester, planner).result(of: example, of: method)
    }
    return .object([
      "openrpc": .string(version),
      "info": [
        "title": "navtree", "version": .string(Release.version),
        "description": "An app's navigation, run without a screen. One message a line, UTF-8.",
        "license": ["name": "Apache-2.0"],
      ],
      "methods": .array(
        MethodTable.groups.flatMap { group in group.methods.map { json(of: $0, in: group, result) } }),
      "components": ["schemas": Shape.components, "errors": allErrors],
      "x-notifications": .array(MethodTable.notifications.map(json)),
    ])
  }

  /// The result of an example; nil if it fails.
  private typealias ExampleResult = (_ example: Example, _ method: Method) -> JSONValue?

  private static func json(of method: Method, in group: MethodGroup, _ result: ExampleResult) -> JSONValue {
    // OpenRPC requires required params first; where the positions differ, params can be given by name only.
    let required = method.parameters.filter(\.isRequired)
    let optional = method.parameters.filter { !$0.isRequired }
    let isInOrder = (required + optional).map(\.name) == method.parameters.map(\.name)
    return .object([
      "name": .string(method.name), "summary": .string(method.summary),
      "tags": [["name": .string(group.title)]], "paramStructure": isInOrder ? "either" : "by-name",
      "params": .array((required + optional).map(json)),
      "result": ["name": "result", "schema": .object(method.resultSchema)],
      "errors": .array(errors(method.errors)),
      "x-errorKinds": .array(method.errors.map { .string($0.rawValue) }),
      "examples": .array(method.examples.compactMap { json(of: $0, of: method, result) }),
    ])
  }

  private static func json(of parameter: Parameter) -> JSONValue {
    [
      "name": .string(parameter.name), "summary": .string(parameter.summary),
      "required": .boolean(parameter.isRequired), "schema": .object(parameter.shape.schema),
    ]
  }

  /// Nil for an example that fails, which the tests exclude.
  private static func json(of example: Example, of method: Method, _ run: ExampleResult) -> JSONValue? {
    guard let result = run(example, method),
      case .object(let params)? = try? JSONValue(parsing: Array(example.params.utf8))
    else { return nil }
    var pairing: JSONObject = [
      "name": .string(example.summary),
      "params": .array(params.map { ["name": .string($0.key), "value": $0.value] }),
      "result": ["name": "result", "value": result],
    ]
    if !example.after.isEmpty { pairing["x-after"] = .array(example.after.map { .string($0) }) }
    return .object(pairing)
  }

  private static func json(of notification: NotificationDefinition) -> JSONValue {
    [
      "name": .string(notification.name), "summary": .string(notification.summary),
      "schema": .object(Shape.record(notification.params).schema),
    ]
  }

  /// Each kind of error by its name.
  private static var allErrors: JSONValue {
    var errors: JSONObject = [:]
    func add(_ code: Int, _ kind: String, _ meaning: String) {
      errors[kind] = ["code": .integer(code), "message": .string(meaning), "data": ["kind": [.string(kind)]]]
    }
    for (error, meaning) in RPCError.standard { add(error.code, error.kind, meaning) }
    for kind in ErrorKind.allCases { add(kind.code, kind.rawValue, kind.meaning) }
    return .object(errors)
  }

  /// One error for each code, as OpenRPC requires; its data lists the kinds that share the code.
  private static func errors(_ kinds: [ErrorKind]) -> [JSONValue] {
    OrderedSet(kinds.map(\.code)).map { code in
      let kinds = kinds.filter { $0.code == code }
      return [
        "code": .integer(code), "message": .string(kinds.map(\.meaning).joined(separator: "; ")),
        "data": ["kind": .array(kinds.map { .string($0.rawValue) })],
      ]
    }
  }
}
