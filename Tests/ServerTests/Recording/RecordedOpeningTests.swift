import NavtreeEngine
import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import OrderedCollections
import Testing

/// Recordings of sessions that don't begin at their flow's start.
@Suite struct RecordedOpeningTests {
  private static let flow = """
    navtree: 1
    flow: desk
    start: desk
    stores: { vault: { sensitive: true } }
    effects: { send: { input: { text: { type: string, sensitive: true } } } }
    shared: { token: { type: string, sensitive: true, persist: vault }, user: string }
    links: [ { url: "/note/{text}", opens: [{ note: { text: "${link.text}" } }], mode: push } ]
    screens:
      desk:
        state: { count: integer, scratch: { type: integer, persist: none } }
        slots: { note: { presents: [note] } }
        actions:
          signIn:
            payload: { token: { type: string, sensitive: true } }
            shared: { token: "${action.token}" }
          enter:
            payload: { token: { type: string, sensitive: true } }
            rules:
              - when: action.token == shared.token
                set: { count: "${state.count + 10}" }
              - set: { count: "${state.count + 1}", scratch: "${state.scratch + 1}" }
          later: { after: { delay: 3s, send: count } }
          count: { set: { count: "${state.count + 1}" } }
          send: { effect: { name: send, with: { text: "${shared.token}" } } }
      note:
        params: { text: string }
    """

  private static func arguments(_ folder: TemporaryFolder, _ number: Int) -> [String] {
    [
      "--store", "vault=sqlite:\(folder.path)/vault.db", "--record", "\(folder.path)/\(number).jsonl",
    ]
  }

  private static func replay(_ folder: TemporaryFolder, _ number: Int) throws -> JSONValue {
    let path = "\(folder.path)/\(number).jsonl"
    let flow = "\(folder.path)/counter.navtree.yaml"
    let outcome = try ChildProcess(["replay", "--json", path, flow]).finish()
    return try JSONValue(parsing: outcome.text)
  }

  private static func isEqual(_ replay: JSONValue) -> Bool {
    replay["equal"] == true && replay["zeroed"] == 0
  }

  /// Changes a session, with and without the secret.
  private static func work(_ server: StoredServer, _ session: JSONValue) throws {
    for action: JSONValue in [
      ["type": "enter", "token": "planted"], ["type": "enter", "token": "other"], ["type": "count"],
    ] {
      try server.call("dispatch", ["session": session, "at": "/main", "action": action])
    }
    try server.call("history.undo", ["session": session, "count": 2])
    try server.call("clock.advance", ["session": session, "by": 5_000])
  }

  @Test func aStoredSessionIsReplayed() throws {
    let folder = try TemporaryFolder()
    let first = try StoredServer(in: folder, Self.arguments(folder, 1), flow: Self.flow)
    try first.dispatch(["type": "signIn", "token": "planted"])
    for type in ["count", "later", "send"] { try first.dispatch(["type": .string(type)]) }
    _ = try first.child.finish()
    let second = try StoredServer(in: folder, Self.arguments(folder, 2), flow: Self.flow)
    try Self.work(second, "desk")
    try second.call("session.close", ["session": "desk"])
    try second.call("session.open", ["flow": "desk", "session": "desk", "link": "/note/seven"])
    try Self.work(second, "desk")
    let lines = try second.call("recording.export", ["session": "desk", "sensitive": true])
    _ = try second.child.finish()
    for number in 1...2 {
      let outcome = try Self.replay(folder, number)
      #expect(Self.isEqual(outcome), "\(number): \(outcome)")
      let text = try #require(Files.text(of: "\(folder.path)/\(number).jsonl"))
      #expect(!text.contains("planted"))
    }
    #expect(try #require(Files.text(of: "\(folder.path)/2.jsonl.secrets")).contains("planted"))
    // The same by `recording.export`, whose lines are those since the session was opened.
    let other = try StoredServer(in: folder, ["--store", "vault=memory:"], flow: Self.flow)
    let replay = try other.call(
      "recording.replay", ["lines": lines["lines"] ?? [], "secrets": lines["secrets"] ?? []])
    #expect(Self.isEqual(replay), "\(replay)")
    #expect(lines["lines"]?.array?.count == 6)
  }

  @Test func aStoredSessionWithoutSecretsIsReplayed() throws {
    let folder = try TemporaryFolder()
    for number in 1...2 {
      let server = try StoredServer(in: folder, ["--record", "\(folder.path)/\(number).jsonl"])
      try server.dispatch(["type": "count"])
      _ = try server.child.finish()
      let outcome = try Self.replay(folder, number)
      #expect(Self.isEqual(outcome), "\(number): \(outcome)")
    }
    #expect(Files.text(of: "\(folder.path)/2.jsonl.secrets")?.isEmpty ?? true)
  }

