import NavtreeJSON
import NavtreePersistence
import NavtreeTestSupport
import Testing

import NavtreePostgreSQL

/// Sessions that wait to be opened, and are taken together.
@Suite(
  "Sessions taken together", .serialized,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL isn't installed"))
struct TakingTests {
  private let tested: TestedStore

  init() throws { tested = try TestedStore(.postgresql) }

  @Test func sessionsThatWaitToBeOpenedAreTakenTogether() throws {
    let old = try StoredProcess(try tested.open(lease: 60_000))
    let names = (0..<5).map { "s\($0)" }
    for name in names {
      try old.open(name)
      try old.dispatch(["type": "keep", "text": .string(name)], in: name)
    }
    let saved = try names.map { try old.snapshot($0) }
    try old.open("kept")
    try tested.run("UPDATE sessions SET expires = clock_timestamp() - interval '1s' WHERE name <> 'kept'")
    let store = try tested.open()
    let new = try StoredProcess(store)
    try new.open("s0")
    try new.foresee(["s0", "s1", "s2", "s2", "s4", "kept", "absent"])
    let taken = try tested.run(
      "SELECT string_agg(name || epoch, ' ' ORDER BY name) FROM sessions WHERE epoch > 1")
    #expect(taken == "s02 s12 s22 s42")
    // Those that are taken need no statement of their own.
    try tested.run("ALTER TABLE sessions RENAME TO away")
    for name in ["s1", "s2"] { #expect(try new.open(name)["restored"] == true) }
    try tested.run("ALTER TABLE away RENAME TO sessions")
    #expect(throws: StoredProcess.Refusal.self) { try new.open("kept") }
    #expect(try new.open("absent")["restored"] == false)
    // One that nobody opened after all is released.
    new.endForesight()
    #expect(try tested.run("SELECT owner IS NULL, epoch FROM sessions WHERE name = 's4'") == "t|2")
    for name in ["s3", "s4"] { try new.open(name) }
    #expect(try names.map { try new.snapshot($0) } == saved)
    for name in names {
      try new.dispatch(["type": "count"], in: name)
      #expect(throws: StoredProcess.Refusal.self) { try old.dispatch(["type": "count"], in: name) }
    }
    #expect(try tested.read().verify().findings.isEmpty)
  }

  @Test func aSessionThatWasTakenMayBeDeletedBeforeItIsOpened() throws {
    let old = try StoredProcess(try tested.open())
    for name in ["a", "b", "c"] { try old.open(name) }
    try old.finish()
    let new = try StoredProcess(try tested.open())
    try new.open("a")
    try new.foresee(["b", "c"])
    try new.call("session.delete", ["session": "b"])
    #expect(try new.open("b")["restored"] == false)
    #expect(try new.open("c")["restored"] == true)
    new.endForesight()
    try new.dispatch(["type": "count"], in: "b")
    try new.dispatch(["type": "count"], in: "c")
    #expect(try tested.run("SELECT string_agg(name || seq, ' ' ORDER BY name) FROM sessions") == "a0 b1 c1")
  }

  @Test func aSessionThatWasTakenIsLostBeforeItIsOpened() throws {
    let old = try StoredProcess(try tested.open())
    for name in ["a", "b", "c"] { try old.open(name) }
    try old.finish()
    let new = try StoredProcess(try tested.open(lease: 300))
    try new.open("a")
    try new.foresee(["b", "c"])
    try tested.run(
      "UPDATE sessions SET epoch = 9, owner = 'other', expires = clock_timestamp() + interval '1h' WHERE name = 'b'"
    )
    while new.upkeepDelay ?? 0 > 0 { Instant.sleep(new.upkeepDelay ?? 0) }
    new.keepUp()
    #expect(throws: StoredProcess.Refusal.self) { try new.open("b") }
    try new.open("c")
    new.endForesight()
    #expect(try tested.run("SELECT epoch, owner FROM sessions WHERE name = 'b'") == "9|other")
  }

  @Test func largeSessionsAreTakenTogetherToo() throws {
    let text = String(repeating: "x", count: 40_000)
    let old = try StoredProcess(try tested.open())
    for name in ["a", "b", "c"] {
      try old.open(name)
      try old.dispatch(["type": "keep", "text": .string(name == "b" ? text : name)], in: name)
    }
    let saved = try old.snapshot("b")
    try old.finish()
    let new = try StoredProcess(try tested.open())
    try new.open("a")
    try new.foresee(["b", "c"])
    for name in ["b", "c"] { try new.open(name) }
    #expect(try new.snapshot("b") == saved)
  }

  @Test func namesThatLookAlikeAreTwoSessions() throws {
    let names = ["\u{e9}", "e\u{301}"]
    let old = try StoredProcess(try tested.open())
    try old.open("a")
    for name in names {
      try old.open(name)
      try old.dispatch(["type": "keep", "text": .string("\(name.utf8.count)")], in: name)
    }
    let saved = try names.map { try old.snapshot($0) }
    try old.finish()
    let new = try StoredProcess(try tested.open())
    try new.open("a")
    try new.foresee(names)
    for name in names { #expect(try new.open(name)["restored"] == true) }
    #expect(try names.map { try new.snapshot($0) } == saved)
  }
}
