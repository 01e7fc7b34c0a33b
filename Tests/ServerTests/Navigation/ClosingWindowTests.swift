import NavtreeJSON
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
}
