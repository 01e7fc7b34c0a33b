import NavtreeEngine
import NavtreeJSON
import NavtreeJSONReading
import OrderedCollections
import Testing

/// Rules that reject a failure of navtree's own: no host gets the refusal, and the effect is over.
@Suite struct RejectedFailureTests {
  /// The one whose input isn't kept fails when its session is opened again, and the one behind it is requested.
  @Test func aSessionOpensThoughAFailureIsRejected() throws {
    let server = try Conversation(
      flow: """
        navtree: 1
        flow: desk
        start: desk
        effects: { login: { input: { password: { type: string, sensitive: true } } }, save: {} }
        screens:
          desk:
            actions:
              login:
                payload: { password: { type: string, sensitive: true } }
                effect:
                  - { name: login, with: { password: "${action.password}" }, key: a, failed: failed }
                  - { name: save, key: a, policy: queue }
              failed: { private: true, reject: not yet }
        """)
    try server.call("dispatch", ["action": ["type": "login", "password": "planted"]])
    let snapshot = try server.call("snapshot.save")
    try server.call("session.close", ["session": "desk"])
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": "snapshot.restore", "params": ["snapshot": snapshot],
    ]
    let told = try server.send(request.description).split(separator: "\n")
      .map { try JSONValue(parsing: String($0)) }
    #expect(told.first { $0["id"] != nil }?["result"]?["session"] == "desk", "\(told)")
    #expect(told.filter { $0["method"] == "log" }.map { $0["params"]?["data"]?["effect"] } == [1])
    let asked = told.filter { $0["method"] == "effect.requested" }
    #expect(asked.map { $0["params"]?["effect"] } == [2])
    #expect(try server.call("effect.list").array?.map { $0["effect"] } == [2])
  }

  @Test(arguments: ["timeout", "deadline"]) func anEffectWhoseTimeIsUpIsOver(limit: String) throws {
    let server = Conversation(clock: .virtual)
    let flow = """
      navtree: 1
      flow: desk
      start: desk
      effects: { load: { \(limit): 5s } }
      screens:
        desk:
          actions:
            load: { effect: { name: load, policy: leading, failed: failed } }
            failed: { private: true, reject: not yet }
      """
    try server.call("flow.load", ["yaml": .string(flow)])
    try server.call("session.open", ["flow": "desk"])
    try server.call("dispatch", ["action": ["type": "load"]])
    let advanced = try server.call("clock.advance", ["by": "1m"])
    #expect(advanced["failed"]?.array?.map { $0["effect"] } == [1])
    #expect(try server.call("effect.list") == [])
    // It isn't in the way of the next one.
    try server.call("dispatch", ["action": ["type": "load"]])
    #expect(try server.call("effect.list").array?.map { $0["effect"] } == [2])
  }

  /// A host that is told that its answer was refused may give another one.
  @Test func anEffectWhoseAnswerIsRejectedStaysInFlight() throws {
    let server = try Conversation(
      flow: """
        navtree: 1
        flow: desk
        start: desk
        effects: { load: {} }
        screens:
          desk:
            actions:
              load: { effect: { name: load, failed: failed } }
              failed: { private: true, reject: not yet }
        """)
    try server.call("dispatch", ["action": ["type": "load"]])
    let refusal = #expect(throws: Conversation.Refusal.self) {
      try server.call("effect.fail", ["effect": 1, "error": "offline"])
    }
    #expect(refusal?.kind == "rejected")
    #expect(try server.call("effect.list").array?.map { $0["effect"] } == [1])
  }
}
