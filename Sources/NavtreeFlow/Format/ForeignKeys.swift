import NavigationTree
import NavtreeYAML

/// Keys of other formats, and those of this one that mean the same.
enum ForeignKeys {
  private static let everywhere: [String: [Key]] = [
    "min": [.minimum], "max": [.maximum], "size": [.maximum], "length": [.maxLength],
    "guard": [.when], "guards": [.when], "if": [.when], "cond": [.when], "condition": [.when],
    "only": [.when],
    "regex": [.pattern], "regexp": [.pattern], "initial": [.default, .start, .selected],
    "initialValue": [.default], "values": [.enum], "oneOf": [.enum], "fields": [.properties, .state],
    "on": [.actions, .lifecycle], "events": [.actions, .lifecycle], "handlers": [.actions, .lifecycle],
    "reducers": [.actions],
    "props": [.params], "data": [.state], "context": [.state, .shared], "vars": [.state, .shared],
    "state": [.shared], "type": [.kind], "mode": [.style], "presentation": [.style],
    "children": [.slots], "hooks": [.lifecycle], "getters": [.computed], "derived": [.computed],
    "globals": [.shared], "services": [.effects], "requests": [.effects], "routes": [.links],
    "body": [.with, .payload], "args": [.with, .payload, .params], "arguments": [.with, .payload, .params],
    "then": [.done], "result": [.then], "onDone": [.done, .then], "success": [.done, .then],
    "onError": [.failed, .otherwise],
    "onNext": [.next], "progress": [.next], "onProgress": [.next],
    "error": [.failed, .reject], "catch": [.failed, .otherwise], "onSuccess": [.done, .then],
    "assign": [.set], "update": [.set], "setState": [.set], "goto": [.navigate], "go": [.navigate],
    "show": [.present], "close": [.dismiss], "dismissAll": [.dismiss], "closeAll": [.dismiss],
    "dispatch": [.send], "emit": [.send], "raise": [.send],
    "invoke": [.effect], "call": [.effect], "fetch": [.effect], "wait": [.after, .delay], "ms": [.delay],
    "time": [.delay], "duration": [.delay],
    "retry": [.retries], "attempts": [.times, .retries], "tries": [.times, .retries], "count": [.times],
    "interval": [.delay], "backoff": [.factor], "multiplier": [.factor], "maxBackoff": [.maxDelay],
    "path": [.url, .at], "pattern": [.url], "route": [.url],
    "component": [.screen], "view": [.screen], "page": [.screen], "accepts": [.presents],
    "allows": [.presents], "respond": [.reply], "returns": [.reply], "return": [.returns, .reply],
    "import": [.include], "imports": [.include], "parts": [.include], "files": [.include],
    "internal": [.private], "refuse": [.reject], "check": [.always], "assert": [.always],
  ]

  /// The key that a foreign one stands for; none that stands there already.
  ///
  /// - Parameters:
  ///   - value: The value of the foreign key.
  ///   - keys: The keys of the map that has it.
  static func meaning(of text: String, _ value: YAMLNode, beside keys: MapKeys, in object: FormatObject)
    -> String?
  {
    let meanings = special(text, value, keys.node, object) ?? everywhere[text] ?? []
    return meanings.lazy.map(\.rawValue).first { object[$0] != nil && !keys.contains($0) }
  }

