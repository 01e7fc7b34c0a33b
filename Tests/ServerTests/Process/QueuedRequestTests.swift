import NavtreeJSON
import NavtreeTestSupport
import Testing

/// The fate of requests that wait for transitions when the store is full, or the process is killed.
@Suite(.serialized)
struct QueuedRequestTests {
  private static let flow = StoredServer.flow.replacing("start:", with: "duringTransition: queue\nstart:")
  /// More than fits into a store with files of 512 KiB.
  private static let huge: JSONValue = [
    "session": "other", "action": ["type": "keep", "text": .string(String(repeating: "x", count: 1 << 20))],
  ]
  private static let count: JSONValue = ["session": "counter", "action": ["type": "count"]]
  private static let keyed: JSONValue = [
    "session": "counter", "action": ["type": "count"], "request": "key",
  ]
  private static let shown: JSONValue = ["session": "counter", "seq": 1]

  /// A server whose session has a transition under way, and two requests that wait.
  private static func waiting(in folder: TemporaryFolder) throws -> StoredServer {
    let server = try StoredServer(in: folder, flow: flow, fileLimit: 512)
    try server.call("session.open", ["flow": "counter", "session": "other"])
    try server.call("subscribe", ["session": "counter", "form": "transitions", "acknowledge": true])
    try server.call("push", ["session": "counter", "screen": "counter"])
    #expect(try server.call("dispatch", keyed) == ["queued": 1])
    #expect(try server.call("dispatch", count) == ["queued": 2])
    _ = server.takeNotifications()
    return server
  }

  /// `NUMBER: KIND` of each outcome that was told, with the seq in place of the kind if it has run.
  private static func outcomes(_ server: StoredServer) -> [String] {
    server.takeNotifications().compactMap { notification in
      guard notification["method"] == "request.done", let params = notification["params"] else { return nil }
      let outcome = params["error"]?["data"]?["kind"]?.string ?? "\(params["result"]?["seq"] ?? .null)"
      return "\(params["queued"] ?? .null): \(outcome)"
    }
  }

  /// The outcome of what had run is told once; what was queued with it has only its answer.
  @Test func whatRanInAGroupThatFailedFailedWithIt() throws {
    let folder = try TemporaryFolder()
    let server = try Self.waiting(in: folder)
    let kinds = try server.askTogether([
      ("dispatch", Self.count), ("transition.done", Self.shown), ("dispatch", Self.huge),
    ])
    #expect(kinds == ["storage", "storage", "storage"])
    _ = try server.ask("ping")
    #expect(Self.outcomes(server) == ["1: storage", "2: storage"])
    // Its key is free again, and nothing is pending: the subscription was undone too.
    #expect(try server.call("dispatch", Self.keyed)["seq"] == 2)
    #expect(try server.call("dispatch", Self.keyed)["seq"] == 2)
    #expect(Self.outcomes(server) == [])
  }

  @Test func whatWaitsInASessionThatIsUndoneGetsAnOutcome() throws {
    let folder = try TemporaryFolder()
    let server = try Self.waiting(in: folder)
    let kinds = try server.askTogether([
      ("dispatch", Self.count), ("pop", ["session": "counter", "force": true]), ("dispatch", Self.huge),
    ])
    #expect(kinds == ["storage", "storage", "storage"])
    _ = try server.ask("ping")
    #expect(Self.outcomes(server) == ["1: storage", "2: storage"])
    #expect(try server.call("dispatch", Self.keyed)["seq"] == 2)
  }

  @Test func whatWaitsElsewhereWaitsOn() throws {
    let folder = try TemporaryFolder()
    let server = try Self.waiting(in: folder)
    let kinds = try server.askTogether([("dispatch", Self.count), ("dispatch", Self.huge)])
    #expect(kinds == ["storage", "storage"])
    #expect(try server.call("dispatch", Self.keyed) == ["queued": 1])
    try server.call("transition.done", Self.shown)
    _ = try server.ask("ping")
    #expect(Self.outcomes(server) == ["1: 2", "2: 3"])
    #expect(try server.call("dispatch", Self.keyed)["seq"] == 2)
  }

  /// The number that a request waited under isn't its answer any more.
  @Test func aRequestThatNeverRanRunsUnderItsKeyAfterARestart() throws {
    let folder = try TemporaryFolder()
    try Self.waiting(in: folder).kill()
    var server = try StoredServer(in: folder, flow: Self.flow)
    #expect(try server.call("dispatch", Self.keyed)["seq"] == 2)
    try server.kill()
    server = try StoredServer(in: folder, flow: Self.flow)
    #expect(try server.call("dispatch", Self.keyed)["seq"] == 2)
  }
}
