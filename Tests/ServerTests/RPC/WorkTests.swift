import NavtreeEngine
import NavtreeJSON
import NavtreeJSONReading
import OrderedCollections
import Testing

/// The work of requests, beside the transcript `work`.
@Suite struct WorkTests {
  private static let flow = """
    navtree: 1
    flow: work
    start: page
    screens:
      page:
        state: { count: integer }
        slots: { next: { presents: [page] } }
        actions:
          heavy: { set: { count: '${lists.range(state.count + 100).map(x, x).size()}' } }
          no: { when: 'state.count < 0', set: { count: 0 } }
    """

  private static let chains = """
    navtree: 1
    flow: chains
    start: root
    shared: { least: integer }
    actions: { raise: { shared: { least: '${shared.least + 1}' } } }
    screens:
      root: { kind: tabs, tabs: { first: page, second: page } }
      page:
        state: { count: integer }
        slots: { next: { presents: [page] } }
        actions:
          inc: { set: { count: '${state.count + 1}' } }
          no: { when: 'state.count < 0', set: { count: 0 } }
    """

  @Test func whatWasDoneIsReplayedAndRestoredUnderALowerLimit() throws {
    let server = Conversation()
    try server.call("flow.load", ["yaml": .string(Self.flow)])
    try server.call("session.open", ["flow": "work", "clock": "virtual", "record": true])
    try server.call("dispatch", ["action": ["type": "heavy"]])
    let lines = try #require(server.call("recording.export")["lines"])
    let snapshot = try server.call("snapshot.save")
    var limits = Limits()
    limits[.work] = 100
    let other = Conversation(limits: limits)
    try other.call("flow.load", ["yaml": .string(Self.flow)])
    #expect(try other.call("recording.replay", ["lines": lines])["equal"] == true)
    try other.call("snapshot.restore", ["snapshot": snapshot, "session": "restored"])
    #expect(try other.call("state.get", ["pointer": "/state/count"]) == 100)
    let refusal = #expect(throws: Conversation.Refusal.self) {
      try other.call("dispatch", ["action": ["type": "heavy"]])
    }
    #expect(refusal?.kind == "costExceeded")
  }

  @Test func findingTheScreensOfABroadcastIsAPartOfItsWork() throws {
    var limits = Limits()
    limits[.work] = 200
    let server = try Conversation(flow: Self.flow, limits: limits)
    let heavy = "lists.range(state.count + 100).all(x, x >= 0)"
    let refusal = #expect(throws: Conversation.Refusal.self) {
      try server.call(
        "broadcast", ["screen": "page", "where": .string(heavy), "action": ["type": "no"]])
    }
    #expect(refusal?.kind == "costExceeded")
    #expect(refusal?.error["data"]?["limit"] == "work")
    let light = try server.call(
      "broadcast", ["screen": "page", "where": "state.count == 0", "action": ["type": "no"]])
    #expect(light["declined"]?.array?.count == 1)
  }

  /// Each screen climbed for by itself would take 100,000,000 steps.
  @Test func screensFarFromTheFocusAreLookedAtTogether() throws {
    let server = try Conversation(flow: Self.chains)
    try server.call("select", ["at": "/main", "tab": "second"])
    try server.call("dispatch", ["at": "#2", "action": ["type": "inc"]])
    for (chain, start) in [("#2", "#2"), ("#3", "#3")] {
      var last = start
      for _ in 0..<10 {
        let actions = (0..<1_000).map { index -> JSONValue in
          let push: JSONValue = ["type": "nav.push", "screen": "page"]
          return index == 0 ? ["at": .string(last), "action": push] : ["action": push]
        }
        if chain == "#2" { try server.call("select", ["at": "/main", "tab": "first"]) }
        if chain == "#3" { try server.call("select", ["at": "/main", "tab": "second"]) }
        let results = try server.call("batch", ["actions": .array(actions)])["results"]?.array ?? []
        last = "#\(try #require(results.last?["id"]?.integer))"
      }
    }
    let far = try server.call("state.query", ["screen": "page", "where": "state.count == 1"])
    #expect(far.array?.map { $0["id"] } == [2])
    let subscribed = try server.call(
      "subscribe", ["query": ["screen": "page", "where": "state.count > shared.least"]])
    #expect(subscribed["value"]?.array?.map { $0["id"] } == [2])
    try server.call("dispatch", ["at": "/main", "action": ["type": "raise"]])
    let declined = try server.call(
      "broadcast", ["screen": "page", "where": "state.count == 1", "action": ["type": "no"]])
    #expect(declined["declined"]?.array?.map { $0["id"] } == [2])
  }

  @Test func queriesFollowScreensThatComeAndGo() throws {
    let server = try Conversation(flow: Self.flow)
    func ids(_ condition: String) throws -> [JSONValue?] {
      let found = try server.call("state.query", ["screen": "page", "where": .string(condition)])
      return (found.array ?? []).map { $0["id"] }
    }
    try server.call("subscribe", ["query": ["screen": "page", "where": "state.count == 0"]])
    for _ in 0..<3 { try server.call("push", ["screen": "page"]) }
    // One that begins between two changes, and one after another has ended.
    let second = try server.call("subscribe", ["query": ["screen": "page", "where": "state.count >= 0"]])
    try server.call("unsubscribe", ["subscription": 1])
    try server.call("pop")
    try server.call("unsubscribe", ["subscription": second["subscription"] ?? .null])
    try server.call("pop")
    let third = try server.call("subscribe", ["query": ["screen": "page", "where": "state.count == 0"]])
    #expect(third["value"]?.array?.count == 2)
    let output = server.send(
      #"{"jsonrpc":"2.0","id":9,"method":"history.undo","params":{"count":2}}"#)
    let changes = try output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
      .filter { $0["method"] == "state.changed" }
    #expect(changes.count == 1)
    #expect(changes.first?["params"]?["subscription"] == third["subscription"])
    #expect(changes.first?["params"]?["patch"]?.array?.count == 2)
    #expect(try ids("state.count == 0") == [1, 2, 3, 4])
  }
}
