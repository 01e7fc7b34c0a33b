import NavtreeJSON
import OrderedCollections

extension PlantedCase {
  private static func open(_ url: String, refused: String? = nil) -> Ask {
    Ask("link.open", ["url": .string(url)], refused: refused)
  }

  private static let planted = Planted.url

  /// URLs with secrets in them.
  static let links = [
    PlantedCase(
      "opened and resolved", open("/reset?token=\(planted)"), open("app://vault/reset?token=\(planted)&x=1"),
      Ask("link.resolve", ["url": .string("/reset?token=\(planted)&other=\(planted)")]), Ask("link.url"),
      Ask("link.url", ["at": "/main"]),
      Ask("session.open", ["flow": "vault", "session": "linked", "link": .string("/reset?token=\(planted)")])),
    PlantedCase(
      "that wait", open("/wait?token=\(planted)"), Ask("link.pending"),
      Ask("state.query", ["expr": "owed.links"]), Ask("snapshot.save"),
      Ask("link.resolve", ["url": .string("/wait?token=\(planted)")]),
      open("/wait?token=\(planted)b"), Ask("link.drop", ["url": .string("/wait?token=\(planted)b")]),
      .act("unlock")),
    PlantedCase(
      "that can't open", open("/wait?token=\(planted)"), .act("setCode", ["code": "5"]),
      Ask("present", ["in": "over", "screen": "prompt", "params": ["secret": "locked"]]),
      .act("unlock")),
    PlantedCase(
      "in the path", open("/letters/\(planted)"), Ask("link.pending"),
      Ask("link.resolve", ["url": .string("/letters/\(planted)")]), Ask("snapshot.save"), .act("unlock"),
      Ask("link.url"), open("/stamps/\(Planted.integer)"),
      Ask("link.resolve", ["url": .string("/stamps/\(Planted.integer)")])),
    PlantedCase(
      "into sensitive params, though not called so", open("/plain?to=\(planted)"),
      Ask("link.resolve", ["url": .string("/plain?to=\(planted)")]), Ask("link.url")),
    PlantedCase(
      "that fit nothing", open("/rest?token=\(planted)", refused: "noSuchLink"),
      open("/reset?tokne=\(planted)", refused: "noSuchLink"),
      open("/pin?pin=\(planted)", refused: "noSuchLink"),
      open("/pin?pin=\(Planted.integer)&at=x", refused: "noSuchLink"),
      open("/letters/\(planted)/\(planted)", refused: "noSuchLink"),
      open("/stamps/\(planted)", refused: "noSuchLink"),
      open("/stampz/\(Planted.integer)", refused: "noSuchLink"),
      open("/stamps/%FF\(planted)", refused: "noSuchLink"),
      open("https://example.org/reset?token=\(planted)", refused: "noSuchLink"),
      Ask("link.resolve", ["url": .string("/reset/\(planted)?token=\(planted)")], refused: "noSuchLink"),
      Ask(
        "session.open", ["flow": "vault", "session": "linked", "link": .string("/rest?token=\(planted)")],
        refused: "noSuchLink")),
  ]

  /// Requests that fail because of a secret.
  static let failing = [
    PlantedCase(
      "invariants", .act("setPin", ["pin": .integer(Planted.integer)]),
      .act("setAccount", ["account": ["banned": .string(Planted.text)]], refused: "invariantBroken"),
      .act("setCode", ["code": .string(Planted.text)], refused: "expressionFailed"),
      Ask("push", ["screen": "letter", "params": ["secret": "a"]]),
      .act("stampIt", ["stamp": .string(Planted.text)], refused: "expressionFailed"),
      Ask("explain", ["action": ["type": "stampIt", "stamp": .string(Planted.text)]])),
    PlantedCase("guards", .plant, .act("guarded"), .act("guess", refused: "expressionFailed")),
    PlantedCase("values", .plant, .act("convert", refused: "expressionFailed")),
    PlantedCase(
      "values that don't fit their field", .plant, .act("setAccount", ["account": Planted.object]),
      .act("shorten", refused: "flowDefect"),
      .act("count", refused: "flowDefect"), .act("countOne", refused: "flowDefect"),
      .act("choose", refused: "flowDefect")),
    PlantedCase(
      "payloads that don't fit", .act("addKey", ["key": .integer(Planted.integer)], refused: "invalidParams"),
      .act("plant", ["text": Planted.object], refused: "invalidParams"),
      .act("plant", ["pin": .string(Planted.text)], refused: "invalidParams"),
      .act("setAccount", ["account": .string(Planted.text)], refused: "invalidParams")),
    PlantedCase(
      "trees that don't fit",
      Ask(
        "reset",
        ["tree": ["screen": "home", "state": ["counts": [Planted.key: .string(Planted.text)]]]],
        refused: "invalidParams"),
      Ask(
        "reset", ["tree": ["screen": "home", "state": ["short": .string(Planted.text)]]],
        refused: "invalidParams")),
    PlantedCase(
      "screens that aren't there",
      Ask("push", ["screen": "letter", "params": ["secret": .string(Planted.text)]]),
      Ask("pop"),
      Ask(
        "dispatch", ["at": "#2", "action": ["type": "write", "body": .string(Planted.text)]], refused: "gone"),
      Ask(
        "dispatch", ["at": "/main#9", "action": ["type": "addKey", "key": .string(Planted.text)]],
        refused: "staleScreen"),
      Ask(
        "setParams", ["at": "/main/next", "params": ["secret": .string(Planted.text)]], refused: "noScreenAt"),
      .act("write", ["body": .string(Planted.text)], refused: "notHandled")),
  ]

  /// Lines with a secret near their fault.
  static let malformed = [
    #"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"action":{"type":"addKey","key":"Zq7plantText"}}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"action":{"type":"addKey","key":"Zq7plantText\q"}}}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"action":{"type":"addKey","key":"Zq7plantText}}}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"action":{"type":"addKey","key":Zq7plantText}}}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"acton":{"type":"addKey","key":"Zq7plantText"}}}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":["/main",{"type":"addKey","key":"Zq7plantText"}]}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"dispatched","params":{"action":{"type":"addKey","key":"Zq7plantText"}}}"#,
    #"{"jsonrpc":"1.0","id":1,"method":"dispatch","params":{"action":{"type":"addKey","key":"Zq7plantText"}}}"#,
    #"{"jsonrpc":"2.0","id":{"a":"Zq7plantText"},"method":"dispatch"}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":"Zq7plantText"}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"action":{"key":"Zq7plantText"}}}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"action":{"type":"setPin","pin":7281940563812000000000}}}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"action":{"type":"setPin","pin":7281940563812e999}}}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"action":{"type":"setPin","pin":7281940563812.5}}}"#,
    #"{"jsonrpc":"2.0","method":"dispatch","params":{"action":{"type":"addKey","key":7281940563812}}}"#,
    #"[{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"action":{"type":"addKey","key":"Zq7plantText"}}},"Zq7plantText"]"#,
    #"Zq7plantText"#,
  ]
}
