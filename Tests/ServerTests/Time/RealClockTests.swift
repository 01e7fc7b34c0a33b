import NavtreeJSON
import NavtreeJSONReading
import NavtreePersistence
import NavtreeServer
import NavtreeEngine
import NavtreeTestSupport
import Testing

/// Sessions on a real clock, whose readings are given by hand.
@Suite struct RealClockTests {
  private static let flow = """
    navtree: 1
    flow: pulse
    start: home
    screens:
      home:
        state: { beats: integer, last: string }
        actions:
          beat:
            set: { beats: "${state.beats + 1}", last: "${string(now)}" }
            after: { delay: 100, key: beat, send: beat }
          stop: { cancel: beat }
    """

  private func server() throws -> Conversation {
    let server = Conversation()
    try server.call("flow.load", ["yaml": .string(Self.flow)])
    return server
  }

  @Test
  func eachTimerRunsAtItsOwnInstantHoweverLateTheReadingIs() throws {
    let server = try server()
    server.pass(to: 1_000_000)
    try server.call("session.open", ["flow": "pulse"])
    try server.call("dispatch", ["action": ["type": "beat"]])
    #expect(server.nextInstant == 1_000_100)
    server.pass(to: 1_000_099)
    #expect(try server.call("state.get", ["pointer": "/state/beats"]) == 1)
    server.pass(to: 1_000_350)
    #expect(try server.call("state.get", ["pointer": "/state/beats"]) == 4)
    #expect(try server.call("state.get", ["pointer": "/state/last"]) == "1970-01-01T00:16:40.3Z")
    #expect(try server.call("clock.get")["now"] == 1_000_350)
    #expect(server.nextInstant == 1_000_400)
  }

  @Test
  func aClockNeverGoesBack() throws {
    let server = try server()
    server.pass(to: 5_000)
    try server.call("session.open", ["flow": "pulse"])
    server.pass(to: 4_000)
    #expect(try server.call("clock.get")["now"] == 5_000)
    server.pass(to: .max)
    #expect(try server.call("clock.get")["time"] == "9999-12-31T23:59:59.999Z")
  }

  @Test
  func onlyTheSessionThatWaitsIsWoken() throws {
    let server = try server()
    for name in ["one", "two", "slow"] {
      try server.call(
        "session.open",
        ["flow": "pulse", "session": .string(name), "clock": name == "slow" ? "virtual" : "real"])
      try server.call("dispatch", ["session": .string(name), "action": ["type": "beat"]])
    }
    try server.call("dispatch", ["session": "two", "action": ["type": "stop"]])
    server.pass(to: 100)
    let beats = try ["one", "two", "slow"].map {
      try server.call("state.get", ["session": .string($0), "pointer": "/state/beats"])
    }
    #expect(beats == [2, 1, 1])
    try server.call("session.close", ["session": "one"])
    server.pass(to: 1_000)
    #expect(server.nextInstant == nil)
  }

  /// Nothing waits to be stored any more.
  @Test(arguments: ["session.close", "session.delete"])
  func theEndOfASessionLeavesNothingToDo(method: String) throws {
    let server = Conversation(store: try SessionStore(path: SessionStore.memory, durability: .batch))
    try server.call("flow.load", ["yaml": .string(Self.flow)])
    server.pass(to: 1_000)
    try server.call("session.open", ["flow": "pulse"])
    try server.call("dispatch", ["action": ["type": "beat"]])
    #expect(server.commit() == nil)
    #expect(server.nextInstant == 1_100)
    try server.call(method, ["session": "pulse"])
    server.pass(to: 1_100)
    #expect(server.commit() == nil)
    #expect(server.nextInstant == nil)
  }

  @Test
  func whatSpinsLeavesTheServerItsTurn() throws {
    var limits = Limits()
    limits[.firings] = 10
    let server = Conversation(limits: limits)
    let flow = Self.flow.replacing("delay: 100", with: "delay: 0")
    try server.call("flow.load", ["yaml": .string(flow)])
    try server.call("session.open", ["flow": "pulse"])
    try server.call("dispatch", ["action": ["type": "beat"]])
    server.pass(to: 1)
    #expect(try server.call("state.get", ["pointer": "/state/beats"]) == 11)
    server.pass(to: 2)
    #expect(try server.call("state.get", ["pointer": "/state/beats"]) == 21)
    try server.call("dispatch", ["action": ["type": "stop"]])
    server.pass(to: 3)
    #expect(server.nextInstant == nil)
  }

