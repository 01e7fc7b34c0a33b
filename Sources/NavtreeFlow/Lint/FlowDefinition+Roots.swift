extension FlowDefinition {
  /// The types that may be the root of a window, by the flow's start, rules and links; requests may put any other
  /// there.
  ///
  /// - Complexity: O(number of rules and links).
  package var rootTypes: Set<Int> {
    var types = Set(start.flatMap(\.choices).map(\.screen.type))
    let rules = screens.flatMap(\.rules) + actions.elements.flatMap(\.definition.rules)
    for navigation in rules.flatMap(\.navigations) {
      switch navigation.verb.destination {
      case .screen(let screen, .inPlace): types.insert(screen.type)
      case .tree(let tree): if let root = tree.nodes.first { types.insert(root.screen.type) }
      case .screen, .part, .url, .back, .here: break
      }
    }
    for link in links.definitions where link.at?.slots.isEmpty ?? true {
      if let root = link.opens.nodes.first { types.insert(root.screen.type) }
      if case .opens(let tree) = link.otherwise, let root = tree.nodes.first {
        types.insert(root.screen.type)
      }
    }
    return types
  }

  /// The windows that the flow's start and links name.
  package var windowNames: Set<String> {
    Set(start.map(\.window)).union(links.definitions.compactMap { $0.at?.window })
  }
}

extension Rule {
  /// The navigations that it does, and those that it sends.
  fileprivate var navigations: [NavigationTemplate] {
    steps.compactMap { step in
      switch step {
      case .navigate(let step): step.navigation
      case .send(let send): send.action.navigation
      case .after(let after): after.send.action.navigation
      case .reject, .set, .setShared, .unset, .cancel, .dropLinks, .effect, .reply, .load: nil
      }
    }
  }
}

extension SendTemplate.Action {
  fileprivate var navigation: NavigationTemplate? {
    switch self {
    case .declared: nil
    case .navigation(let step): step.navigation
    }
  }
}
