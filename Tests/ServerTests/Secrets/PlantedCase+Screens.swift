import NavtreeJSON
import OrderedCollections

extension PlantedCase {
  private static let secret: JSONValue = ["secret": .string(Planted.text)]
  private static let other: JSONValue = ["secret": .string(Planted.key)]

  /// Params, and screens found by them.
  static let screens = [
    PlantedCase(
      "params of every navigation", Ask("push", ["screen": "letter", "params": secret]),
      Ask("present", ["at": "/main", "in": "over", "screen": "prompt", "params": secret]),
      Ask("setParams", ["at": "/main/next", "params": other]),
      Ask("dismiss", ["at": "/main/over"]),
      Ask("replace", ["at": "/main/next", "screen": "letter", "params": secret]),
      Ask("navigate", ["screen": "letter", "params": other]),
      Ask("push", ["screen": "letter", "params": other, "onDuplicate": "reuse"]),
      Ask("popTo", ["screen": "letter", "params": secret]),
      Ask("window.open", ["window": "side", "screen": "letter", "params": secret]), Ask("window.list"),
      Ask("window.close", ["window": "side"])),
    PlantedCase(
      "trees",
      Ask(
        "reset",
        [
          "tree": [
            "screen": "home", "state": ["password": .string(Planted.text)],
            "slots": [
              "next": ["screen": "letter", "params": secret, "state": ["body": .string(Planted.key)]]
            ],
          ]
        ]),
      Ask("reset", ["tree": ["home", ["letter": secret]], "reuse": true])),
    PlantedCase(
      "identities", Ask("push", ["screen": "letter", "params": secret]),
      Ask("push", ["screen": "letter", "params": other]),
      Ask("popTo", ["screen": "letter", "params": secret, "identity": .string(Planted.text)]),
      Ask(
        "popTo", ["screen": "letter", "params": other, "identity": .string(Planted.key)],
        refused: "nothingToPop")),
    PlantedCase(
      "kept states", Ask("push", ["screen": "letter", "params": secret]),
      .act("write", ["body": .string(Planted.element)]), Ask("pop"),
      Ask("push", ["screen": "letter", "params": secret]), Ask("pop"), Ask("snapshot.save"),
      Ask("history.undo")),
    PlantedCase(
      "tabs", .plant, Ask("push", ["screen": "desk"]), Ask("select", ["tab": "two", "params": other]),
      Ask("select", ["tab": "one"]), Ask("select", ["tab": "two", "params": secret])),
    PlantedCase(
      "panes", .plant, Ask("push", ["screen": "panes"]),
      Ask("present", ["at": "/main/next", "in": "right", "screen": "letter", "params": other]),
      Ask("focus", ["pane": "right"])),
    PlantedCase(
      "results", .plant, .act("ask"), Ask("dismiss", ["result": .string(Planted.key)]), .act("ask"),
      Ask("dismiss", ["result": .integer(Planted.integer)], refused: "invalidParams"),
      Ask(
        "dismiss", ["result": .string(Planted.text + Planted.text + Planted.text)], refused: "invalidParams"),
      Ask("dispatch", ["action": ["type": "nav.dismiss", "result": .string(Planted.member)]])),
    PlantedCase(
      "what is above", .plant, .act("ask"), .act("above"), .act("aboveBadly", refused: "expressionFailed")),
    PlantedCase(
      "what refuses to go", .plant, .act("ask"), .act("take", ["secret": "locked"]),
      Ask("dismiss", refused: "dismissRefused"), Ask("dismiss", ["force": true])),
  ]