  @Test func aRestoredSessionIsReplayed() throws {
    let folder = try TemporaryFolder()
    let server = try StoredServer(in: folder, Self.arguments(folder, 1), flow: Self.flow)
    try server.dispatch(["type": "signIn", "token": "planted"])
    try server.dispatch(["type": "later"])
    let snapshot = try server.call("snapshot.save", ["sensitive": true])
    try server.call("snapshot.restore", ["snapshot": snapshot, "session": "copy"])
    try Self.work(server, "copy")
    try server.call("session.delete", ["session": "copy"])
    try server.call("session.open", ["flow": "desk", "session": "copy"])
    try Self.work(server, "copy")
    _ = try server.child.finish()
    let outcome = try Self.replay(folder, 1)
    #expect(Self.isEqual(outcome), "\(outcome)")
    let text = try #require(Files.text(of: "\(folder.path)/1.jsonl"))
    #expect(!text.contains("planted"))
    #expect(!text.contains("snapshot.save"))
    #expect(text.contains("session.delete"))
  }

  @Test func withoutTheSecretsTheStateIsWithoutThem() throws {
    let folder = try TemporaryFolder()
    let first = try StoredServer(in: folder, Self.arguments(folder, 1), flow: Self.flow)
    try first.dispatch(["type": "signIn", "token": "planted"])
    _ = try first.child.finish()
    let second = try StoredServer(in: folder, Self.arguments(folder, 2), flow: Self.flow)
    try second.dispatch(["type": "count"])
    let lines = try second.call("recording.export")["lines"] ?? []
    #expect(
      try second.call("recording.replay", ["lines": lines]) == ["equal": true, "lines": 2, "zeroed": 1])
  }

  /// A recording is that of one session: other sessions aren't in it.
  @Test(arguments: ["virtual", "real"])
  func aForksRecordingIsReplayed(clock: JSONValue) throws {
    let server = Conversation()
    server.pass(to: 1_000)
    _ = try server.call("flow.load", ["yaml": .string(Self.flow)])
    try server.call("session.open", ["flow": "desk", "clock": clock, "record": true])
    for type in ["count", "later", "count"] {
      try server.call("dispatch", ["session": "desk", "action": ["type": .string(type)]])
    }
    try server.call("session.fork", ["session": "desk"])
    try server.call("session.fork", ["session": "desk-2", "as": "third"])
    for session: JSONValue in ["desk-2", "desk", "third"] {
      try server.call("dispatch", ["session": session, "action": ["type": "count"]])
      try server.call("history.undo", ["session": session, "count": 3])
      if clock == "virtual" { try server.call("clock.advance", ["session": session, "by": 5_000]) }
    }
    server.pass(to: 9_000)
    for session: JSONValue in ["desk", "desk-2", "third"] {
      try server.call("dispatch", ["session": session, "action": ["type": "count"]])
      let lines = try server.call("recording.export", ["session": session])["lines"] ?? []
      let replay = try server.call("recording.replay", ["lines": lines])
      #expect(replay["equal"] == true, "\(session): \(replay)\n\(lines)")
    }
  }

  /// The end of a fork isn't in the recording of the session that it came from.
  @Test func aForksNameMayBeGivenAgain() throws {
    let server = Conversation()
    _ = try server.call("flow.load", ["yaml": .string(Self.flow)])
    try server.call("session.open", ["flow": "desk", "record": true])
    for _ in 1...3 {
      try server.call("session.fork", ["session": "desk", "as": "trial"])
      try server.call("session.delete", ["session": "trial"])
      try server.call("dispatch", ["session": "desk", "action": ["type": "count"]])
    }
    let lines = try server.call("recording.export", ["session": "desk"])["lines"] ?? []
    #expect(try server.call("recording.replay", ["lines": lines])["equal"] == true)
  }

  @Test func anOlderRecordingSaysThatRulesHaveChanged() throws {
    let folder = "Tests/Expected/Forms"
    let outcome = try ChildProcess([
      "replay", "--json", "\(folder)/recording-1.jsonl", "\(folder)/older.navtree.yaml",
    ]).finish()
    #expect(try JSONValue(parsing: outcome.text)["olderForm"] == 1)
    let text = try ChildProcess([
      "replay", "\(folder)/recording-1.jsonl", "\(folder)/older.navtree.yaml",
    ]).finish()
    #expect(
      text.errorText == """
        navtree: \(folder)/recording-1.jsonl is of form 1, not 2: rules have changed since, so it may differ
        navtree: the flow 'older' isn't the one that was recorded

        """)
  }

  @Test func aNewerRecordingIsRefusedWithBothNumbers() throws {
    let server = try Conversation(flow: Self.flow)
    let line: JSONValue = ["navtree": 3, "flow": "desk", "session": "desk"]
    #expect {
      try server.call("recording.replay", ["lines": [line]])
    } throws: { error in
      (error as? Conversation.Refusal)?.error["message"]?.string == "Invalid params"
        && "\(error)".contains(
          "it is of form 3, from a later version of navtree; this one reads forms up to 2")
    }
  }
}
