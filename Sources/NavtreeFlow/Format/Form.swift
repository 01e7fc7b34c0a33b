import NavtreeYAML

/// The form of a key's value.
///
/// The checker, the hints, the normal form and the JSON Schema are all made from this.
package indirect enum Form: Sendable {
  /// A string.
  case text
  /// A name of the author's choice.
  case name
  /// The name of a declared screen.
  case screen
  case boolean
  case integer(minimum: Int?)
  case number
  /// Milliseconds, or text such as `1m30s`.
  case duration
  /// A duration, or an expression that gives one.
  case delay
  /// A number of further tries of an effect, or `forever`.
  case times
  /// The further tries of an effect: `times`, or how they follow.
  case retries
  case choice([String])
  /// A CEL expression.
  case expression
  /// A string that may hold `${…}`.
  case message
  /// Any value; its strings may hold `${…}`.
  case value
  /// Any value, taken literally.
  case data
  /// A JSON Pointer that begins with a field; its segments may hold `${…}`.
  case pointer
  /// A declared schema's `type`.
  case types
  /// A field, or its short form.
  case field
  /// A schema, or its short form.
  case schema
  /// The schema of a result, or its short form.
  case returned
  /// A rule, a list of rules, or payload and rules.
  case action
  /// A screen, conditional screens, or windows.
  case start
  /// Screen types, or `any`.
  case presents
  case object(FormatObject.Name)
  /// An object, or the value of one of its keys alone; where `isFlag`, `true` is an object without keys. The word, the
  /// key of a flag, stands for an object with that flag alone.
  case short(Key, FormatObject.Name, isFlag: Bool, word: Key? = nil)
  /// An object whose keys are all optional; `true` is one without keys.
  case flagged(FormatObject.Name)
  /// A tree of screens: a map with `screen`, a list of screens from the root up, or a screen's name alone.
  case tree
  /// A tree of screens, or a URL: a string that isn't a name.
  case opening
  case map(MapKey, Form)
  case list(Form)
  /// A list, or its one element alone.
  case oneOrMore(Form)
  /// A time of RFC 3339, or milliseconds since 1970.
  case instant
  /// An action: its name, or a map of its name to its payload.
  case call
  /// One word, or an object.
  case word(String, FormatObject.Name)
  /// An object, or null.
  case objectOrNull(FormatObject.Name)

  /// The map of known keys that the form allows by itself.
  var objectName: FormatObject.Name? {
    switch self {
    case .object(let name), .short(_, let name, _, _), .flagged(let name), .word(_, let name),
      .objectOrNull(let name):
      name
    case .retries: .retry
    case .text, .name, .screen, .boolean, .integer, .number, .duration, .delay, .times, .choice, .expression,
      .message, .value, .data, .pointer, .types, .field, .schema, .returned, .action, .start, .presents,
      .tree, .opening, .map, .list, .oneOrMore, .instant, .call:
      nil
    }
  }

  /// The only key of the map that a plain value stands for, which it is the value of unless it is the word of a flag;
  /// nil for a map without keys.
  func only(of node: YAMLNode) -> (key: Key, isFlag: Bool)? {
    guard case .short(let key, _, let isFlag, let word) = self else { return nil }
    if isFlag, node.kind == .scalar, node.scalar == .boolean(true) { return nil }
    if let word, node.string == word.rawValue { return (word, true) }
    return (key, false)
  }

  /// The keys of a map.
  package enum MapKey: Sendable {
    /// Names that the author chooses; the noun says what they name.
    case name(String)
    /// A version of the flow.
    case version
    /// A declared field, or a pointer into one.
    case target
    /// Any text.
    case any
  }

  /// The expected kind of value, with an article.
  var noun: String {
    switch self {
    case .text: "a string"
    case .name: "a name"
    case .screen: "a screen's name"
    case .boolean: "true or false"
    case .integer(let minimum): minimum.map { "an integer of at least \($0)" } ?? "an integer"
    case .number: "a number"
    case .duration: DurationTemplate.noun
    case .delay: "\(DurationTemplate.noun), or an expression that gives one"
    case .times: "\(Form.integer(minimum: 0).noun), or \(RetryPolicy.foreverWord)"
    case .retries: "\(Form.times.noun), or a map (retry)"
    case .choice(let choices): "one of \(choices.joined(separator: ", "))"
    case .expression: "an expression"
    case .message: "a string"
    case .value, .data: "a value"
    case .pointer: "a JSON Pointer"
    case .types: "a type or a list of types"
    case .field: "a field: a type such as 'integer?', or a map"
    case .schema, .returned: "a schema: a type such as 'integer?', or a map"
    case .action: "a rule (a map), a list of rules, or a map with 'rules'"
    case .start: "a screen's name, a map with 'screen', a list of those with 'when', or a map of windows"
    case .presents: "a list of screen names, or any"
    case .object(let name): "a map (\(name.noun))"
    case .short(let key, let name, let isFlag, let word):
      "a map (\(name.noun)), or its '\(key.rawValue)' alone" + (isFlag ? ", or true" : "")
        + (word.map { ", or \($0.rawValue)" } ?? "")
    case .flagged(let name): "true, or a map (\(name.noun))"
    case .tree: "a map with 'screen', or a list of screens"
    case .opening: "a list of screens, a map with 'screen', or a URL"
    case .map(.name(let noun), _): "a map of \(noun)s by name"
    case .map(.version, _): "a map of versions to steps"
    case .map(.target, _): "a map of fields to values"
    case .map(.any, _): "a map"
    case .list(let element): "a list, each item \(element.noun)"
    case .oneOrMore(let element): "\(element.noun), or a list of those"
    case .instant: "a time such as 2026-01-01T00:00:00Z, or milliseconds since 1970"
    case .call: "an action's name, or a map of one action to its payload"
    case .word(let word, let name): "\(word), or a map (\(name.noun))"
    case .objectOrNull(let name): "a map (\(name.noun)), or null"
    }
  }
}
