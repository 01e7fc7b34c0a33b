import NavtreeJSON

extension FlowDefinition {
  /// The types that may be the root of a window, by the flow's start, rules and links; requests may put any other
  /// there.
  ///
  /// - Complexity: O(number of rules and links).
  package var rootTypes: Set<Int> {
    var types = Set(start.flatMap(\.choices).map(\.screen.type))
    for kind in windows { types.formUnion(kind.roots.types ?? Array(screens.indices)) }
    for step in rules.flatMap(\.parts).compactMap(\.anyNavigation) {
      switch step.navigation.verb.destination {
      case .screen(let screen, .inPlace): types.insert(screen.type)
      case .tree(let tree): if let root = tree.nodes.first { types.insert(root.screen.type) }
      case .screen, .part, .url, .back, .here: break
      }
    }
    for link in links.definitions where link.at?.slots.isEmpty ?? true {
      types.formUnion(link.trees.compactMap(\.nodes.first?.screen.type))
    }
    return types
  }

  /// The windows that the flow's start, kinds, links and rules name; nil: a rule may open any.
  package var windowNames: Set<String>? {
    var names = Set(start.map(\.window) + windows.map(\.name))
    names.formUnion(links.definitions.compactMap { $0.at?.window })
    for step in rules.flatMap(\.parts).compactMap(\.anyNavigation) {
      guard case .openWindow(let verb) = step.navigation else { continue }
      guard let name = verb.window.constant?.string else { return nil }
      names.insert(name)
    }
    return names
  }
}
