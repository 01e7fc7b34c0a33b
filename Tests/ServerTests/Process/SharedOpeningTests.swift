import NavtreeJSON
import NavtreeTestSupport
import OrderedCollections
import Testing

/// Sessions that begin with shared values of their own.
@Suite struct SharedOpeningTests {
  private static let flow = """
    navtree: 1
    flow: counter
    start:
      - { when: "shared.user != ''", screen: home, params: { user: "${shared.user}" } }
      - { screen: welcome }
    shared: { user: string, token: { type: string, sensitive: true } }
    screens:
      home: { params: { user: string } }
      welcome: {}
    """

  private static let opening: JSONValue = [
    "flow": "counter", "session": "two", "shared": ["user": "ada", "token": "planted"],
  ]

  @Test func theStartIsChosenWithThem() throws {
    let server = try Conversation(flow: Self.flow)
    try server.call("session.open", Self.opening)
    #expect(try server.call("state.get", ["session": "two"])["screen"] == "home")
    #expect(try server.call("state.get", ["session": "counter"])["screen"] == "welcome")
  }

  @Test(
    arguments: [
      (["usr": "ada"], "/shared/usr"), (["user": 7], "/shared/user"), ([], "/shared"),
    ] as [(JSONValue, String)])
  func whatDoesNotFitIsRefused(shared: JSONValue, pointer: String) throws {
    let server = try Conversation(flow: Self.flow)
    do {
      try server.call("session.open", ["flow": "counter", "session": "two", "shared": shared])
      Issue.record("it was opened")
    } catch let refusal as Conversation.Refusal {
      #expect(refusal.kind == "invalidParams")
      #expect(refusal.error["data"]?["pointer"] == .string(pointer))
    }
    #expect(try server.call("session.list").array?.count == 1)
  }

  @Test func aStoredSessionKeepsItsOwn() throws {
    let folder = try TemporaryFolder()
    let first = try StoredServer(in: folder, flow: Self.flow)
    try first.call("session.open", Self.opening)
    _ = try first.child.finish()
    let second = try StoredServer(in: folder, flow: Self.flow)
    try second.call("session.open", ["flow": "counter", "session": "two", "shared": ["user": "bob"]])
    #expect(try second.call("snapshot.save", ["session": "two"])["shared"]?["user"] == "ada")
  }

  @Test func theyAreRecordedAndSecretsApart() throws {
    let server = try Conversation(flow: Self.flow)
    var opening = Self.opening.object ?? [:]
    opening["record"] = true
    try server.call("session.open", .object(opening))
    let recording = try server.call("recording.export", ["session": "two", "sensitive": true])
    #expect(recording["lines"]?.description.contains("planted") == false)
    #expect(recording["secrets"]?.description.contains("planted") == true)
    let replay = try Conversation(flow: Self.flow).call(
      "recording.replay", ["lines": recording["lines"] ?? [], "secrets": recording["secrets"] ?? []])
    #expect(replay["equal"] == true, "\(replay)")
  }
}
