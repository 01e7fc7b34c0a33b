import NavtreeJSON
import NavtreeJSONReading
import OrderedCollections
import Testing

/// What is lost with a window that closes, and what isn't.
@Suite struct ClosingWindowTests {
  /// Broadcasts to the screens of the window alone are lost with it.
  @Test func broadcastsOfAClosedWindowReachTheOthers() throws {
    let server = try Conversation(
      flow: """
        navtree: 1
        flow: desk
        start: home
        screens:
          home:
            state: { closed: integer, said: integer }
            actions:
              note: { set: { closed: "${state.closed + 1}" } }
              say: { set: { said: "${state.said + 1}" } }
          page:
            lifecycle:
              dismissed:
                broadcast:
                  - { screen: home, action: note }
                  - { screen: page, action: hear, window: "${screen.window}" }
            actions:
              hear: { reject: nobody is left }
              leave:
                send: { to: self, action: nav.closeWindow, with: { window: "${screen.window}" } }
                broadcast:
                  - { screen: home, action: say }
                  - { screen: page, action: hear, window: "${screen.window}" }
        """)
    try server.call("window.open", ["window": "side", "screen": "page"])
    try server.call("window.close", ["window": "side"])
    #expect(try server.call("state.query", ["expr": "screens[0].state"]) == ["closed": 1, "said": 0])
    try server.call("window.open", ["window": "side", "screen": "page"])
    try server.call("dispatch", ["at": "/side", "action": ["type": "leave"]])
    #expect(try server.call("state.query", ["expr": "screens[0].state"]) == ["closed": 2, "said": 1])
  }

  /// The same change opens another window of its name.
  @Test func aWaitingLinkIsDroppedThoughItsWindowOpensAgain() throws {
    let server = try Conversation(
      flow: """
        navtree: 1
        flow: desk
        start: home
        shared: { user: string }
        links: [{ url: /draft, opens: draft, when: shared.user != '', waits: always }]
        screens:
          home:
            actions:
              signIn: { shared: { user: ada } }
              reopen: { steps: [{ closeWindow: side }, { openWindow: { window: side, screen: home } }] }
          draft: {}
        """)
    try server.call("window.open", ["window": "side", "screen": "home"])
    try server.call("link.open", ["window": "side", "url": "/draft"])
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": "dispatch",
      "params": ["at": "/main", "action": ["type": "reopen"]],
    ]
    let told = try server.send(request.description).split(separator: "\n")
      .map { try JSONValue(parsing: String($0)) }
    let failed = told.filter { $0["method"] == "link.failed" }
    #expect(failed.map { $0["params"]?["why"]?["dropped"] } == ["closed"])
    #expect(try server.call("link.list") == [])
    try server.call("dispatch", ["at": "/main", "action": ["type": "signIn"]])
    let windows = try server.call("window.list").array?.map { $0["active"] }
    #expect(windows == ["/main", "/side"])
    #expect(try server.call("state.get", ["at": "/side", "pointer": "/screen"]) == "home")
  }
}
