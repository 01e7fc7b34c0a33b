import NavigationTree
import NavtreeFlow

/// Adds the expressions in the fields of a navigation.
struct FieldExpressions: FieldWalker {
  typealias Values = ValueTemplate
  typealias Fault = Never

  var all: FlowExpressions

  mutating func screen(_ screen: inout ScreenTemplate) { all.add(screen) }

  func awaiting(_ screen: inout ScreenTemplate) {}

  func slot(_ key: Key, _ name: inout String?, _ summary: String) {}

  func flag(_ key: Key, _ flag: inout Bool, _ summary: String) {}

  func choice<Choice: NavigationChoice>(
    _ key: Key, _ choice: inout Choice, flag: Key?, _ summary: String
  ) {}

  mutating func count(_ key: Key, _ count: inout ValueTemplate, _ summary: String) { all.add(count, nil) }

  mutating func text(_ key: Key, _ text: inout ValueTemplate, _ role: TextRole, _ summary: String) {
    all.add(text, role.isURL ? key.rawValue : nil)
  }

  mutating func value(_ key: Key, _ value: inout ValueTemplate?, _ summary: String) {
    if let value { all.add(value, key == .result ? key.rawValue : nil) }
  }

  mutating func params(_ key: Key, _ params: inout ValueTemplate, _ summary: String) { all.add(params, nil) }

  mutating func params(
    _ key: Key, _ params: inout ValueTemplate?, of tab: ValueTemplate, _ summary: String
  ) {
    if let params { all.add(params, nil) }
  }

  mutating func tree(_ key: Key, _ tree: inout TreeTemplate, _ summary: String) { all.add(tree) }
}
