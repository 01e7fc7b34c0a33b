import NavtreeJSON
import NavtreeJSONReading
import OrderedCollections
import NavtreeTestSupport
import Testing

/// Open sessions in whose place a snapshot was put, and the store.
@Suite(.serialized)
struct ReplacedSessionTests {
  private static func replacing(_ snapshot: JSONValue, session: JSONValue = "counter") -> JSONValue {
    ["snapshot": snapshot, "session": session, "replace": true]
  }

  /// A session with a count of 1, its snapshot, and a count of 3 after that.
  private static func counted(in folder: TemporaryFolder, _ arguments: [String] = []) throws -> (
    server: StoredServer, snapshot: JSONValue
  ) {
    let server = try StoredServer(in: folder, arguments)
    try server.dispatch(["type": "count"])
    let snapshot = try server.call("snapshot.save")
    try server.dispatch(["type": "keep", "text": "later"])
    try server.dispatch(["type": "count"])
    return (server, snapshot)
  }

  /// The values that a follower was told since the last time; they come behind the answer that caused them.
  private static func told(by server: StoredServer) throws -> [JSONValue?] {
    try server.call("ping")
    return server.takeNotifications().map { $0["params"]?["value"] }
  }

  @Test(arguments: ["commit", "batch", "off"])
  func aReplacedSessionIsStoredAsAWhole(durability: String) throws {
    let folder = try TemporaryFolder()
    let (first, snapshot) = try Self.counted(in: folder, ["--durability", durability])
    #expect(try first.call("snapshot.restore", Self.replacing(snapshot))["seq"] == 4)
    #expect(try first.call("session.flush") == [:])
    let saved = try first.call("snapshot.save")
    try first.kill()
    let second = try StoredServer(in: folder)
    #expect(try second.call("snapshot.save") == saved)
    #expect(try second.call("state.get", ["pointer": "/state"]) == ["count": 1, "items": []])
    try second.dispatch(["type": "count"])
    #expect(try second.child.finish().status == 0)
    let third = try StoredServer(in: folder)
    #expect(try third.call("state.get", ["pointer": "/state/count"]) == 2)
  }

  /// A fork that isn't stored can be replaced too, and stays unstored.
  @Test func aForkIsReplacedAndNotStored() throws {
    let folder = try TemporaryFolder()
    let (server, snapshot) = try Self.counted(in: folder)
    try server.call("session.fork", ["session": "counter", "as": "trial"])
    #expect(try server.call("snapshot.restore", Self.replacing(snapshot, session: "trial"))["seq"] == 4)
    try server.call("dispatch", ["session": "trial", "action": ["type": "count"]])
    #expect(
      try server.call("state.get", ["session": "trial", "pointer": "/state/count"]) == 2)
    #expect(
      try server.call("state.get", ["session": "counter", "pointer": "/state/count"]) == 3)
    try server.call("session.close", ["session": "trial"])
    #expect(try server.call("session.list").array?.count == 1)
  }

  @Test(.enabled(if: ChildProcess.canLimitFiles, "needs prlimit(2)"))
  func aSessionThatCantBeStoredAnewStaysAsItWas() throws {
    let folder = try TemporaryFolder()
    let (server, snapshot) = try Self.counted(in: folder)
    try server.call("subscribe", ["at": "/main", "pointer": "/state/count", "form": "value"])
    let before = try server.call("snapshot.save")
    let kinds = try server.withoutRoom {
      try server.askAtOnce([("snapshot.restore", Self.replacing(snapshot))])
    }
    #expect(kinds == ["storage"])
    #expect(try Self.told(by: server).isEmpty)
    #expect(try server.call("snapshot.save") == before)
    try server.dispatch(["type": "count"])
    #expect(try Self.told(by: server) == [4])
    #expect(try server.call("snapshot.restore", Self.replacing(snapshot))["seq"] == 5)
    #expect(try Self.told(by: server) == [1])
    try server.kill()
    let again = try StoredServer(in: folder)
    #expect(try again.call("state.get", ["pointer": "/state/count"]) == 1)
  }

  @Test func aRecordingGoesOnOverAReplacedSession() throws {
    let folder = try TemporaryFolder()
    let (server, snapshot) = try Self.counted(in: folder, ["--record", "\(folder.path)/tape"])
    try server.call("snapshot.restore", Self.replacing(snapshot))
    try server.dispatch(["type": "count"])
    let lines = try server.call("recording.export")["lines"] ?? []
    #expect(lines.array?.map { $0["seq"] } == [0, 1, 2, 3, 4, 5])
    let outcome = try server.call("recording.replay", ["lines": lines])
    #expect(outcome == ["equal": true, "lines": 6, "zeroed": 0])
    _ = try server.child.finish()
    let replay = try ChildProcess(["replay", "\(folder.path)/tape"]).finish()
    #expect(replay.status == 0, "\(replay.errorText)")
  }
}
