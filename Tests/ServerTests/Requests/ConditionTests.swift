import NavtreeJSON
import NavtreeJSONReading
import NavtreePersistence
import NavtreeTestSupport
import Testing

/// Requests that are for one state of the session alone.
@Suite struct ConditionTests {
  @Test(arguments: Till.requests.indices)
  func aRequestForAnotherStateIsAConflict(index: Int) throws {
    let (method, params) = Till.requests[index]
    let server = Conversation()
    try Till.begun(server)
    let seq = try #require(try server.call("snapshot.save")["seq"]?.integer)
    for other in [0, seq - 1, seq + 1] {
      do {
        try server.call(method, params.with("ifSeq", .integer(other)))
        Issue.record("\(method) is done")
      } catch let refusal as Conversation.Refusal {
        #expect(refusal.kind == "conflict")
        #expect(refusal.error["code"] == 1010)
        #expect(refusal.error["data"]?["seq"] == .integer(seq))
      }
    }
    #expect(try server.call("snapshot.save")["seq"] == .integer(seq))
    try server.call(method, params.with("ifSeq", .integer(seq)))
  }

  @Test(arguments: ["-1", "1.5", "null", #""1""#, "[]"])
  func aConditionIsACount(seq: String) throws {
    let server = try Conversation(flow: Till.flow)
    do {
      try server.call("popToRoot", ["ifSeq": JSONValue(parsing: seq)])
      Issue.record("it is done")
    } catch let refusal as Conversation.Refusal {
      #expect(refusal.kind == "invalidParams")
      #expect(refusal.error["data"]?["pointer"] == "/ifSeq")
    }
  }

  /// The first answer is worth more than the condition, which its own change has made false.
  @Test func aKeyIsLookedUpBeforeTheCondition() throws {
    let server = try Conversation(flow: Till.flow)
    let sell: JSONValue = ["action": ["type": "sell"], "request": "k", "ifSeq": 0]
    for _ in 0..<2 { #expect(try server.call("dispatch", sell)["seq"] == 1) }
    // A conflict isn't an answer, and is tried again.
    let next: JSONValue = ["action": ["type": "sell"], "request": "l", "ifSeq": 2]
    #expect(throws: Conversation.Refusal.self) { try server.call("dispatch", next) }
    try server.call("push", ["screen": "till"])
    #expect(try server.call("dispatch", next)["seq"] == 3)
  }

  /// A session that is stored and not open can be deleted, and nothing else.
  @Test func aSessionIsClosedAndDeletedOnACondition() throws {
    let server = Conversation(store: try SessionStore(path: SessionStore.memory, durability: .commit))
    try server.call("flow.load", ["yaml": .string(Till.flow)])
    try server.call("session.open", ["flow": "till"])
    try server.call("push", ["screen": "till"])
    func kind(_ method: String, _ params: JSONValue) -> String? {
      do {
        try server.call(method, params)
        return nil
      } catch { return (error as? Conversation.Refusal)?.kind }
    }
    #expect(kind("session.close", ["session": "till", "ifSeq": 0]) == "conflict")
    #expect(kind("session.delete", ["session": "till", "ifSeq": 0]) == "conflict")
    #expect(kind("session.close", ["session": "till", "ifSeq": 1]) == nil)
    #expect(kind("pop", ["session": "till", "ifSeq": 0]) == "unknownSession")
    #expect(kind("session.delete", ["session": "till", "ifSeq": 0]) == "conflict")
    #expect(kind("session.delete", ["session": "till", "ifSeq": 1]) == nil)
    #expect(kind("session.delete", ["session": "till", "ifSeq": 1]) == "unknownSession")
  }
}
