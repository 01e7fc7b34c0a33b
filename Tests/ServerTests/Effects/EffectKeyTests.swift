import NavtreeJSON
import NavtreeTestSupport
import Testing

/// Keys by which hosts distinguish effects: each stands for one.
@Suite struct EffectKeyTests {
  private static let flow = """
    navtree: 1
    flow: shop
    start: home
    effects: { pay: { input: { cents: integer } } }
    screens:
      home:
        actions:
          pay: { payload: { cents: integer }, effect: { name: pay, with: { cents: "${action.cents}" } } }
    """

  /// A server on a real clock, whose random bits are given by hand.
  private static func server(random: UInt64) throws -> Conversation {
    let bits = Bits(first: random)
    let server = Conversation(random: { bits.next() })
    try server.call("flow.load", ["yaml": .string(flow)])
    return server
  }

  private final class Bits: @unchecked Sendable {
    private var value: UInt64

    init(first: UInt64) { value = first }

    func next() -> UInt64 {
      defer { value += 1 }
      return value
    }
  }

  private static func pay(_ cents: Int, on server: Conversation, session: JSONValue = "shop") throws {
    try server.call("dispatch", ["session": session, "action": ["type": "pay", "cents": .integer(cents)]])
  }

  private static func keys(of session: JSONValue, on server: Conversation) throws -> [JSONValue] {
    try server.call("effect.list", ["session": session]).array?.compactMap { $0["key"] } ?? []
  }

  @Test func eachOpeningOnARealClockDrawsBits() throws {
    let server = try Self.server(random: 0xab)
    for cents in [1, 2] {
      try server.call("session.open", ["flow": "shop"])
      try Self.pay(cents, on: server)
      #expect(
        try Self.keys(of: "shop", on: server)
          == [cents == 1 ? "shop.00000000000000ab-1" : "shop.00000000000000ac-1"])
      try server.call("session.close", ["session": "shop"])
    }
  }

  @Test func whatIsAskedAgainKeepsItsKey() throws {
    let server = try Self.server(random: 0)
    try server.call("session.open", ["flow": "shop"])
    try Self.pay(1, on: server)
    let snapshot = try server.call("snapshot.save")
    try server.call("snapshot.restore", ["snapshot": snapshot, "session": "later"])
    try Self.pay(2, on: server, session: "later")
    #expect(
      try Self.keys(of: "later", on: server) == ["shop.0000000000000000-1", "later.0000000000000001-2"])
    try server.call("history.undo", ["session": "later"])
    try server.call("history.redo", ["session": "later"])
    #expect(
      try Self.keys(of: "later", on: server) == ["shop.0000000000000000-1", "later.0000000000000001-2"])
  }

  @Test func aReplayGivesTheSameKeys() throws {
    let server = try Self.server(random: 5)
    try server.call("session.open", ["flow": "shop", "record": true])
    try Self.pay(1, on: server)
    try server.call("session.fork", ["session": "shop", "as": "trial"])
    let lines = try #require(try server.call("recording.export", ["session": "shop"])["lines"]?.array)
    #expect(lines[0]["keyPrefix"] == "shop.0000000000000005")
    #expect(lines[1]["changed"]?["/effects/1"]?["key"] == "shop.0000000000000005-1")
    #expect(lines[2]["keyPrefix"] == "trial.0000000000000006")
    let replay = try Self.server(random: 99).call("recording.replay", ["lines": .array(lines)])
    #expect(replay["equal"] == true)
  }

  @Test func aSessionsNameNeverMakesTheKeysOfAnother() throws {
    let server = try Self.server(random: 0)
    var all: Set<JSONValue> = []
    for name in ["shop", "shop.2", "shop", "shop.2", "shop", "shop.2.2"] {
      try server.call("session.open", ["flow": "shop", "session": .string(name), "clock": "virtual"])
      try Self.pay(1, on: server, session: .string(name))
      all.formUnion(try Self.keys(of: .string(name), on: server))
      try server.call("session.close", ["session": .string(name)])
    }
    #expect(all.count == 6)
  }

  /// More sessions than are remembered, half of them under names that the numbers of the others may make.
  @Test func noKeyIsUsedAgainAfterManySessions() throws {
    let server = try Self.server(random: 0)
    var all: Set<JSONValue> = []
    let names = ["shop", "shop.2"] + (4_000..<4_300).map { "shop.\($0)" }
    var count = 0
    while count < 5_000 {
      for name in [names[count % names.count], "shop"] {
        try server.call("session.open", ["flow": "shop", "session": .string(name), "clock": "virtual"])
        try Self.pay(1, on: server, session: .string(name))
        all.formUnion(try Self.keys(of: .string(name), on: server))
        try server.call("session.close", ["session": .string(name)])
        count += 1
      }
    }
    #expect(all.count == count)
  }

  /// An uncommitted counter of effects is lost, though the host has been asked.
  @Test func aKeyIsNotUsedAgainAfterAKill() throws {
    let folder = try TemporaryFolder()
    var keys: [JSONValue?] = []
    for cents in [1, 2] {
      let server = try StoredServer(in: folder, ["--durability", "batch"], flow: Self.flow, clock: "real")
      try server.call("dispatch", ["action": ["type": "pay", "cents": .integer(cents)]])
      // The notice stands before the answer to the next request.
      try server.call("ping")
      keys.append(server.takeNotifications().last { $0["method"] == "effect.requested" }?["params"]?["key"])
      server.child.killAtOnce()
      _ = try server.child.wait()
    }
    #expect(keys[0] != nil)
    #expect(keys[0] != keys[1])
  }
}
