import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavtreeEngine

/// A separate server that runs the calls of an example.
struct ExampleRun: ~Copyable {
  private let server: NavtreeServer
  private let parser = JSONParser()

  init(_ tester: ScenarioTester?, _ planner: SessionPlanner?) throws(Failure) {
    server = NavtreeServer(clock: .virtual, tester: tester, planner: planner) { path in
      path == ExampleFlow.file
        ? .success(Array(ExampleFlow.yaml.utf8)) : .failure(.init(message: "No such file or directory"))
    }
    let flow = try server.load(path: ExampleFlow.file)
    try server.open(flow, as: flow.name)
  }

  /// The method's answer.
  func result(of example: Example, of method: Method) throws(RPCError) -> JSONValue {
    for request in example.after {
      let end = request.firstIndex(of: " ") ?? request.endIndex
      let params = request[end...]
      _ = try call(String(request[..<end]), params.isEmpty ? "{}" : String(params))
    }
    return try call(method.name, example.params)
  }

  private func call(_ method: String, _ params: String) throws(RPCError) -> JSONValue {
    var output = JSONWriter()
    let name = Array(method.utf8)
    let text = Array(params.utf8) + Array(repeating: 0, count: JSONParser.padding)
    do {
      try text.withUnsafeBytes { (bytes) throws in
        let params = try parser.parse(UnsafeRawBufferPointer(rebasing: bytes[..<params.utf8.count]))
        try name.withUnsafeBytes { (name) throws in try server.call(name, params, into: &output) }
      }
      return try JSONValue(parsing: output.withUnsafeBytes { Array($0) })
    } catch let error as RPCError {
      throw error
    } catch {
      throw .internal("\(error)")
    }
  }
}
