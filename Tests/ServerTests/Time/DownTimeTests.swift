import NavtreeEngine
import NavtreeJSON
import NavtreePersistence
import NavtreeTestSupport
import Testing

/// Time that goes on while no process runs.
@Suite struct DownTimeTests {
  private static let flow = """
    navtree: 1
    flow: time
    start: home
    effects: { pay: {} }
    screens:
      home:
        state: { log: { type: array, items: string, maxItems: 100 }, count: integer }
        actions:
          note: { payload: { text: string }, set: { /log/-: "${action.text} ${string(now)}" } }
          several:
            after:
              - { delay: 3s, send: { action: note, with: { text: third } } }
              - { delay: 1s, send: { action: note, with: { text: first } } }
              - { delay: 2s, send: { action: note, with: { text: second } } }
          tick: { set: { count: "${state.count + 1}" }, after: { delay: 1m, send: tick } }
          run: { after: { delay: 10s, while: running, send: { action: note, with: { text: ran } } } }
          pay: { effect: { name: pay, timeout: 10s } }
          file: { effect: { name: pay, timeout: 1m, deadline: 100s, retries: forever, failed: unfiled } }
          unfiled: { private: true, set: { /log/-: "${action.error.kind} ${string(now)}" } }
          rest: { after: { idle: 1m, for: session, send: idled } }
          look: {}
    actions: { idled: { private: true, send: { to: root, action: note, with: { text: idled } } } }
    """

  /// A process that serves a folder's store from an instant on.
  private static func serve(
    _ folder: TemporaryFolder, at second: Int, limits: Limits = Limits()
  ) throws -> Conversation {
    let store = try SessionStore(path: folder.path + "/store.db", durability: .commit)
    let server = Conversation(limits: limits, store: store)
    server.pass(to: instant(second))
    _ = try server.call("flow.load", ["yaml": .string(flow)])
    try server.call("session.open", ["flow": "time", "clock": "real"])
    server.commit()
    return server
  }

  /// Some seconds after midnight.
  private static func instant(_ second: Int) -> Int { 1_000_080_000_000 + second * 1_000 }

  private static func time(_ second: Int) -> String {
    let rest = second % 60
    return "2001-09-10T00:0\(second / 60):\(rest < 10 ? "0" : "")\(rest)Z"
  }

  private static func dispatch(_ server: Conversation, _ types: String...) throws {
    for type in types { try server.call("dispatch", ["action": ["type": .string(type)]]) }
    server.commit()
  }

