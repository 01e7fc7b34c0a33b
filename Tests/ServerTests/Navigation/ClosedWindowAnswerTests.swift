import NavtreeJSON
import OrderedCollections
import Testing

/// Answers name the window acted on, though it has another number once windows before it have closed.
@Suite struct ClosedWindowAnswerTests {
  private static let flow = """
    navtree: 1
    flow: windows
    start: { main: home, player: home }
    shared: { user: string }
    links:
      - { url: "/close/{w}", opens: { screen: closer, params: { w: "${link.w}" } } }
      - { url: "/play/{w}", at: /player, opens: { screen: closer, params: { w: "${link.w}" } } }
      - { url: /in, at: /main, opens: home, when: shared.user != '', waits: always }
    screens:
      home:
        slots: { next: { presents: [draft] } }
        state: { n: integer }
        actions:
          add: { set: { n: "${state.n + 1}" } }
          close: { payload: { w: string }, closeWindow: "${action.w}" }
          signIn: { closeWindow: b, shared: { user: ada } }
      closer:
        params: { w: string }
        lifecycle: { presented: { send: { to: self, action: close } } }
        actions: { close: { private: true, closeWindow: "${params.w}" } }
      opener:
        lifecycle: { presented: { send: { to: self, action: more } } }
        actions: { more: { private: true, openWindow: { window: extra, screen: home } } }
      draft:
        dismissible: "false"
        actions: { dismissRequested: { closeWindow: player } }
    """

  private let server: Conversation

  init() throws {
    server = try Conversation(flow: Self.flow)
    for window in ["b", "c"] { try open(window) }
  }

  private func open(_ window: String) throws {
    try server.call("window.open", ["window": .string(window), "screen": "home"])
  }

  /// With a window behind that one, the former number is another window's; without, no window's.
  private static let behind = [[], ["d"]]

  @Test(arguments: behind) func aLinkThatClosesAWindow(behind: [String]) throws {
    try behind.forEach(open)
    let action: JSONValue = ["type": "nav.open", "url": "/close/b"]
    let told = try server.call("explain", ["window": "c", "action": action])
    #expect(told["active"] == "/c", "\(told)")
    #expect(try server.call("link.open", ["window": "c", "url": "/close/b"])["active"] == "/c")
    let answer = try server.call(
      "dispatch", ["window": "c", "action": ["type": "nav.open", "url": "/close/player"]])
    #expect(answer["active"] == "/c")
  }

  @Test(arguments: behind) func aRefusalWhoseScreenClosesAWindow(behind: [String]) throws {
    try behind.forEach(open)
    try server.call("push", ["window": "c", "screen": "draft"])
    let told = try server.call("explain", ["window": "c", "action": ["type": "nav.pop"]])
    #expect(told["error"]?["data"]?["active"] == "/c/next", "\(told)")
    let refusal = #expect(throws: Conversation.Refusal.self) { try server.call("pop", ["window": "c"]) }
    #expect(refusal?.error["data"]?["active"] == "/c/next")
  }

  /// The action closes one window, and the screen that refuses to make way for the link another one.
  @Test(arguments: behind) func aScreenThatIsAskedAfterTheChangeClosesAWindow(behind: [String]) throws {
    try behind.forEach(open)
    try server.call("push", ["window": "main", "screen": "draft"])
    try server.call("link.open", ["url": "/in"])
    let answer = try server.call("dispatch", ["at": "/c", "action": ["type": "signIn"]])
    #expect(answer["active"] == "/c")
    let left = try server.call("window.list").array?.compactMap { $0["window"]?.string }
    #expect(left == ["main", "c"] + behind)
  }

  @Test(arguments: behind) func partsOfABatchAfterOneThatClosesAWindow(behind: [String]) throws {
    try behind.forEach(open)
    let answer = try server.call(
      "batch",
      [
        "actions": [
          ["at": "/main", "action": ["type": "close", "w": "b"]],
          ["at": "/c", "action": ["type": "add"]],
          ["at": "/c", "action": ["type": "nav.open", "url": "/close/player"]],
          ["at": "/c", "action": ["type": "nav.open", "url": "/in"]],
        ]
      ])
    #expect(answer["results"]?.array?.compactMap { $0["active"] } == ["/main", "/c", "/c", "/c"])
  }

  @Test func aSessionThatOpensWithALinkWhichClosesAWindow() throws {
    let answer = try server.call(
      "session.open", ["flow": "windows", "session": "other", "link": "/play/main"])
    #expect(answer["active"] == "/player")
  }

  @Test func aWindowWhoseScreenOpensAnother() throws {
    let answer = try server.call("window.open", ["window": "d", "screen": "opener"])
    #expect(answer["active"] == "/d")
  }
}
