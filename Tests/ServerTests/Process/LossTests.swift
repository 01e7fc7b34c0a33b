import NavtreeJSON
import NavtreeTestSupport
import OrderedCollections
import Testing

/// Stored sessions with losses under a changed flow.
@Suite struct LossTests {
  private static let first = """
    navtree: 1
    flow: counter
    start: home
    effects: { pay: { input: { sum: integer } } }
    screens:
      home:
        state: { count: integer, note: string }
        slots: { card: { presents: [card] } }
        actions:
          open: { present: card }
          write: { payload: { note: string }, set: { note: "${action.note}" } }
      card:
        slots: { list: { presents: [list] } }
        actions:
          open: { present: list }
          later: { after: { delay: 3s, send: open } }
          pay: { effect: { name: pay, with: { sum: 3 } } }
      list: {}
    """

  private static func changed(_ migration: String, _ home: String = "") -> String {
    first.replacing("flow: counter", with: "flow: counter\nversion: 2\nmigrations: { 1: [\(migration)] }")
      .replacing("count: integer, note: string", with: "count: integer, note: string\(home)")
  }

  private static let withoutCard = changed("{ drop: { screens: [card] } }")

  /// A store with a session of that name, which has a card with a list, a timer and an effect.
  private static func store(_ folder: TemporaryFolder, session: JSONValue) throws {
    let server = try StoredServer(in: folder, flow: first)
    if session != "counter" {
      try server.call("session.open", ["flow": "counter", "session": session])
      try server.call("session.delete", ["session": "counter"])
    }
    for type: JSONValue in ["open", "later", "pay", "open"] {
      try server.call("dispatch", ["session": session, "action": ["type": type]])
    }
    _ = try server.child.finish()
  }

  private static let losses = [
    "1 timer was lost: its screen isn't there any more",
    "1 effect in flight was lost: its screen isn't there any more",
    "1 screen 'list' was lost: what held it is dropped",
  ]

  @Test func lossesAreTold() throws {
    let folder = try TemporaryFolder()
    try Self.store(folder, session: "counter")
    let server = try StoredServer(in: folder, flow: Self.withoutCard)
    #expect(try server.call("state.active")[0]?["at"] == "/main")
    let told = server.takeNotifications().filter { $0["method"] == "session.restored" }
    #expect(told.map { $0["params"]?["session"] } == ["counter"])
    let fields = told.first?["params"]?["report"]?.array?.filter { $0["fate"] == "dropped" }.map {
      $0["field"]?.string
    }
    #expect(fields == ["card", "list", "timers", "effects"])
    let outcome = try server.child.finish()
    for loss in Self.losses {
      #expect(
        outcome.errorText.contains("navtree: session 'counter': \(loss)\n"), "\(outcome.errorText)")
    }
    #expect(!outcome.errorText.contains("card"))
    // A loss is reported once.
    let again = try StoredServer(in: folder, flow: Self.withoutCard)
    #expect(try again.call("session.list")[0]?["open"] == true)
    #expect(again.takeNotifications() == [])
  }

  @Test func aServerThatRefusesLossesExitsAndLeavesTheFileAsItWas() throws {
    let folder = try TemporaryFolder()
    try Self.store(folder, session: "counter")
    let before = Files.bytes(of: folder.path + "/store.db")
    let server = try StoredServer(in: folder, ["--on-loss", "refuse"], flow: Self.withoutCard)
    let outcome = try server.child.finish()
    #expect(outcome.status == 74)
    #expect(outcome.text == "")
    for loss in Self.losses { #expect(outcome.errorText.contains(loss), "\(outcome.errorText)") }
    #expect(
      outcome.errorText.contains(
        "navtree: the session 'counter' stays closed: some of it would be lost under the loaded flow"))
    #expect(Files.bytes(of: folder.path + "/store.db") == before)
    // The original flow finds everything.
    #expect(
      try StoredServer(in: folder, flow: Self.first).call("state.active")[0]?["at"] == "/main/card/list")
  }

  @Test func openingAnswersTheReport() throws {
    let folder = try TemporaryFolder()
    try Self.store(folder, session: "other")
    let server = try StoredServer(in: folder, ["--on-loss", "refuse"], flow: Self.withoutCard)
    let answer = try server.ask("session.open", ["flow": "counter", "session": "other"])
    #expect(answer["error"]?["data"]?["kind"] == "storage")
    #expect(answer["error"]?["data"]?["report"]?.array?.isEmpty == false)
    #expect(server.takeNotifications() == [])
    _ = try server.child.finish()
    let second = try StoredServer(in: folder, flow: Self.withoutCard)
    #expect(try second.call("session.open", ["flow": "counter", "session": "other"])["restored"] == true)
  }

  /// A field that a migration names, and one that is new.
  @Test(arguments: ["", ", more: string"])
  func whatIsNamedOrNewIsNoLoss(home: String) throws {
    let folder = try TemporaryFolder()
    let server = try StoredServer(in: folder, flow: Self.first)
    try server.dispatch(["type": "write", "note": "hello"])
    _ = try server.child.finish()
    let second = try StoredServer(
      in: folder, ["--on-loss", "refuse"],
      flow: Self.changed("{ screen: home, drop: { fields: [note] } }", home))
    #expect(try second.call("state.active")[0]?["at"] == "/main")
    #expect(second.takeNotifications() == [])
    #expect(try second.child.finish().errorText == "")
  }
}
