import NavtreeEngine
import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import OrderedCollections
import Testing

/// Stores and snapshots of older forms are opened, those of newer forms are refused.
@Suite struct StoreFormTests {
  private static let forms = Files.package + "/Tests/Expected/Forms"

  private static func serve(_ folder: TemporaryFolder) throws -> StoredServer {
    try StoredServer(in: folder, flow: #require(Files.text(of: forms + "/older.navtree.yaml")))
  }

  /// A copy of the store that the tables' version 2 was written with.
  private static func older(in folder: TemporaryFolder) throws -> [UInt8] {
    let bytes = try #require(Files.bytes(of: Files.package + "/Tests/Expected/Stores/version-2.db"))
    Files.write(bytes, to: folder.path + "/store.db")
    return bytes
  }

  private static func olderSnapshot() throws -> JSONValue {
    try JSONValue(parsing: #require(Files.text(of: forms + "/snapshot-1.json")))
  }

  /// Expects all that the older snapshot has, whatever the present form says beside it.
  private static func expectOlder(_ saved: JSONValue) throws {
    #expect(saved["snapshot"] == 2)
    for (member, value) in try #require(olderSnapshot().object)
    where member != "snapshot" && member != "hash" {
      guard let entries = value.array, member != "windows" else {
        #expect(saved[member] == value, "\(member)")
        continue
      }
      #expect(saved[member]?.array?.count == entries.count, "\(member)")
      for (entry, found) in zip(entries, saved[member]?.array ?? []) {
        for (name, value) in entry.object ?? [:] { #expect(found[name] == value, "\(member): \(name)") }
      }
    }
  }

  @Test func allSessionsOfAnOlderStoreGoOn() throws {
    let folder = try TemporaryFolder()
    _ = try Self.older(in: folder)
    let path = folder.path + "/store.db"
    let verified = try ChildProcess(["store", "verify", path]).finish()
    #expect(verified.text == "8 sessions sound, 0 findings\n")
    let server = try Self.serve(folder)
    // Names that a session is not given any more stay usable.
    for name in ["full", "overdue", "real", "a\tb", "", "é", "e\u{301}a"] {
      let opened = try server.call("session.open", ["flow": "older", "session": .string(name)])
      #expect(opened["restored"] == true, "'\(name)'")
      #expect(opened["report"] == nil, "\(opened)")
    }
    try Self.expectOlder(server.call("snapshot.save", ["session": "full"]))
    try server.call("clock.advance", ["session": "overdue", "by": 1])
    _ = try server.child.finish()
    #expect(try ChildProcess(["store", "verify", path]).finish().text == verified.text)
  }

  /// A store that is only looked at keeps the version of its tables.
  @Test func anOlderStoreWhoseLossesAreRefusedStaysAsItWas() throws {
    let folder = try TemporaryFolder()
    let before = try Self.older(in: folder)
    let flow = try #require(Files.text(of: Self.forms + "/older.navtree.yaml"))
      .replacing("inbox", with: "post")
    let outcome = try StoredServer(in: folder, ["--on-loss", "refuse"], flow: flow).child.finish()
    #expect(outcome.status == 74)
    #expect(outcome.errorText.contains("'older' stays closed"), "\(outcome.errorText)")
    #expect(Files.bytes(of: folder.path + "/store.db") == before)
  }

  @Test func aNewerStoreIsRefusedWithBothNumbers() throws {
    let folder = try TemporaryFolder()
    var bytes = try Self.older(in: folder)
    // The file format of SQLite, section 1.3: the user version stands at offset 60.
    bytes.replaceSubrange(60..<64, with: [0, 0, 0, 5])
    let path = folder.path + "/store.db"
    Files.write(bytes, to: path)
    let outcome = try ChildProcess(["store", "ls", path]).finish()
    #expect(outcome.status == 74)
    #expect(outcome.errorText.contains("its tables have version 5, not 4"), "\(outcome.errorText)")
  }

  @Test func anOlderSnapshotIsRestored() throws {
    let folder = try TemporaryFolder()
    let server = try Self.serve(folder)
    let restored = try server.call(
      "snapshot.restore", ["snapshot": Self.olderSnapshot(), "session": "copy"])
    let fates = Set((restored["report"]?.array ?? []).compactMap { $0["fate"]?.string })
    #expect(fates.isSubset(of: ["kept", "defaulted"]))
    try Self.expectOlder(server.call("snapshot.save", ["session": "copy"]))
  }

  @Test func aNewerSnapshotIsRefusedWithBothNumbers() throws {
    let folder = try TemporaryFolder()
    let server = try Self.serve(folder)
    var snapshot = try #require(Self.olderSnapshot().object)
    snapshot["snapshot"] = 3
    let answer = try server.ask("snapshot.restore", ["snapshot": .object(snapshot), "session": "copy"])
    #expect(answer["error"]?["data"]?["kind"] == "invalidParams")
    #expect(
      "\(answer)".contains(
        "is 3, a form of a later version of navtree; this one reads forms up to 2"), "\(answer)")
  }

  /// A timer that comes back by an undo was due long ago, and has the time that it had left.
  @Test(arguments: ["vacuum", "growth"])
  func aTimerThatAnUndoBringsBackIsStored(way: String) throws {
    let folder = try TemporaryFolder()
    let first = try Self.serve(folder)
    for type in ["later", "stop"] { try first.dispatch(["type": .string(type)]) }
    try first.call("clock.advance", ["by": 10_000])
    try first.call("history.undo")
    if way == "growth" {
      let text = JSONValue.string(String(repeating: "x", count: 10_000))
      for _ in 0..<120 { try first.dispatch(["type": "search", "query": text]) }
    }
    let snapshot = try first.call("snapshot.save")
    #expect(snapshot["timers"]?[0]?["remaining"] == 3_000)
    try first.call("snapshot.restore", ["snapshot": snapshot, "session": "copy"])
    _ = try first.child.finish()
    let path = folder.path + "/store.db"
    if way == "vacuum" { #expect(try ChildProcess(["store", "vacuum", path]).finish().status == 0) }
    #expect(try ChildProcess(["store", "verify", path]).finish().text == "2 sessions sound, 0 findings\n")
    let second = try Self.serve(folder)
    #expect(try second.call("snapshot.save")["timers"] == snapshot["timers"])
    try second.call("clock.advance", ["by": 3_000])
    #expect(try second.call("state.get", ["at": "/main/inbox", "pointer": "/state/count"]) == 1)
  }

  /// Beyond the limit `firings` timers stay due for a while.
  @Test func anOverdueTimerIsSavedAsDue() throws {
    var limits = Limits()
    limits[.firings] = 1
    let server = Conversation(limits: limits)
    server.pass(to: 1_000)
    let flow = try #require(Files.text(of: Self.forms + "/older.navtree.yaml"))
    _ = try server.call("flow.load", ["yaml": .string(flow)])
    try server.call("session.open", ["flow": "older", "clock": "real"])
    for _ in 0..<2 { try server.call("dispatch", ["action": ["type": "later"]]) }
    server.pass(to: 20_000)
    let saved = try server.call("snapshot.save")
    #expect(saved["timers"]?.array?.map { $0["remaining"] } == [0])
    try server.call("snapshot.restore", ["snapshot": saved, "session": "copy"])
    #expect(try server.call("snapshot.save", ["session": "copy"])["timers"] == saved["timers"])
  }
}
