import NavtreeJSON
import OrderedCollections
import NavtreeServer
import NavtreeTestSupport
import Testing

/// Receipts and patches of random actions, compared with the states before and after.
@Suite struct ReceiptTests {
  private static let actions: [JSONValue] = [
    ["type": "search", "query": "a"], ["type": "search", "query": "b"], ["type": "open", "id": 3],
    ["type": "star"], ["type": "older"], ["type": "write"], ["type": "answer"],
    ["type": "edit", "text": "dear"], ["type": "edit", "text": ""], ["type": "choose", "name": "sound"],
    ["type": "nav.pop"], ["type": "nav.back"], ["type": "nav.dismiss"], ["type": "nav.popToRoot"],
    ["type": "nav.select", "tab": "settings"], ["type": "nav.select", "tab": "inbox"],
    ["type": "nav.focus", "pane": "topics"], ["type": "nav.push", "screen": "message", "params": ["id": 1]],
    ["type": "nav.replace", "screen": "message", "params": ["id": 9]],
    ["type": "nav.setParams", "params": ["id": 4]],
  ]

  @Test(arguments: [1, 2, 3] as [UInt64])
  func aPatchLeadsFromTheOldStateToTheNewOne(seed: UInt64) throws {
    let conversation = try Conversation(flow: ExampleFlow.yaml)
    var random = SeededGenerator(seed: seed)
    var before = try State(conversation)
    var done = 0
    for step in 0..<500 {
      let action = try #require(Self.actions.randomElement(using: &random))
      let at = try #require(before.rows.keys.randomElement(using: &random))
      let params: JSONValue = [
        "at": .string("#\(at)"), "action": action, "return": ["receipt", "patch", "state"],
      ]
      guard let answer = try? conversation.call("dispatch", params) else {
        let after = try State(conversation)
        #expect(after.whole == before.whole, "seed \(seed), step \(step): \(action) was refused")
        continue
      }
      done += 1
      let after = try State(conversation)
      let patch = try JSONPatch(try #require(answer["patch"]))
      #expect(try before.whole.applying(patch) == after.whole, "seed \(seed), step \(step): \(action)")
      #expect(answer["state"] == after.whole)
      let changed = before.rows.filter { id, row in after.rows[id] != nil && after.rows[id] != row }
      #expect(Self.ids(answer["created"]) == Set(after.rows.keys).subtracting(before.rows.keys))
      #expect(Self.ids(answer["removed"]) == Set(before.rows.keys).subtracting(after.rows.keys))
      #expect(Self.ids(answer["changed"]) == Set(changed.keys), "seed \(seed), step \(step): \(action)")
      before = after
    }
    #expect(done > 100, "seed \(seed): \(done) of 500 were done")
  }

  /// The whole visible state of a session.
  private struct State {
    let whole: JSONValue
    /// The screens by id, each without what it holds.
    var rows: OrderedDictionary<Int, JSONValue> = [:]

    init(_ conversation: Conversation) throws {
      whole = try conversation.call("state.get", ["at": "/main"])
      let rows = try conversation.call("state.get", ["at": "/main", "flat": true])
      for row in rows.array ?? [] { self.rows[row["id"]?.integer ?? 0] = row }
    }
  }

  private static func ids(_ rows: JSONValue?) -> Set<Int> {
    Set((rows?.array ?? []).compactMap { $0["id"]?.integer })
  }
}
