import NavtreeJSON
import Testing

/// Inputs that fuzzers found: each of them ends a process, or takes very long, where a check is missing.
@Suite struct HostileInputTests {
  private static let flow = """
    navtree: 1
    flow: slots
    start: many
    screens:
      many:
        slots: { first: { presents: [few] }, second: { presents: [other] } }
      other: {}
      few:
        slots: { only: { presents: [few] } }
    """

  @Test(arguments: ["a: [1\n  ]- b: 1\n", "a: {b: 1\n}- c: 1\n"])
  func aListBehindABracketIsReported(yaml: String) throws {
    let answer = try Conversation().call("flow.check", ["yaml": .string(yaml)])
    #expect(answer["ok"] == false)
    #expect(answer["diagnostics"]?.array?.isEmpty == false)
  }

  @Test func aSnapshotMayRememberALiveScreenAsAnother() throws {
    let server = try Conversation(flow: Self.flow)
    try server.call("push", ["screen": "other"])
    try server.call("pop")
    var snapshot = try server.call("snapshot.save")
    let stone = try #require(snapshot["tombstones"]?.array?.first)
    #expect(stone["slot"] == "second")
    // The parent is alive with two slots, and remembered as a screen with one.
    let changes: [JSONPatch.Operation] = [
      .replace(["id"], 1), .replace(["parent"], nil), .replace(["slot"], nil), .replace(["screen"], "few"),
    ]
    let parent = try stone.applying(JSONPatch(changes))
    try snapshot.apply(JSONPatch([.replace(["tombstones"], [parent, stone])]))
    try server.call("snapshot.restore", ["snapshot": snapshot, "session": "restored"])
    let stones = try server.call("snapshot.save", ["session": "restored"])["tombstones"]?.array ?? []
    #expect(stones.map { $0["id"] } == [1, 2])
    #expect(stones.allSatisfy { $0["slot"] == .null && $0["parent"] == .null })
  }

  @Test func aSnapshotThatRemembersALiveScreenIsSavedAsItIsRestored() throws {
    let server = try Conversation(flow: Self.flow)
    for screen in ["few", "few"] { try server.call("push", ["screen": .string(screen)]) }
    try server.call("pop")
    var snapshot = try server.call("snapshot.save")
    let stone = try #require(snapshot["tombstones"]?.array?.first)
    #expect(stone["parent"] == 2 && stone["slot"] == "only")
    // The parent is alive with one slot, and remembered as a screen whose first slot has another name.
    let changes: [JSONPatch.Operation] = [.replace(["id"], 2), .replace(["screen"], "many")]
    let parent = try stone.applying(JSONPatch(changes))
    try snapshot.apply(JSONPatch([.replace(["tombstones"], [parent, stone])]))
    try server.call("snapshot.restore", ["snapshot": snapshot, "session": "first"])
    let saved = try server.call("snapshot.save", ["session": "first"])
    try server.call("snapshot.restore", ["snapshot": saved, "session": "second"])
    let again = try server.call("snapshot.save", ["session": "second"])
    #expect(again["tombstones"] == saved["tombstones"])
  }

  @Test func manyRemovedScreensAreComparedQuickly() throws {
    let server = Conversation()
    let loaded = try server.call("flow.load", ["yaml": .string(Self.flow)])
    try server.call(
      "session.open", ["flow": loaded["flow"] ?? .null, "session": "a", "clock": "virtual", "record": true])
    for _ in 0..<3_000 { try server.call("push", ["screen": "few"]) }
    try server.call("popToRoot")
    var lines = try #require(server.call("recording.export", ["session": "a"])["lines"]?.array)
    var last = lines.removeLast()
    let removed = try #require(last["removed"]?.array)
    #expect(removed.count == 3_000)
    try last.apply(JSONPatch([.replace(["removed"], .array(removed.dropLast() + ["/screens/0"]))]))
    let replay = try server.call("recording.replay", ["lines": .array(lines + [last])])
    #expect(replay["equal"] == false)
    #expect(replay["place"] == "/screens/0")
    #expect(replay["recorded"] == "removed")
  }
}
