import NavtreeJSON
import NavtreeJSONReading
import NavtreePersistence
import NavtreeExploring
import NavtreeScenarios
import NavtreeServer
import NavtreeEngine

/// Runs the scenarios of `test.run`.
let testScenarios = ScenarioTests.tester
/// Plans.
let testPlans = SessionPlans.planner

/// A server in this process, talked to line by line.
final class Conversation {
  private let server: NavtreeServer
  private let layer = RPCLayer(maximumDepth: 512)

  /// - Parameters:
  ///   - store: keeps its sessions.
  ///   - random: gives the random bits that keys of effects begin with.
  init(
    limits: Limits = Limits(), clock: SessionClock.Kind = .real, store: SessionStore? = nil,
    random: @escaping KeyPrefixes.Source = { 0 }
  ) {
    server = NavtreeServer(
      limits: limits, clock: clock, store: store, random: random, tester: testScenarios, planner: testPlans
    ) { _ in
      .failure(.init(message: "no files here"))
    }
  }

  /// Opens a session of a flow.
  convenience init(flow yaml: String, limits: Limits = Limits()) throws {
    self.init(limits: limits)
    let loaded = try call("flow.load", ["yaml": .string(yaml)])
    _ = try call("session.open", ["flow": loaded["flow"] ?? .null])
  }

  struct Refusal: Error, CustomStringConvertible {
    let error: JSONValue

    var kind: String { error["data"]?["kind"]?.string ?? "" }
    var description: String { error.description }
  }

  /// The result of a method.
  @discardableResult
  func call(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    let request: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
    let lines = try send(request.description).split(separator: "\n").map {
      try JSONValue(parsing: String($0))
    }
    // Notifications stand around it.
    let answer = lines.first { $0["id"] != nil } ?? .null
    if let error = answer["error"] { throw Refusal(error: error) }
    return answer["result"] ?? .null
  }

  /// Advances the real clock.
  func pass(to instant: Int) { server.pass(to: instant) }

  /// Makes the requests durable, as the loop does before it answers.
  ///
  /// - Returns: the error that the requests get instead of their answers.
  @discardableResult
  func commit() -> RPCError? { server.commit() }

  /// Ends it, and leaves its sessions stored.
  func finish(at instant: Int? = nil) throws { try server.finish(at: instant) }

  var nextInstant: Int? { server.nextInstant }

  /// The output for a line.
  func send(_ line: String) -> String {
    var output = JSONWriter()
    var bytes = Array(line.utf8)
    let count = bytes.count
    bytes += Array(repeating: 0, count: JSONParser.padding)
    bytes.withUnsafeBytes {
      layer.handle(UnsafeRawBufferPointer(rebasing: $0[..<count]), with: server, into: &output)
    }
    return output.text
  }
}
