import NavtreeJSON
import NavtreeJSONReading
import Testing

/// Screens that stand elsewhere than before, and those that waited for them, as a host sees it.
@Suite struct MovedScreenTests {
  private static let flow = """
    navtree: 1
    flow: moved
    start: { main: home, side: home }
    screens:
      home:
        slots: { next: { presents: [page] }, over: { presents: [page], style: sheet } }
        actions:
          open: { push: page }
          lift: { move: { at: /main/next, to: /main, in: over } }
          pass: { move: { at: /main/next, to: /side, in: next } }
          close: { dismiss: { at: /main/over } }
          tabs: { reset: { tree: { screen: tabs } } }
      tabs: { kind: tabs, tabs: { first: page, second: page } }
      page:
        returns: string?
        state: { text: string }
        slots: { next: { presents: [page] }, beside: { presents: [page] }, sheet: { presents: [page], style: sheet } }
        actions:
          write: { set: { text: written } }
          beside: { push: { screen: page, in: beside } }
          ask: { present: { screen: page, in: sheet, then: got } }
          got: { private: true }
          out: { move: { to: /side, in: over } }
    """

  private let host: Conversation

  init() throws { host = try Conversation(flow: Self.flow) }

  /// The params of the notifications of a method that a request causes.
  private func told(_ method: String, by name: String, _ params: JSONValue) throws -> [JSONValue] {
    let request: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": .string(name), "params": params]
    return try host.send(request.description).split(separator: "\n")
      .map { try JSONValue(parsing: String($0)) }
      .filter { $0["method"] == .string(method) }.compactMap { $0["params"] }
  }

  private func act(_ name: String, at place: JSONValue? = nil) throws {
    try host.call("dispatch", ["action": ["type": .string(name)], "at": place ?? "/main"])
  }

  @Test func aScreenThatComesBackThroughTheHistoryIsPresentedOnce() throws {
    try host.call("subscribe", ["lifecycle": true])
    for name in ["open", "lift", "close"] { try act(name) }
    let events = try told("screen.lifecycle", by: "history.goto", ["seq": 1])
    #expect(events.compactMap { $0["event"] } == ["disappeared", "presented", "appeared"])
    #expect(events.last?["at"] == "/main/next")
  }

  @Test func forAFollowerOfAWindowAScreenThatMovedToAnotherIsGone() throws {
    try act("open")
    let seen = try host.call("subscribe", ["form": "transitions", "window": "main"])["subscription"]
    try host.call("subscribe", ["form": "transitions", "window": "side"])
    let moved = try told("state.transitions", by: "dispatch", ["at": "/main", "action": ["type": "pass"]])
    let (main, side) = (
      moved.first { $0["subscription"] == seen }, moved.first { $0["subscription"] != seen }
    )
    #expect(main?["transitions"]?[0]?["created"] == [])
    #expect(main?["transitions"]?[0]?["removed"]?[0]?["id"] == 3)
    #expect(side?["transitions"]?[0]?["created"]?[0]?["id"] == 3)
    #expect(side?["transitions"]?[0]?["removed"] == [])
  }

  @Test func aResultIsntOwedToAScreenThatHasGone() throws {
    try act("open")
    try act("ask", at: "/main/next")
    try act("out", at: "/main/next/sheet")
    let owed: JSONValue = ["expr": "owed.results.map(r, r.to)"]
    #expect(try host.call("state.query", owed) == ["page"])
    try host.call("pop", ["at": "/main/next"])
    #expect(try host.call("state.query", owed) == [])
  }

  @Test func whatIsReusedStandsInItsPlace() throws {
    try act("open")
    try act("beside", at: "/main/next")
    try act("write", at: "/main/next/beside")
    let kept: JSONValue = [
      "screen": "home", "slots": ["next": ["screen": "page", "slots": ["beside": "page"]]],
    ]
    try host.call("reset", ["at": "/main", "tree": kept, "reuse": true])
    #expect(try host.call("state.get", ["at": "/main/next/beside", "pointer": "/state/text"]) == "written")
    try host.call("reset", ["at": "/main", "tree": ["home", "page", "page"], "reuse": true])
    #expect(try host.call("state.get", ["at": "/main/next/next", "pointer": "/state/text"]) == "")
    // Of another type's slots those of the same name are the same place, not those of the same number.
    try act("tabs")
    try act("write", at: "/main/first")
    try host.call("reset", ["at": "/main", "tree": ["page", "page"], "reuse": true])
    #expect(try host.call("state.get", ["at": "/main/next", "pointer": "/state/text"]) == "")
  }
}
