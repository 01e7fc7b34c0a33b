import NavtreeJSON
import OrderedCollections

extension PlantedCase {
  /// Values of fields, and ways to write them.
  static let fields = [
    PlantedCase("whole fields", .plant),
    PlantedCase(
      "places inside fields", .plant, .act("addKey", ["key": .string(Planted.text)]),
      .act("changeMember", ["value": .string(Planted.element)]), .act("dropMember")),
    PlantedCase(
      "shared fields", .act("remember", ["token": .string(Planted.text)]),
      .act("setAccount", ["account": Planted.object])),
    PlantedCase(
      "undone and done again", .plant, .act("addKey", ["key": .string(Planted.text)]), Ask("history.undo"),
      Ask("history.redo"), Ask("history.goto", ["seq": 0]), Ask("history.goto", ["seq": 2]),
      Ask("history.list")),
    PlantedCase(
      "in a batch and a broadcast",
      Ask(
        "batch",
        [
          "actions": [
            ["action": ["type": "addKey", "key": .string(Planted.key)]],
            [
              "action": ["type": "nav.push", "screen": "letter", "params": ["secret": .string(Planted.text)]]
            ],
          ]
        ]),
      Ask(
        "broadcast",
        [
          "screen": "letter", "action": ["type": "write", "body": .string(Planted.text)],
        ]
      ),
      Ask(
        "broadcast",
        [
          "screen": "letter", "where": "params.secret.startsWith('Zq7')",
          "action": ["type": "write", "body": .string(Planted.text)],
        ])),
  ]

  /// Reads without the flag.
  static let reading = [
    PlantedCase(
      "states", .plant, Ask("state.get"), Ask("state.get", ["flat": true]), Ask("state.active"),
      Ask("state.outline"), Ask("window.list"), Ask("session.list")),
    PlantedCase(
      "computed values", .plant,
      Ask("state.get", ["computed": true]),
      Ask("state.get", ["computed": true, "pointer": "/computed/all"]), .act("ask"),
      Ask("state.get", ["computed": true])),
    PlantedCase(
      "pointers", .plant, Ask("state.get", ["pointer": "/state/password"]),
      Ask("state.get", ["pointer": "/state/account/inner/x"], refused: "invalidParams"),
      Ask("state.get", ["pointer": "/state/keys/0"], refused: "invalidParams"),
      Ask("state.get", ["pointer": "/state"])),
    PlantedCase(
      "queries", .plant, Ask("state.query", ["screen": "home", "select": "state"]),
      Ask("state.query", ["screen": "home", "select": "[state.password, shared.token, computed.header]"]),
      Ask("state.query", ["screen": "home", "where": "state.password.startsWith('Zq7')", "select": "state"]),
      Ask("state.query", ["screen": "home", "select": "int(state.password)"], refused: "expressionFailed"),
      Ask("state.query", ["expr": "screens"]), Ask("state.query", ["expr": "shared"]),
      Ask("state.query", ["expr": "screens.map(s, int(s.state.password))"], refused: "expressionFailed")),
    PlantedCase(
      "queries of what is above", .plant, .act("ask"),
      Ask("state.query", ["screen": "prompt", "select": "[parent, params, state]"]),
      Ask("state.query", ["screen": "prompt", "where": "parent.state.password == params.secret"])),
    PlantedCase(
      "snapshots", .plant, .act("open"), Ask("snapshot.save"),
      Ask("recording.export")),
    PlantedCase(
      "the flow and the protocol", Ask("rpc.discover"), Ask("flow.get", ["flow": "vault"]),
      Ask("flow.graph", ["flow": "vault", "format": "json"])),
  ]

  /// Subscriptions without the flag.
  static let following = [
    PlantedCase(
      "forms", Ask("subscribe"), Ask("subscribe", ["form": "value", "computed": true]),
      Ask("subscribe", ["pointer": "/state/keys", "form": "list"]),
      Ask("subscribe", ["pointer": "/state/keys"]), Ask("subscribe", ["pointer": "/state/account/inner"]),
      Ask("subscribe", ["pointer": "/computed/header", "computed": true, "form": "value"]), .plant,
      .act("addKey", ["key": .string(Planted.text)]),
      .act("changeMember", ["value": .string(Planted.element)]),
      .act("dropMember"), Ask("history.undo")),
    PlantedCase(
      "queries", Ask("subscribe", ["query": ["screen": "home", "select": "state"]]),
      Ask("subscribe", ["query": ["expr": "screens"]]), Ask("subscribe", ["query": ["expr": "shared.token"]]),
      Ask("subscribe", ["query": ["screen": "home", "where": "state.password.startsWith('Zq7')"]]), .plant,
      .act("open")),
    PlantedCase(
      "who comes and goes", Ask("subscribe", ["lifecycle": true]),
      Ask("subscribe", ["form": "transitions"]), Ask("subscribe", ["form": "actions"]),
      Ask("subscribe", ["at": "/main/next", "computed": true]),
      Ask("push", ["screen": "letter", "params": ["secret": .string(Planted.text)]]),
      Ask("setParams", ["at": "/main/next", "params": ["secret": .string(Planted.key)]]), Ask("pop")),
    PlantedCase(
      "lists that load", .plant, Ask("push", ["screen": "notes"]),
      Ask("subscribe", ["pointer": "/state/items", "form": "list"]),
      Ask("subscribe", ["pointer": "/state"]),
      Ask("effect.done", ["effect": 1, "output": ["items": [["id": .string(Planted.key), "title": "a"]]]])),
  ]

