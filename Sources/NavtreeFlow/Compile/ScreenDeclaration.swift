import NavtreeJSON
import NavigationTree
import NavtreeYAML

/// A screen type before any of its expressions is compiled.
final class ScreenDeclaration {
  struct Slot {
    let name: String
    /// The place of its name.
    let location: SourceLocation
    let style: SlotStyle
    let presents: ScreenSet
    /// The first screen of a tab or a pane.
    let initial: ObjectReader?
  }

  let type: Int
  let name: YAMLNode
  let reader: ObjectReader
  var kind = ScreenKind.screen
  var params = RecordDefinition.empty
  var state = RecordDefinition.empty
  var returns: Schema?
  /// Whether its result is sensitive.
  var hidesResult = false
  var loader: LoaderDeclaration?
  /// Tabs or panes first, then slots.
  var slots: [Slot] = []
  var actions: [ActionDeclaration] = []
  /// Each a rule's map.
  var lifecycle: [(event: LifecycleEvent, rules: [ObjectReader])] = []

  init(type: Int, name: YAMLNode, reader: ObjectReader) {
    self.type = type
    self.name = name
    self.reader = reader
  }

  /// The declaration of an action.
  /// - Complexity: O(number of actions).
  func action(_ action: Int) -> ActionDeclaration? {
    actions.first { $0.action == action }
  }
}

/// An action as it is declared, before its rules are compiled.
struct ActionDeclaration {
  let name: YAMLNode
  /// The index of its name in the flow.
  let action: Int
  var payload: RecordDefinition
  /// Each a rule's map, or the one map that is action and rule at once.
  let rules: [ObjectReader]
  /// The names that its rules have in common.
  var names: YAMLNode?
  /// The behaviour of one of navtree's own actions.
  var own: LoaderAction?
  /// The payload fields that navtree gives, declared or not.
  var given: Set<Int> = []
  var senders: ActionSenders = []
  /// The author's word; nil where the flow has none.
  var isPrivate: Bool?
  var texts = JSONObject()
}
