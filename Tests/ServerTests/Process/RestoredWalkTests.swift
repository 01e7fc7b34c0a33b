import NavtreeJSON
import NavtreeServer
import NavtreeTestSupport
import OrderedCollections
import Testing

/// Any session's stored form can be read, and is the same when written again.
///
/// NAVTREE_SEEDS is the number of walks.
@Suite struct RestoredWalkTests {
  private static let seeds =
    1...UInt64(rounds(4, inDebug: 1, unless: "NAVTREE_SEEDS"))

  private static func save(_ server: Conversation, _ session: JSONValue) throws -> JSONValue {
    try server.call("snapshot.save", ["session": session, "sensitive": true])
  }

  /// Actions, undo, redo, forks, time, effects, kept states, links and batches that fail.
  @Test(arguments: seeds)
  func anySnapshotIsRestoredEqual(seed: UInt64) throws {
    let server = Conversation()
    _ = try server.call("flow.load", ["yaml": .string(ExampleFlow.yaml)])
    var session: JSONValue = "0"
    try server.call("session.open", ["flow": "mail", "session": session, "clock": "virtual"])
    var random = SeededGenerator(seed: seed)
    for step in 0..<600 {
      let request = RandomRequest(using: &random)
      var params = request.params
      params["session"] = session
      _ = try? server.call(request.method, .object(params))
      if step % 40 == 39 {
        // The walk continues in a fork, or in a restored session.
        let next = JSONValue.string("\(step)")
        if step % 80 == 79 {
          try server.call("session.fork", ["session": session, "as": next])
        } else {
          try server.call("snapshot.restore", ["snapshot": Self.save(server, session), "session": next])
        }
        try server.call("session.close", ["session": session])
        session = next
      }
      if step % 3 > 0 { continue }
      let saved = try Self.save(server, session)
      try server.call("snapshot.restore", ["snapshot": saved, "session": "copy"])
      let again = try Self.save(server, "copy")
      try server.call("session.close", ["session": "copy"])
      #expect(again == saved, "seed \(seed), step \(step), \(request)")
      if again != saved { return }
    }
  }

  /// The same through a store, whose process is killed and whose file is vacuumed.
  @Test(arguments: seeds.prefix(2))
  func anyStoredSessionIsOpenedEqual(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/store.db"
    var random = SeededGenerator(seed: seed)
    var saved: JSONValue?
    for round in 0..<8 {
      let server = try StoredServer(in: folder, flow: ExampleFlow.yaml)
      if let saved {
        #expect(try server.call("snapshot.save") == saved, "seed \(seed), round \(round)")
      }
      for _ in 0..<60 {
        let request = RandomRequest(using: &random)
        _ = try server.ask(request.method, .object(request.params))
      }
      saved = try server.call("snapshot.save")
      if round % 2 == 0 { try server.kill() } else { _ = try server.child.finish() }
      if round % 4 > 1 { #expect(try ChildProcess(["store", "vacuum", path]).finish().status == 0) }
      #expect(try ChildProcess(["store", "verify", path]).finish().text == "1 session sound, 0 findings\n")
    }
  }
}