  /// Reports of changes.
  static let telling = [
    PlantedCase(
      "receipts",
      Ask(
        "dispatch",
        [
          "action": ["type": "addKey", "key": .string(Planted.key)], "return": ["receipt", "patch", "state"],
        ]),
      .plant,
      Ask("dispatch", ["action": ["type": "open"], "return": ["receipt", "patch", "state"]]),
      Ask(
        "dispatch", ["at": "/main", "action": ["type": "guarded"], "return": ["receipt", "patch", "state"]])),
    PlantedCase(
      "explanations", .plant, Ask("explain", ["action": ["type": "guarded"]]),
      Ask("explain", ["action": ["type": "guess"]]), Ask("explain", ["action": ["type": "convert"]]),
      Ask("explain", ["action": ["type": "shorten"]]), Ask("explain", ["action": ["type": "signInLater"]]),
      Ask("explain", ["action": ["type": "addKey", "key": .string(Planted.key)]]),
      Ask("explain", ["action": ["type": "addKey", "key": .string(Planted.key), "other": 1]]), .act("ask"),
      Ask("explain", ["action": ["type": "above"]]), Ask("explain", ["action": ["type": "aboveBadly"]])),
    PlantedCase(
      "forks", Ask("session.fork", ["session": "vault", "as": "other"]), .init("dispatch", plantIn("vault")),
      Ask("session.compare", ["session": "vault", "with": "other"]),
      Ask("session.compare", ["session": "other", "with": "vault"]), .init("dispatch", plantIn("other")),
      Ask("session.compare", ["session": "vault", "with": "other"]),
      Ask("snapshot.save", ["session": "other"])),
    PlantedCase(
      "recordings",
      Ask("session.open", ["flow": "vault", "session": "taped", "clock": "virtual", "record": true]),
      .init("dispatch", plantIn("taped")), Ask("recording.export", ["session": "taped"])),
    PlantedCase(
      "recordings of what is refused",
      .act("addKey", ["kye": .string(Planted.key)], refused: "invalidParams"),
      .act("open", ["secret": .string(Planted.text)], refused: "invalidParams"),
      .act("nothing", ["secret": .string(Planted.text)], refused: "notHandled"),
      Ask(
        "push", ["screen": "letter", "params": ["sceret": .string(Planted.text)]], refused: "invalidParams"),
      Ask("push", ["screen": "letter", "params": .string(Planted.text)], refused: "invalidParams"),
      Ask("push", ["screen": "letter", "params": [.string(Planted.text)]], refused: "invalidParams"),
      Ask("dispatch", ["action": .string(Planted.text)], refused: "invalidParams"),
      Ask(
        "dispatch", ["action": ["type": "nav.push", "screen": "letter", "params": .string(Planted.text)]],
        refused: "invalidParams"),
      Ask(
        "dispatch", ["action": ["type": "nav.push", "screen": "letter", "secret": .string(Planted.text)]],
        refused: "invalidParams"),
      Ask(
        "batch", ["actions": [["action": ["type": "addKey", "kye": .string(Planted.key)]]]],
        refused: "invalidParams"),
      Ask("batch", ["actions": [["type": "addKey", "key": .string(Planted.key)]]], refused: "invalidParams"),
      Ask("batch", ["actions": [.string(Planted.key)]], refused: "invalidParams"),
      Ask("reset", ["tree": [["letter": .string(Planted.text)]]], refused: "invalidParams"),
      Ask("reset", ["tree": [["letter": ["sceret": .string(Planted.text)]]]], refused: "invalidParams"),
      Ask(
        "reset", ["tree": ["screen": "letter", "secret": .string(Planted.text)]], refused: "invalidParams")),
  ]

  private static func plantIn(_ session: String) -> JSONObject {
    var params = Ask.plant.params
    params["session"] = .string(session)
    return params
  }
}