  /// The meanings of a key that depend on what stands beside it or below it.
  private static func special(
    _ text: String, _ value: YAMLNode, _ node: YAMLNode, _ object: FormatObject
  ) -> [Key]? {
    switch text {
    case "min", "max", "size", "length":
      let type = node[Key.type.rawValue].map { $0.elements.first { $0.text != "null" } ?? $0 }
      let (least, most): (Key, Key)
      switch type.map({ ShortType($0.text) }) {
      case let short? where !short.lists.isEmpty || short.name == "array":
        (least, most) = (.minItems, .maxItems)
      case let short? where short.name == "string": (least, most) = (.minLength, .maxLength)
      case let short? where short.name == "object": (least, most) = (.minProperties, .maxProperties)
      case nil where node[Key.items.rawValue] != nil: (least, most) = (.minItems, .maxItems)
      default: return nil
      }
      return [text == "min" ? least : most]
    case "$ref": return NavigationPath.isName(value.text) ? [.type] : nil
    case "on", "events", "handlers", "hooks":
      let isOfLifecycle =
        value.count > 0 && value.pairs.allSatisfy { LifecycleEvent(rawValue: $0.key.text) != nil }
      return isOfLifecycle ? [.lifecycle] : nil
    case "initial":
      switch node[Key.kind.rawValue]?.text {
      case "tabs": return [.selected]
      case "split": return [.focus]
      default: return object.name == .screen ? [] : nil
      }
    default: return nil
    }
  }

  /// Whether it may be a name of the author's that stands at the wrong column.
  static func mayBeName(_ text: String) -> Bool { everywhere[text] != nil && !neverNames.contains(text) }

  /// Foreign keys that nobody gives to an action or a field.
  private static let neverNames: Set<String> = [
    "initial", "initialValue", "guard", "guards", "if", "cond", "regex", "regexp", "onDone",
    "onError", "onSuccess", "setState", "props", "hooks", "getters",
  ]

  /// Whether a key only looks like one of this format: `text` is the commonest name of an input, `when` and
  /// `then` are written alike, and `set` means more than `let`.
  static func isUnlike(_ text: String, _ name: String) -> Bool {
    text == "text" && name == Key.next.rawValue || text == "then" && name == Key.when.rawValue
      || text == "when" && name == Key.then.rawValue || text == "set" && name == Key.let.rawValue
  }

  /// Advice on a foreign key that stands for none.
  ///
  /// - Parameter node: The map that has it.
  static func advice(for text: String, _ value: YAMLNode, of node: YAMLNode, in object: FormatObject)
    -> Hint?
  {
    if object.name == .ask, let hint = Rewriting.ask(text, value, of: node) { return hint }
    if let advice = misplaced(text, value, in: object) { return advice }
    if let event = events[text], object[Key.lifecycle.rawValue] != nil {
      return "write it under lifecycle: lifecycle: { \(event): { … } }"
    }
    if object[Key.properties.rawValue] != nil {
      if text == "$ref" { return "a type of the flow's types is named by type: NAME" }
      if text == "nullable" { return "write type: [\(node[Key.type.rawValue]?.string ?? "TYPE"), \"null\"]" }
    }
    switch object.name {
    case .screen where Format.object(.flow)[text] != nil: return "it belongs to the flow, beside 'screens'"
    case .flow where Format.object(.screen)[text] != nil: return "it belongs to a screen, under its name"
    default: return nil
    }
  }

  /// Advice on the words of a condition that stand at another level here.
  private static func misplaced(_ text: String, _ value: YAMLNode, in object: FormatObject) -> Hint? {
    let isRule = object[Key.when.rawValue] != nil && object[Key.set.rawValue] != nil
    switch text {
    case "then" where isRule && value.kind == .scalar:
      return "it belongs to what is presented: present: { screen: NAME, then: \(value.text) }"
    case "then" where isRule, "do" where isRule:
      return "what a rule does stands beside its 'when'"
    case "else" where isRule: return "write a second rule: the first whose 'when' holds runs"
    case "when" where object.name.isNavigation:
      return "it belongs to the rule: write it beside the navigation"
    default: return nil
    }
  }

  private static let events = [
    "entry": "presented", "exit": "dismissed", "onEnter": "presented", "onExit": "dismissed",
    "onMount": "presented", "onAppear": "appeared", "onDisappear": "disappeared", "init": "presented",
    "presented": "presented", "appeared": "appeared", "disappeared": "disappeared", "dismissed": "dismissed",
    "restored": "restored", "paramsChanged": "paramsChanged",
  ]
}