  @Test
  func aTimersChangeCanBeUndone() throws {
    let server = try server()
    try server.call("session.open", ["flow": "pulse"])
    try server.call("dispatch", ["action": ["type": "beat"]])
    server.pass(to: 100)
    #expect(try server.call("state.get", ["pointer": "/state/beats"]) == 2)
    server.pass(to: 150)
    try server.call("history.undo")
    server.pass(to: 249)
    #expect(try server.call("state.get", ["pointer": "/state/beats"]) == 1)
    server.pass(to: 250)
    #expect(try server.call("state.get", ["pointer": "/state/beats"]) == 2)
  }

  // MARK: Pauses

  private static func timers(of session: JSONValue = "pulse", on server: Conversation) throws -> JSONValue? {
    try server.call("clock.get", ["session": session])["timers"]?.array.map { timers in
      .array(timers.compactMap { $0["due"] })
    }
  }

  @Test
  func aPausedClockStandsStill() throws {
    let server = try server()
    try server.call("session.open", ["flow": "pulse"])
    try server.call("dispatch", ["action": ["type": "beat"]])
    server.pass(to: 40)
    #expect(try server.call("clock.pause") == ["now": 40])
    server.pass(to: 1_000)
    #expect(try server.call("clock.pause") == ["now": 40])
    #expect(try server.call("clock.get")["now"] == 40)
    #expect(try server.call("clock.get")["paused"] == true)
    #expect(try server.call("state.get", ["pointer": "/state/beats"]) == 1)
    // What is set meanwhile counts from the pause.
    try server.call("dispatch", ["action": ["type": "beat"]])
    #expect(try Self.timers(on: server) == [100, 140])
    #expect(try server.call("state.get", ["pointer": "/state/last"]) == "1970-01-01T00:00:00.04Z")
    server.pass(to: 2_040)
    #expect(try server.call("clock.resume") == ["now": 2_040])
    #expect(try Self.timers(on: server) == [2_100, 2_140])
    #expect(server.nextInstant == 2_100)
    server.pass(to: 2_139)
    #expect(try server.call("state.get", ["pointer": "/state/beats"]) == 3)
    #expect(try server.call("clock.resume") == ["now": 2_139])
    #expect(try server.call("clock.get")["paused"] == nil)
  }

  @Test
  func aForkOfAPausedSessionRuns() throws {
    let server = try server()
    try server.call("session.open", ["flow": "pulse"])
    try server.call("dispatch", ["action": ["type": "beat"]])
    server.pass(to: 40)
    try server.call("clock.pause")
    server.pass(to: 540)
    try server.call("session.fork", ["session": "pulse", "as": "trial"])
    #expect(try Self.timers(of: "trial", on: server) == [600])
    #expect(try Self.timers(on: server) == [100])
    server.pass(to: 600)
    #expect(
      try server.call("state.get", ["session": "trial", "pointer": "/state/beats"]) == 2)
    #expect(
      try server.call("state.get", ["session": "pulse", "pointer": "/state/beats"]) == 1)
  }

  @Test
  func aPauseIsReplayed() throws {
    let server = try server()
    try server.call("session.open", ["flow": "pulse", "record": true])
    try server.call("dispatch", ["action": ["type": "beat"]])
    server.pass(to: 40)
    try server.call("clock.pause")
    server.pass(to: 540)
    try server.call("dispatch", ["action": ["type": "beat"]])
    server.pass(to: 700)
    try server.call("clock.resume")
    server.pass(to: 1_000)
    let lines = try #require(try server.call("recording.export")["lines"]?.array)
    #expect(lines.compactMap { $0["now"] } == [0, 40, 540, 700, 1_000])
    let replay = try server.call("recording.replay", ["lines": .array(lines)])
    #expect(replay["equal"] == true, "\(replay)")
  }

  @Test
  func theServingProcessRunsTimersWhileNothingIsRead() throws {
    let flow = """
      navtree: 1
      flow: once
      start: home
      screens:
        home:
          state: { done: boolean }
          actions:
            later: { after: { delay: 1, send: refuse } }
            refuse: { reject: "it is ${string(now > timestamp('2020-01-01T00:00:00Z'))}" }
      """
    let child = try ChildProcess(["serve"])
    let requests: [JSONValue] = [
      ["jsonrpc": "2.0", "method": "flow.load", "params": ["yaml": .string(flow)]],
      ["jsonrpc": "2.0", "method": "session.open", "params": ["flow": "once"]],
      ["jsonrpc": "2.0", "method": "dispatch", "params": ["action": ["type": "later"]]],
    ]
    let lines = Array(requests.map { "\($0)\n" }.joined().utf8)
    #expect(child.send(lines) == lines.count)
    let told = try JSONValue(parsing: child.line())
    #expect(told["method"] == "log")
    #expect(told["params"]?["message"] == "a timer's change failed: it is true")
    #expect(try child.finish().status == 0)
  }
}
