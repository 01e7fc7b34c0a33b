import NavigationTree

/// A field of a navigation as documents, forms and signatures describe it.
package struct VerbField: Sendable {
  package enum Kind: Sendable {
    case screen, slot, action, flag, count, text, value, object, tree
    case choice([String])
  }

  package let key: Key
  package let kind: Kind
  package let isRequired: Bool
  /// A description in one sentence.
  package let summary: String

  /// The fields of a navigation, in the order of positional params.
  package static func fields(of verb: some Verb<ValueTemplate>) -> [VerbField] {
    var verb = verb
    var describer = FieldDescriber()
    verb.walk(&describer)
    return describer.fields
  }

  /// The form of its value in a rule, which may have an expression for it.
  var form: Form {
    switch kind {
    case .screen: .screen
    case .slot, .action: .name
    case .flag: .boolean
    case .choice(let choices): .choice(choices)
    case .count, .value, .object: .value
    case .text: .message
    case .tree: .tree
    }
  }
}

private struct FieldDescriber: FieldWalker {
  typealias Values = ValueTemplate
  typealias Fault = Never

  private(set) var fields: [VerbField] = []

  private mutating func add(
    _ key: Key, _ kind: VerbField.Kind, isRequired: Bool = false, _ summary: String
  ) {
    fields.append(VerbField(key: key, kind: kind, isRequired: isRequired, summary: summary))
  }

  mutating func screen(_ screen: inout ScreenTemplate) {
    add(.screen, .screen, isRequired: true, "The type of the screen.")
    add(.params, .object, "The screen's params.")
  }

  mutating func awaiting(_ screen: inout ScreenTemplate) {
    add(.then, .action, "The action that gets the screen's result, as action.result.")
    add(.otherwise, .action, "The action that gets action.reason if the screen goes without a result.")
  }

  mutating func slot(_ key: Key, _ name: inout String?, _ summary: String) { add(key, .slot, summary) }

  mutating func flag(_ key: Key, _ flag: inout Bool, _ summary: String) { add(key, .flag, summary) }

  mutating func choice<Choice: NavigationChoice>(
    _ key: Key, _ choice: inout Choice, flag: Key?, _ summary: String
  ) {
    add(key, .choice(Choice.allCases.map(\.rawValue)), "\(summary); default \(choice.rawValue).")
    if let flag { add(flag, .flag, "Short for \(key.rawValue): \(flag.rawValue).") }
  }

  mutating func count(_ key: Key, _ count: inout ValueTemplate, _ summary: String) {
    add(key, .count, summary)
  }

  mutating func text(_ key: Key, _ text: inout ValueTemplate, _ role: TextRole, _ summary: String) {
    add(key, .text, isRequired: true, summary)
  }

  mutating func value(_ key: Key, _ value: inout ValueTemplate?, _ summary: String) {
    add(key, .value, summary)
  }

  mutating func params(_ key: Key, _ params: inout ValueTemplate, _ summary: String) {
    add(key, .object, isRequired: true, summary)
  }

  mutating func params(
    _ key: Key, _ params: inout ValueTemplate?, of tab: ValueTemplate, _ summary: String
  ) {
    add(key, .object, summary)
  }

  mutating func tree(_ key: Key, _ tree: inout TreeTemplate, _ summary: String) {
    add(key, .tree, isRequired: true, summary)
  }
}
