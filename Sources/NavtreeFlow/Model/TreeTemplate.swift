/// A tree that a rule puts in place of a root.
package indirect enum TreeTemplate: Sendable {
  /// A screen with its own fields and what it presents, by slot.
  case screen(ScreenTemplate, state: ValueTemplate?, selected: String?, slots: [Slot])
  /// A chain from the root up, each screen pushed on the one before it.
  case chain([ScreenTemplate])

  package struct Slot: Sendable {
    package let name: String
    package let tree: TreeTemplate

    package init(name: String, tree: TreeTemplate) {
      self.name = name
      self.tree = tree
    }
  }

  /// The types of all screens in it.
  ///
  /// Recursion is bounded by the depth of YAML.
  package var types: [Int] {
    switch self {
    case .screen(let screen, _, _, let slots): [screen.type] + slots.flatMap(\.tree.types)
    case .chain(let screens): screens.map(\.type)
    }
  }
}
