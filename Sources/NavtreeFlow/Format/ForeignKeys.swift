/// Keys of other formats, and those of this one that mean the same.
enum ForeignKeys {
  private static let everywhere: [String: [Key]] = [
    "min": [.minimum, .minLength, .minItems], "max": [.maximum, .maxLength, .maxItems],
    "guard": [.when], "if": [.when], "cond": [.when], "condition": [.when], "only": [.when],
    "regex": [.pattern], "regexp": [.pattern], "initial": [.default, .start, .selected],
    "initialValue": [.default], "values": [.enum], "oneOf": [.enum], "fields": [.properties, .state],
    "on": [.actions], "events": [.actions], "handlers": [.actions], "reducers": [.actions],
    "props": [.params], "data": [.state], "context": [.state, .shared], "vars": [.state, .shared],
    "children": [.slots], "hooks": [.lifecycle], "getters": [.computed], "derived": [.computed],
    "globals": [.shared], "services": [.effects], "requests": [.effects], "routes": [.links],
    "body": [.with, .payload], "args": [.with, .payload, .params], "arguments": [.with, .payload, .params],
    "then": [.done], "result": [.then], "onDone": [.done, .then], "success": [.done, .then],
    "onError": [.failed, .otherwise],
    "onNext": [.next], "progress": [.next], "onProgress": [.next],
    "error": [.failed, .reject], "catch": [.failed, .otherwise], "onSuccess": [.done, .then],
    "assign": [.set], "update": [.set], "setState": [.set], "goto": [.navigate], "go": [.navigate],
    "show": [.present], "close": [.dismiss], "dispatch": [.send], "emit": [.send], "raise": [.send],
    "invoke": [.effect], "call": [.effect], "fetch": [.effect], "wait": [.after, .delay], "ms": [.delay],
    "time": [.delay], "duration": [.delay],
    "retry": [.retries], "attempts": [.times, .retries], "tries": [.times, .retries], "count": [.times],
    "interval": [.delay], "backoff": [.factor], "multiplier": [.factor], "maxBackoff": [.maxDelay],
    "path": [.url, .at], "pattern": [.url], "route": [.url],
    "component": [.screen], "view": [.screen], "page": [.screen], "accepts": [.presents],
    "allows": [.presents], "respond": [.reply], "returns": [.reply], "return": [.returns, .reply],
    "refuse": [.reject], "check": [.always], "assert": [.always],
  ]

  /// The key that a foreign one stands for.
  static func meaning(of text: String, in object: FormatObject) -> String? {
    everywhere[text]?.lazy.map(\.rawValue).first { object[$0] != nil }
  }

  static func has(_ text: String) -> Bool { everywhere[text] != nil }

  /// Whether a key only looks like one of this format: `text` is the commonest name of an input.
  static func isUnlike(_ text: String, _ name: String) -> Bool {
    text == "text" && name == Key.next.rawValue
  }

  /// Advice on a foreign key that stands for none.
  static func advice(for text: String, in object: FormatObject) -> Hint? {
    if let event = events[text], object[Key.lifecycle.rawValue] != nil {
      return "write it under lifecycle: lifecycle: { \(event): { … } }"
    }
    return nil
  }

  private static let events = [
    "entry": "presented", "exit": "dismissed", "onEnter": "presented", "onExit": "dismissed",
    "onMount": "presented", "onAppear": "appeared", "onDisappear": "disappeared", "init": "presented",
    "presented": "presented", "appeared": "appeared", "disappeared": "disappeared", "dismissed": "dismissed",
    "restored": "restored", "paramsChanged": "paramsChanged",
  ]
}
