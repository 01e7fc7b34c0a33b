import NavtreeJSON
import NavtreeJSONReading
import NavtreePersistence
import NavtreeTestSupport
import Testing

import NavtreePostgreSQL

/// Ownership of sessions in PostgreSQL.
@Suite("A lease", .serialized, .enabled(if: PostgresServer.isInstalled, "PostgreSQL isn't installed"))
struct LeaseTests {
  private let tested: TestedStore

  init() throws { tested = try TestedStore(.postgresql) }

  /// A process whose lease has expired, and the one that has taken over its session.
  private func takeover(_ durability: Durability = .commit) throws -> (old: StoredProcess, new: StoredProcess)
  {
    let old = try StoredProcess(try tested.open(durability, lease: 3_000, advertised: "http://old"))
    try old.open()
    try old.dispatch(["type": "count"])
    try old.call("session.flush")
    try tested.expireLeases()
    let new = try StoredProcess(try tested.open(lease: 60_000, advertised: "http://new"))
    #expect(try new.open()["seq"] == 1)
    return (old, new)
  }

  @Test func aConflictNamesTheOwner() throws {
    let first = try StoredProcess(try tested.open(advertised: "http://one"))
    try first.open()
    let second = try StoredProcess(try tested.open())
    let refusal = try #require(throws: StoredProcess.Refusal.self) { try second.open() }
    #expect(refusal.kind == "conflict" && refusal.data["url"] == "http://one")
    #expect(
      refusal.data["owner"]?.string?.isEmpty == false
        && refusal.data["expires"]?.integer ?? 0 > 1_600_000_000_000)
    #expect(refusal.data["store"]?.string?.contains("postgres@") == false)
  }

  @Test func aFencedCommitChangesNothingAndClosesTheSession() throws {
    let (old, new) = try takeover()
    let subscription = try old.call("subscribe", ["pointer": "/state/count"])
    let answers = old.send([
      ("dispatch", ["action": ["type": "fetch"]]), ("dispatch", ["action": ["type": "count"]]),
    ])
    #expect(answers.map { $0["error"]?["data"]?["kind"] } == ["conflict", "conflict"])
    #expect(answers[0]["error"]?["data"]?["url"] == "http://new")
    // No effect is asked for, none is cancelled.
    #expect(
      old.takeNotifications("effect.requested").isEmpty && old.takeNotifications("effect.cancelled").isEmpty)
    let closed = old.takeNotifications("session.closed")
    #expect(closed.count == 1 && closed[0]["reason"] == "fenced" && closed[0]["url"] == "http://new")
    #expect(closed.first?["since"] == nil)
    #expect(
      old.takeNotifications("subscription.ended")
        == [["subscription": subscription["subscription"] ?? .null, "reason": "fenced"]])
    let later = #expect(throws: StoredProcess.Refusal.self) {
      try old.call("effect.done", ["effect": 1, "output": ["text": "x"]])
    }
    #expect(later?.kind == "conflict")
    try new.dispatch(["type": "count"])
    #expect(try tested.run("SELECT seq, epoch FROM sessions") == "2|2")
  }

  @Test func aConflictNamesTheSessionThatIsLost() throws {
    let (old, _) = try takeover()
    try old.open("other")
    let lines: [(method: String, params: JSONValue)] = ["other", "counter"].map {
      ("dispatch", ["session": .string($0), "action": ["type": "count"]])
    }
    let answers = old.send(lines)
    #expect(answers.map { $0["error"]?["data"]?["session"] } == ["counter", "counter"])
    #expect(old.takeNotifications("session.closed").map { $0["session"] } == ["counter"])
    // Nothing has happened to the other one, which takes the request again.
    #expect(try old.dispatch(["type": "count"], in: "other")["seq"] == 1)
  }

  @Test func aLapsedLeaseThatNobodyTookStaysOurs() throws {
    let process = try StoredProcess(try tested.open())
    try process.open()
    try tested.expireLeases()
    try process.dispatch(["type": "count"])
    #expect(try tested.run("SELECT expires > clock_timestamp(), epoch FROM sessions") == "t|1")
  }

  @Test func whoWaitsTakesOverWhenTheLeaseEnds() throws {
    let old = try StoredProcess(try tested.open(lease: 1_000))
    try old.open()
    try old.dispatch(["type": "count"])
    #expect(try StoredProcess(try tested.open()).open(wait: "1m")["seq"] == 1)
  }

  @Test func anIdleSessionIsRenewed() throws {
    let process = try StoredProcess(try tested.open(lease: 1_500))
    try process.open()
    #expect(try #require(process.upkeepDelay) <= 500)
    try tested.expireLeases()
    while process.upkeepDelay ?? 0 > 0 { Instant.sleep(process.upkeepDelay ?? 0) }
    // The next one may be due already, if the machine is slow.
    var delay: Int? = 0
    for _ in 0..<100 where delay == 0 {
      process.keepUp()
      delay = process.upkeepDelay
    }
    #expect(try #require(delay) > 0)
    // It had expired an hour ago.
    #expect(try tested.run("SELECT expires > clock_timestamp() - interval '30min' FROM sessions") == "t")
  }

  /// Nothing but the request itself renews here: the loop waits for its end.
  @Test(arguments: [
    ("test.run", #"{"scenarios":{"flow":"counter","scenarios":[{"name":"a","steps":[{"do":"count"}]}]}}"#),
    // It can't be read.
    ("test.run", #"{"scenarios":{"flow":"counter","scenarios":[{"name":"a","steps":[{"do":"cuont"}]}]}}"#),
    ("plan", #"{"when":"1 > 2","maxStates":2}"#),
  ])
  func aLongRequestRenewsTheLeasesThatAreDue(method: String, params: String) throws {
    let process = try StoredProcess(try tested.open(lease: 1_500))
    try process.open()
    try tested.expireLeases()
    while process.upkeepDelay ?? 0 > 0 { Instant.sleep(process.upkeepDelay ?? 0) }
    _ = process.send([(method, try JSONValue(parsing: params))])
    #expect(try tested.run("SELECT expires > clock_timestamp() FROM sessions") == "t")
  }

  @Test func aSessionThatIsLostInALongRequestIsToldAfterIt() throws {
    let (old, _) = try takeover()
    while old.upkeepDelay ?? 0 > 0 { Instant.sleep(old.upkeepDelay ?? 0) }
    let answers = old.send([("plan", ["when": "1 > 2", "maxStates": 2])])
    #expect(answers.first?["result"]?["plan"] == "bounded")
    #expect(old.takeNotifications("session.closed").isEmpty)
    old.keepUp()
    #expect(old.takeNotifications("session.closed").count == 1)
  }

  @Test func aProcessThatWaitsRenewsItsLeases() throws {
    let owner = try StoredProcess(try tested.open())
    try owner.open()
    let waiting = try StoredProcess(try tested.open(lease: 1_500))
    try waiting.open("other")
    let expiry = try tested.run("SELECT expires FROM sessions WHERE name = 'other'")
    #expect(throws: StoredProcess.Refusal.self) { try waiting.open(wait: "1s") }
    let query = "SELECT expires > timestamptz '\(expiry)' + interval '200ms', epoch FROM sessions"
    #expect(try tested.run(query + " WHERE name = 'other'") == "t|1")
  }

  @Test func aRenewalFindsOutThatASessionIsLost() throws {
    let (old, _) = try takeover()
    while old.upkeepDelay ?? 0 > 0 { Instant.sleep(old.upkeepDelay ?? 0) }
    old.keepUp()
    #expect(old.takeNotifications("session.closed").count == 1)
    #expect(old.upkeepDelay == nil)
    #expect(throws: StoredProcess.Refusal.self) { try old.dispatch(["type": "count"]) }
  }

  @Test func changesThatWaitAreLostAtFencing() throws {
    let (old, new) = try takeover(.batch)
    try old.dispatch(["type": "count"])
    try old.dispatch(["type": "count"])
    #expect(throws: StoredProcess.Refusal.self) { try old.call("session.flush") }
    old.keepUp()
    #expect(old.takeNotifications("session.closed").first?["since"] == 2)
    #expect(try new.dispatch(["type": "count"])["seq"] == 2)
  }

  @Test func closingALostSessionTellsSoAtOnce() throws {
    let (old, new) = try takeover(.batch)
    try old.dispatch(["type": "count"])
    let refusal = #expect(throws: StoredProcess.Refusal.self) {
      try old.call("session.close", ["session": "counter"])
    }
    #expect(refusal?.kind == "conflict" && refusal?.data["url"] == "http://new")
    #expect(old.takeNotifications("session.closed").first?["since"] == 2)
    #expect(try new.dispatch(["type": "count"])["seq"] == 2)
  }

  @Test func aLostSessionDoesntKeepAnotherOneOpen() throws {
    let (old, new) = try takeover(.batch)
    try old.open("other")
    try old.dispatch(["type": "count"])
    try old.dispatch(["type": "count"], in: "other")
    try old.call("session.close", ["session": "other"])
    #expect(old.takeNotifications("session.closed").map { $0["session"] } == ["counter"])
    #expect(try new.open("other")["seq"] == 1)
  }

  @Test func theEndStoresWhatIsntLost() throws {
    let (old, new) = try takeover(.batch)
    try old.open("other")
    try old.dispatch(["type": "count"])
    try old.dispatch(["type": "count"], in: "other")
    #expect(throws: (any Error).self) { try old.finish() }
    #expect(try new.open("other")["seq"] == 1)
    #expect(try new.dispatch(["type": "count"])["seq"] == 2)
  }

  @Test func aCleanEndReleasesAtOnce() throws {
    let first = try StoredProcess(try tested.open())
    try first.open()
    try first.open("other")
    try first.finish()
    #expect(
      try tested.run("SELECT count(*) FROM sessions WHERE owner IS NOT NULL OR expires IS NOT NULL") == "0")
  }

  @Test func aDeletedSessionIsLostToItsOwner() throws {
    let process = try StoredProcess(try tested.open())
    try process.open()
    try tested.run("DELETE FROM sessions; DELETE FROM snapshots")
    let refusal = #expect(throws: StoredProcess.Refusal.self) { try process.dispatch(["type": "count"]) }
    #expect(refusal?.kind == "conflict")
    #expect(process.takeNotifications("session.closed").count == 1)
  }

  // MARK: Lost connections

  @Test func aTerminatedConnectionIsMadeAgain() throws {
    let process = try StoredProcess(try tested.open())
    try process.open()
    for _ in 0..<3 {
      try tested.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'navtree' AND pid <> pg_backend_pid()"
      )
      try process.dispatch(["type": "count"])
    }
    #expect(try tested.run("SELECT seq FROM sessions") == "3")
    #expect(try tested.read().verify().findings.isEmpty)
  }

  /// A process that has opened a session and changed it once, with its tables and the session's id.
  private func changed(_ action: JSONValue) throws -> (StoredProcess, PostgresSessionTables, id: Int) {
    let store = try tested.open()
    let process = try StoredProcess(store)
    try process.open()
    try process.dispatch(action)
    let tables = try #require(store.tables as? PostgresSessionTables)
    return (process, tables, try #require(tables.leases.keys.first))
  }

  @Test func aCommitWhoseAnswerWasLostIsntRepeated() throws {
    let (_, tables, id) = try changed(["type": "count"])
    let number = try #require(Int(try tested.run("SELECT commit FROM sessions")))
    // This commit took effect, whatever became of its answer.
    guard case .committed = try tables.standing(of: number, [id], until: .now + 600_000) else {
      Issue.record("it is committed")
      return
    }
    guard case .open = try tables.standing(of: number + 1, [id], until: .now + 600_000) else {
      Issue.record("another one isn't")
      return
    }
    try tested.run("UPDATE sessions SET epoch = epoch + 1")
    guard case .lost([id]) = try tables.standing(of: number + 1, [id], until: .now + 600_000) else {
      Issue.record("it is lost")
      return
    }
  }

  /// One that was given up, and took effect after this process had looked what became of it.
  @Test func aLateCommitIsntOverwritten() throws {
    let process = try StoredProcess(try tested.open())
    try process.open()
    try process.dispatch(["type": "count"])
    try tested.run("UPDATE sessions SET commit = commit - 1")
    let refusal = #expect(throws: StoredProcess.Refusal.self) { try process.dispatch(["type": "count"]) }
    #expect(refusal?.kind == "conflict")
    #expect(try process.open()["seq"] == 1)
    #expect(try process.dispatch(["type": "count"])["seq"] == 2)
  }

  /// Of two commits of one process that lead to the same change, the one that was given up doesn't replace the other.
  @Test func aCommitThatWasGivenUpIsRefusedLater() throws {
    let (_, tables, id) = try changed(["type": "count"])
    let commits = [7, 8].map { tables.conclusion([.init(id: id, known: 1, reached: 1)], $0) }
    try tables.database.transaction(commits[0], until: .now + 600_000)
    let error = #expect(throws: PostgresError.self) {
      try tables.database.transaction(commits[1], until: .now + 600_000)
    }
    #expect(error?.kind == .fenced)
  }

  /// So it is whichever function they call.
  @Test func changesThatWereGivenUpAreRefusedLater() throws {
    let (_, tables, id) = try changed(["type": "count"])
    let held = try #require(tables.leases[id])
    let part = PostgresSessionTables.Part(id: id, known: 1, reached: 2)
    let commits = [7, 8].map { tables.conclusion(part, (0, []), held, $0) }
    try tables.database.transaction(commits[0], until: .now + 600_000)
    let error = #expect(throws: PostgresError.self) {
      try tables.database.transaction(commits[1], until: .now + 600_000)
    }
    #expect(error?.kind == .fenced)
    #expect(try tested.run("SELECT seq, commit, (SELECT count(*) FROM changes) FROM sessions") == "2|7|2")
  }

  @Test func aRowThatSomeoneHasLockedIsWrittenWhenItIsFree() throws {
    let process = try StoredProcess(try tested.open())
    try process.open()
    try tested.run("SELECT 1 FROM sessions FOR UPDATE")
    for seq in 1...3 { #expect(try process.dispatch(["type": "count"])["seq"]?.integer == seq) }
    #expect(try tested.run("SELECT xmax = 0 FROM sessions") == "t")
  }

  @Test func anUnknownOutcomeIsSettledByTheNextCommit() throws {
    let (process, tables, id) = try changed(["type": "keep", "text": "one"])
    // A commit that took effect although its requests were answered with an error.
    tables.unsettled = [id]
    try tested.run(
      "UPDATE sessions SET seq = 2; INSERT INTO changes(session, after, seq, checksum, body) SELECT id, 1, 2, 0, '' FROM sessions"
    )
    try process.dispatch(["type": "keep", "text": "two"])
    let saved = try process.snapshot()
    try process.finish()
    let next = try StoredProcess(try tested.open())
    try next.open()
    #expect(try next.snapshot() == saved)
  }

  /// Whether it has changes by then or not.
  @Test(arguments: [true, false])
  func anUnknownOutcomeIsSettledByACommitOfAnotherSession(isAnotherChanged: Bool) throws {
    let store = try tested.open()
    let process = try StoredProcess(store)
    for name in ["a", "b"] {
      try process.open(name)
      try process.dispatch(["type": "keep", "text": "one"], in: name)
    }
    let tables = try #require(store.tables as? PostgresSessionTables)
    tables.unsettled = Set(tables.leases.keys)
    try tested.run(
      """
      UPDATE sessions SET seq = 2 WHERE name = 'b';
      INSERT INTO changes(session, after, seq, checksum, body) SELECT id, 1, 2, 0, '' FROM sessions WHERE name = 'b'
      """)
    if isAnotherChanged { try process.dispatch(["type": "count"], in: "a") }
    let saved = try process.snapshot("b")
    try process.call("session.close", ["session": "b"])
    #expect(!tables.isUnsettled)
    try process.open("b")
    #expect(try process.snapshot("b") == saved)
  }

  // MARK: Tables

  @Test func aRoleNeedsNoMoreThanItsRows() throws {
    try StoredProcess(try tested.open()).finish()
    let role = tested.name + "_role"
    try tested.run(
      """
      CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA \(tested.name) TO \(role);
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(tested.name) TO \(role);
      REVOKE INSERT, UPDATE, DELETE ON \(tested.name).version FROM \(role)
      """)
    let url = try #require(PostgresURL(tested.url.replacing("postgres@", with: role + "@")))
    let store = SessionStore(
      try PostgresSessionTables(url, durability: .commit, lease: 60_000), durability: .commit,
      try FieldStores([:]))
    let process = try StoredProcess(store)
    try process.open()
    try process.dispatch(["type": "count"])
    try process.call("session.delete", ["session": "counter"])
    // It can't make a schema of its own.
    let other = try #require(PostgresURL(tested.url.replacing("postgres@", with: role + "@") + "x"))
    #expect(throws: (any Error).self) {
      try PostgresSessionTables(other, durability: .commit, lease: 60_000)
    }
  }

  @Test func processesMakeTheTablesAtOnce() async throws {
    for _ in 0..<5 {
      let url = try #require(PostgresURL(try TestedStore(.postgresql).url))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask { _ = try PostgresSessionTables(url, durability: .commit, lease: 60_000) }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func tablesOfAnEarlierVersionAreBroughtUpToDate() throws {
    try StoredProcess(try tested.open()).finish()
    let shape = """
      SELECT string_agg(p.oid::regprocedure::text, ' ' ORDER BY p.proname) FROM pg_proc p
      WHERE p.pronamespace = '\(tested.name)'::regnamespace
      """
    let made = try tested.run(shape)
    let functions = try tested.run(
      """
      SELECT string_agg('DROP FUNCTION ' || p.oid::regprocedure::text, ';') FROM pg_proc p
      WHERE p.pronamespace = '\(tested.name)'::regnamespace AND p.proname <> 'conclude'
      """)
    try tested.run(
      functions
        + "; ALTER TABLE field_sessions DROP COLUMN commit; ALTER TABLE strays DROP COLUMN checksum; UPDATE version SET version = 1"
    )
    #expect(throws: (any Error).self) { try tested.read() }
    let process = try StoredProcess(try tested.open())
    try process.open()
    try process.dispatch(["type": "count"])
    #expect(try tested.run(shape) == made)
    #expect(try tested.run("SELECT version FROM version") == "3")
  }

  @Test func aLaterVersionIsRefused() throws {
    try StoredProcess(try tested.open()).finish()
    try tested.run("UPDATE version SET version = 99")
    #expect(throws: (any Error).self) { try tested.open() }
    #expect(throws: (any Error).self) { try tested.read() }
  }

  @Test func aMissingStoreIsntMadeByReading() throws {
    #expect(throws: (any Error).self) { try tested.read() }
    #expect(try tested.run("SELECT count(*) FROM pg_namespace WHERE nspname = '\(tested.name)'") == "0")
  }

  @Test func damageIsFound() throws {
    let process = try StoredProcess(try tested.open())
    for name in ["a", "b", "c", "d"] {
      try process.open(name)
      for _ in 0..<3 { try process.dispatch(["type": "count"], in: name) }
    }
    try process.finish()
    try tested.run(
      """
      DELETE FROM changes c USING sessions s WHERE c.session = s.id AND s.name = 'a' AND c.seq = 2;
      DELETE FROM changes c USING sessions s WHERE c.session = s.id AND s.name = 'b' AND c.seq = 3;
      UPDATE changes c SET body = body || '\\x20' FROM sessions s WHERE c.session = s.id AND s.name = 'c' AND c.seq = 1;
      """)
    for _ in 0..<2 {
      let (sound, findings) = try tested.read().verify()
      #expect(sound.map(\.name) == ["d"] && findings.compactMap(\.session) == ["a", "b", "c"])
      // What isn't whole is left as it is.
      #expect(try tested.open().vacuum() == 3)
    }
    let store = try tested.open()
    #expect(throws: (any Error).self) { try store.copy("b", to: try TestedStore(.sqlite).open()) }
    let entry = try #require(try store.find("b"))
    #expect(throws: (any Error).self) { try store.read(entry) }
    let next = try StoredProcess(try tested.open())
    #expect(throws: StoredProcess.Refusal.self) { try next.open("b") }
  }
}
