import NavtreeJSON
import NavtreeTestSupport
import Testing

/// Effects whose input isn't kept whole: once their session is opened again, no host is asked for them.
@Suite struct WithheldEffectTests {
  private static let flow = """
    navtree: 1
    flow: desk
    start: desk
    effects: { login: { input: { password: { type: string, sensitive: true } } } }
    screens:
      desk:
        state: { failures: integer }
        actions:
          login:
            payload: { password: { type: string, sensitive: true } }
            effect: { name: login, with: { password: "${action.password}" }, policy: queue, failed: failed }
          failed: { set: { failures: "${state.failures + 1}" } }
          count: { set: { failures: "${state.failures + 10}" } }
    """

  private static func restored() throws -> Conversation {
    let server = try Conversation(flow: flow)
    for password: JSONValue in ["planted", "sesame"] {
      try server.call("dispatch", ["action": ["type": "login", "password": password]])
    }
    let snapshot = try server.call("snapshot.save")
    try server.call("session.close", ["session": "desk"])
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": "snapshot.restore", "params": ["snapshot": snapshot],
    ]
    #expect(!server.send(request.description).contains("effect.requested"))
    return server
  }

  @Test func thoseThatWaitForOthersFailAsWell() throws {
    let server = try Self.restored()
    #expect(try server.call("effect.list") == [])
    #expect(try server.call("state.get", ["pointer": "/state/failures"]) == 2)
  }

  @Test func undoDoesNotBringThemBack() throws {
    let server = try Self.restored()
    try server.call("dispatch", ["action": ["type": "count"]])
    try server.call("history.undo", ["count": 9])
    #expect(try server.call("effect.list") == [])
    #expect(try server.call("state.get", ["pointer": "/state/failures"]) == 2)
  }
}
