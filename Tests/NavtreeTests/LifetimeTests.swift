import Navtree
import NavtreeCSQLite
import NavtreeTestSupport
import Testing
import NavtreeSystem

/// What a session outlives: undo, forks, snapshots and stores.
@Suite struct LifetimeTests {
  private func session() throws -> Session { try Session(Flows.counter(), clock: .virtual()) }

  @Test func changesAreUndoneAndRedone() throws {
    let session = try session()
    try session.send("add")
    try session.push("counter")
    try session.undo(2)
    #expect(session.active?.state["count"] == 0)
    #expect(
      session.history.map { "\($0.seq) \($0.cause) \($0.isUndone)" } == [
        "0 session.open false", "1 add true", "2 push true",
      ])
    try session.redo()
    #expect(session.active?.state["count"] == 1)
    try session.goTo(seq: 0)
    #expect(session.active?.state["count"] == 0)
  }

  @Test func aForkGoesItsOwnWay() throws {
    let session = try session()
    try session.send("add")
    try session.send("load")
    let fork = try session.fork()
    let former = try session.fork(at: 0, name: "former")
    try fork.send("add")
    #expect(fork.name == "counter-fork")
    #expect(former.name == "former")
    #expect([session, fork, former].map { $0.active?.state["count"] } == [1, 2, 0])
    #expect(session.effects.poll() != nil)
    #expect(fork.effects.poll() == nil)
    try fork.send("follow")
    #expect(fork.effectsInFlight.map(\.name).contains("watch"))
    #expect(session.effectsInFlight.map(\.name) == ["fetch"])
    try session.send("add")
    #expect(fork.active?.state["count"] == 2)
  }

  @Test func aSnapshotIsRestored() throws {
    let session = try session()
    try session.push("counter", ["start": 3])
    let snapshot = session.snapshot()
    let other = try Session(restoring: snapshot, session.flow, clock: .virtual(), name: "other")
    #expect(other.outline == session.outline)
    #expect(other.active?.state["count"] == 3)
    #expect(other.losses.isEmpty)
    #expect(other.seq == session.seq)
    #expect(session.snapshot() == snapshot)
    #expect(snapshot.description.contains("hush") == false)
    #expect(session.snapshot(sensitive: true).description.contains("hush"))
  }

  @Test func aSnapshotOfAnotherFlowIsRefused() throws {
    let snapshot = try session().snapshot()
    for value: JSONValue in [.null, [:], [1], "x", ["snapshot": 99]] {
      #expect(
        #expect(throws: NavtreeError.self) { try Session(restoring: value, Flows.counter()) }?.kind
          == .invalidParams)
    }
    #expect(
      #expect(throws: NavtreeError.self) { try Session(restoring: snapshot, Flows.social()) }?.kind
        == .invalidParams)
  }

  @Test func lossesAreTold() throws {
    let yaml = "navtree: 1\nflow: small\nstart: home\nscreens:\n  home: { state: { old: integer } }\n"
    let session = try Session(Flow(yaml: yaml), clock: .virtual())
    let other = try Flow(yaml: "navtree: 1\nflow: small\nstart: home\nscreens:\n  home: {}\n")
    #expect(try Session(restoring: session.snapshot(), other, clock: .virtual()).losses.count == 1)
  }

  @Test(arguments: Store.Durability.allCases, [Clock.real, Clock.virtual()])
  func aStoredSessionGoesOn(_ durability: Store.Durability, _ clock: Clock) throws {
    try withFolder { folder in
      let store = Store.sqlite(folder + "/sessions.db", durability: durability)
      do {
        let session = try Session(Flows.counter(), clock: clock, store: store)
        try session.push("counter", ["start": 5])
        try session.send("load")
        try session.flush()
        try session.send("add")
        let error = #expect(throws: NavtreeError.self) { try Session(Flows.counter(), store: store) }
        #expect(error?.kind == .conflict)
        // A session that is released is closed.
      }
      let session = try Session(Flows.counter(), clock: clock, store: store)
      #expect(session.active?.state["count"] == 6)
      guard case .requested(let again)? = session.effects.poll() else {
        return #expect(Bool(false), "not asked")
      }
      #expect(again.isAgain)
      try session.close()
      let other = try Session(Flows.counter(), clock: clock, store: store, name: "other")
      #expect(other.seq == 0)
    }
  }

  @Test func aStoreInMemoryEndsWithItsSession() throws {
    let session = try Session(Flows.counter(), store: .memory)
    try session.send("add")
    #expect(session.seq == 1)
  }

  @Test func aFailedCommitUndoesItsChange() throws {
    try withFolder { folder in
      #expect(
        #expect(throws: NavtreeError.self) {
          try Session(Flows.counter(), store: .sqlite(folder + "/no/such.db"))
        }?
        .kind == .storage)
      let path = folder + "/sessions.db"
      let session = try Session(Flows.counter(), clock: .virtual(), store: .sqlite(path))
      let changes = session.changes(at: "/main")
      try session.send("add")
      #expect(changes.poll() != nil)
      try drop("changes", in: path)
      #expect(#expect(throws: NavtreeError.self) { try session.send("add") }?.kind == .storage)
      #expect(session.active?.state["count"] == 1)
      #expect(session.seq == 1)
      #expect(changes.poll() == nil)
      try session.close()
    }
  }

  @Test func aStoreThatMayWaitIsTriedAgain() throws {
    try withFolder { folder in
      let path = folder + "/sessions.db"
      let session = try Session(
        Flows.counter(), clock: .virtual(), store: .sqlite(path, durability: .batch))
      var problems: [Problem] = []
      session.onProblem = { problems.append($0) }
      try session.send("add")
      try session.flush()
      try drop("changes", in: path)
      let changes = session.changes(at: "/main", pointer: "/state/count")
      for count in 2...4 {
        try session.send("add")
        try session.advance(by: 200)
        #expect(changes.poll()?.value == .integer(count))
      }
      #expect(problems.map(\.error?.kind) == [.storage])
      #expect(#expect(throws: NavtreeError.self) { try session.close() }?.kind == .storage)
    }
  }

  private func drop(_ table: String, in path: String) throws {
    var database: OpaquePointer?
    defer { sqlite3_close_v2(database) }
    try #require(sqlite3_open(path, &database) == SQLITE_OK)
    try #require(sqlite3_exec(database, "DROP TABLE \(table)", nil, nil, nil) == SQLITE_OK)
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/navtree-library-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { return #expect(Bool(false), "no folder") }
    let folder = String(cString: made)
    defer { for name in Files.names(in: folder, endingIn: "") { unlink(folder + "/" + name) }; rmdir(folder) }
    try body(folder)
  }
}