  /// Effects, and the hosts' answers.
  static let effects = [
    PlantedCase(
      "answered", .act("signIn", ["password": .string(Planted.text)]), Ask("effect.list"),
      .act("signIn", ["password": .string(Planted.key)]), Ask("effect.list"),
      Ask("effect.done", ["effect": 2, "output": ["name": "ada", "token": .string(Planted.member)]]),
      Ask("state.get")),
    PlantedCase(
      "in flight", .plant, .act("signIn", ["password": .string(Planted.text)]), .act("signInLater"),
      .act("signInLater"), Ask("effect.list"), Ask("snapshot.save"), Ask("clock.advance", ["by": 5_000])),
    PlantedCase(
      "failed", .act("signIn", ["password": .string(Planted.text)]),
      Ask("effect.fail", ["effect": 1, "error": ["reason": .string(Planted.text)]]), Ask("state.get"),
      Ask("effect.fail", ["effect": 1, "error": .string(Planted.text)], refused: "notInFlight")),
    PlantedCase(
      "answered with what doesn't fit", .act("signIn", ["password": .string(Planted.text)]),
      Ask(
        "effect.done", ["effect": 1, "output": ["name": "ada", "token": .integer(Planted.integer)]],
        refused: "invalidParams"),
      Ask(
        "effect.done", ["effect": 1, "output": ["name": "ada", "tokne": .string(Planted.key)]],
        refused: "invalidParams"),
      Ask("effect.done", ["effect": 1, "output": .string(Planted.key)], refused: "invalidParams"),
      Ask(
        "effect.done", ["effect": 7, "output": ["name": "ada", "token": .string(Planted.key)]],
        refused: "unknownEffect")),
    PlantedCase(
      "lists", .plant, Ask("push", ["screen": "notes"]),
      Ask(
        "effect.done",
        [
          "effect": 1,
          "output": [
            "items": [
              ["id": .string(Planted.key), "title": .string(Planted.text)], ["id": .integer(Planted.integer)],
            ],
            "cursor": .string(Planted.member),
          ],
        ]),
      Ask("effect.list"), .act("list.more"), Ask("effect.list"),
      .act("list.insert", ["item": ["id": .string(Planted.element)], "before": .string(Planted.key)]),
      .act("list.insert", ["item": ["id": .string(Planted.element)]], refused: "rejected"),
      .act("list.insert", ["item": ["id": "a"], "before": .string(Planted.member)], refused: "rejected"),
      .act(
        "list.insert", ["item": ["id": "b", "title": .integer(Planted.integer)]], refused: "invalidParams"),
      .act("list.update", ["key": .string(Planted.key), "item": ["title": .string(Planted.member)]]),
      .act(
        "list.update", ["key": .string(Planted.key), "item": ["id": .string(Planted.member)]],
        refused: "rejected"),
      .act("list.update", ["key": .string(Planted.key), "item": ["title": 1]], refused: "rejected"),
      .act("list.move", ["key": .string(Planted.element), "before": .null]),
      .act("list.remove", ["key": .string(Planted.member)], refused: "rejected"),
      .act("list.remove", ["key": .integer(Planted.integer)]),
      Ask(
        "effect.done", ["effect": 2, "output": ["items": [["title": .string(Planted.key)]]]],
        refused: "invalidParams"),
      Ask("effect.fail", ["effect": 2, "error": "offline"]), Ask("state.get")),
    PlantedCase(
      "details", Ask("push", ["screen": "card", "params": ["number": .string(Planted.text)]]),
      Ask("effect.list"), Ask("effect.done", ["effect": 1, "output": ["value": Planted.object]]),
      Ask("state.get"), .act("detail.load"), Ask("snapshot.save")),
  ]

  /// Later work.
  static let timers = [
    PlantedCase("actions that wait", .plant, .act("later"), Ask("clock.get"), Ask("snapshot.save")),
    PlantedCase(
      "actions that came", .plant, .act("later"), Ask("clock.advance", ["by": 1_000]), Ask("history.undo")),
    PlantedCase("actions that several declare", .plant, .act("laterTaken"), Ask("snapshot.save")),
    PlantedCase("actions that fail", .plant, .act("laterBadly"), Ask("clock.advance", ["by": 1_000])),
    PlantedCase("pushes that wait", .plant, .act("laterPush"), Ask("snapshot.save")),
    PlantedCase("trees that wait", .plant, .act("laterReset"), Ask("snapshot.save")),
    PlantedCase("pushes that came", .plant, .act("laterPush"), Ask("clock.advance", ["by": 1_000])),
  ]
}