  /// A copy of the files that a kill would leave in a folder.
  private static func copy(_ folder: TemporaryFolder) throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    for name in ["store.db", "store.db-wal"] {
      if let bytes = Files.bytes(of: "\(folder.path)/\(name)") {
        Files.write(bytes, to: "\(copy.path)/\(name)")
      }
    }
    return copy
  }

  /// The texts of the log if all have the same time.
  private static func log(_ server: Conversation, at second: Int) throws -> [String] {
    let log = try server.call("state.get", ["pointer": "/state/log"]).array ?? []
    return log.compactMap(\.string).map {
      $0.hasSuffix(" " + time(second)) ? String($0.dropLast(time(second).utf8.count + 1)) : $0
    }
  }

  private static func remaining(_ server: Conversation) throws -> [Int?] {
    let timers = try server.call("snapshot.save")["timers"]?.array ?? []
    return timers.map { $0["remaining"]?.integer }
  }

  @Test(arguments: [true, false])
  func whatFellDueRunsOnceAtTheOpening(isKilled: Bool) throws {
    let folder = try TemporaryFolder()
    let first = try Self.serve(folder, at: 0)
    try Self.dispatch(first, "several", "tick")
    if !isKilled { try first.finish(at: Self.instant(1)) }
    let next = try Self.copy(folder)
    let second = try Self.serve(next, at: 200)
    #expect(try Self.log(second, at: 200) == ["first", "second", "third"])
    // Of the three periods that were missed one has run.
    #expect(try second.call("state.get", ["pointer": "/state/count"]) == 2)
    #expect(try Self.remaining(second) == [60_000])
    let third = try Self.serve(Self.copy(next), at: 210)
    #expect(try third.call("state.get", ["pointer": "/state/count"]) == 2)
    #expect(try Self.remaining(third) == [50_000])
  }

  @Test func beyondTheLimitTheRestFollows() throws {
    let folder = try TemporaryFolder()
    let first = try Self.serve(folder, at: 0)
    try Self.dispatch(first, "several")
    var limits = Limits()
    limits[.firings] = 2
    let second = try Self.serve(Self.copy(folder), at: 200, limits: limits)
    #expect(try Self.log(second, at: 200) == ["first", "second"])
    second.pass(to: Self.instant(200))
    #expect(try Self.log(second, at: 200) == ["first", "second", "third"])
  }

  @Test func anEffectThatIsAskedAgainHasItsWholeTime() throws {
    let folder = try TemporaryFolder()
    let first = try Self.serve(folder, at: 0)
    try Self.dispatch(first, "pay")
    let second = try Self.serve(Self.copy(folder), at: 200)
    #expect(try Self.remaining(second) == [10_000])
    #expect(try second.call("effect.list").array?.count == 1)
    first.pass(to: Self.instant(4))
    try first.call("clock.pause")
    first.commit()
    #expect(try Self.remaining(Self.serve(Self.copy(folder), at: 200)) == [10_000])
  }

  @Test func aDeadlineGoesOnByTheClock() throws {
    let folder = try TemporaryFolder()
    let first = try Self.serve(folder, at: 0)
    try Self.dispatch(first, "file")
    let next = try Self.copy(folder)
    let second = try Self.serve(next, at: 50)
    // Its timeout begins anew, its deadline doesn't.
    #expect(try Self.remaining(second) == [60_000, 50_000])
    #expect(try second.call("effect.list").array?.first?["deadline"] == .integer(Self.instant(100)))
    second.pass(to: Self.instant(99))
    #expect(try second.call("effect.list").array?.count == 1)
    second.pass(to: Self.instant(100))
    #expect(try Self.log(second, at: 100) == ["timedOut"])
    // Where it was over meanwhile, the host isn't asked again.
    let third = try Self.serve(Self.copy(folder), at: 150)
    #expect(try Self.log(third, at: 150) == ["timedOut"])
    #expect(try third.call("effect.list") == [])
  }

  @Test func anIdleTimeGoesOnFromTheLastRequest() throws {
    let folder = try TemporaryFolder()
    let first = try Self.serve(folder, at: 0)
    try Self.dispatch(first, "rest")
    first.pass(to: Self.instant(30))
    // A request that changes nothing counts, and a read doesn't.
    try Self.dispatch(first, "look")
    first.pass(to: Self.instant(40))
    _ = try first.call("state.get")
    let second = try Self.serve(Self.copy(folder), at: 70)
    #expect(try Self.remaining(second) == [20_000])
    let third = try Self.serve(Self.copy(folder), at: 95)
    #expect(try Self.log(third, at: 95) == ["idled"])
  }

  @Test func whileRunningOnlyTheTimeOfProcessesCounts() throws {
    let folder = try TemporaryFolder()
    let first = try Self.serve(folder, at: 0)
    try Self.dispatch(first, "run")
    first.pass(to: Self.instant(2))
    try Self.dispatch(first, "tick")
    first.pass(to: Self.instant(4))
    // A kill: what ran since the last commit doesn't count.
    let killed = try Self.serve(Self.copy(folder), at: 200)
    #expect(try Self.remaining(killed) == [8_000, 60_000])
    killed.pass(to: Self.instant(205))
    #expect(try Self.log(killed, at: 208) == [])
    killed.pass(to: Self.instant(208))
    #expect(try Self.log(killed, at: 208) == ["ran"])
    try first.finish(at: Self.instant(5))
    let ended = try Self.serve(Self.copy(folder), at: 200)
    #expect(try Self.remaining(ended).first == 5_000)
  }

  @Test func aClockThatIsSetBackMakesNothingLaterThanItsDelay() throws {
    let folder = try TemporaryFolder()
    let first = try Self.serve(folder, at: 500)
    try Self.dispatch(first, "several")
    let second = try Self.serve(Self.copy(folder), at: 0)
    #expect(try Self.remaining(second) == [3_000, 1_000, 2_000])
  }

  @Test func aSnapshotGoesOnWithTheTimeLeft() throws {
    let folder = try TemporaryFolder()
    let first = try Self.serve(folder, at: 0)
    try Self.dispatch(first, "several")
    let saved = try first.call("snapshot.save")
    #expect(saved["now"] == nil)
    first.pass(to: Self.instant(200))
    try first.call("snapshot.restore", ["snapshot": saved, "session": "copy"])
    #expect(try first.call("snapshot.save", ["session": "copy"])["timers"] == saved["timers"])
  }

  @Test func aPauseEndsWithTheOpening() throws {
    let folder = try TemporaryFolder()
    let first = try Self.serve(folder, at: 0)
    try Self.dispatch(first, "several")
    try first.call("clock.pause")
    first.commit()
    let second = try Self.serve(Self.copy(folder), at: 200)
    #expect(try Self.remaining(second) == [3_000, 1_000, 2_000])
    second.pass(to: Self.instant(204))
    #expect(try Self.log(second, at: 201).first == "first")
  }

  @Test func aReplayRunsWhatFellDue() throws {
    let folder = try TemporaryFolder()
    let first = try Self.serve(folder, at: 0)
    try Self.dispatch(first, "several", "tick", "run", "pay")
    let copy = try Self.copy(folder)
    let store = try SessionStore(path: copy.path + "/store.db", durability: .off)
    let server = Conversation(store: store)
    server.pass(to: Self.instant(200))
    _ = try server.call("flow.load", ["yaml": .string(Self.flow)])
    try server.call("session.open", ["flow": "time", "record": true])
    try Self.dispatch(server, "tick")
    server.pass(to: Self.instant(400))
    let lines = try server.call("recording.export")["lines"] ?? []
    let replay = try Conversation(flow: Self.flow).call("recording.replay", ["lines": lines])
    #expect(replay["equal"] == true, "\(replay)")
  }
}
