import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Transaction {
  /// Removes the tree in a slot of a screen, if all its screens permit.
  ///
  /// - Complexity: O(number of screens removed).
  func remove(
    _ slot: Int, of holder: ScreenID, _ asking: Asking, _ reason: RemovalReason, result: JSONValue? = nil
  ) throws(Failure) {
    let window = try focus(on: holder)
    let before = sight(from: holder)
    if let root = world.windows[window].focus.slots[slot].id {
      try ask(root, asking)
      depart(root, reason, result: result)
    }
    let removed = world.windows[window].dismiss(slot)
    history.journal.append(.removed(window: window, parent: holder, slot: slot, removed))
    listeners.transitions?.observe(reason, in: self)
    observeSight(from: before, below: holder)
  }

  /// Asks every screen of a tree, deepest first, whether it may be dismissed.
  func ask(
    _ root: ScreenID, _ asking: Asking, sparing spared: Set<ScreenID> = []
  ) throws(Failure) {
    guard traits.asksBeforeDismissal else { return }
    try ask([root], asking, sparing: spared)
  }

  /// Asks every screen of several trees, deepest first, whether it may be dismissed.
  func ask(
    _ roots: [ScreenID], _ asking: Asking, sparing spared: Set<ScreenID> = []
  ) throws(Failure) {
    guard traits.asksBeforeDismissal, !asking.force else { return }
    var asked: [(id: ScreenID, type: Int, depth: Int)] = []
    for root in roots {
      for (screen, place) in world.windows.subtree(of: root)
      where flow.screens[screen.type].expressions.dismissible != nil && screen.id != asking.unasked
        && !spared.contains(screen.id)
      {
        asked.append((screen.id, screen.type, place.depth))
      }
    }
    asked.sort { $0.depth > $1.depth }
    for (id, type, _) in asked {
      guard let dismissible = flow.screens[type].expressions.dismissible else { continue }
      scope.look(at: id)
      if try !holds(dismissible) {
        change.refuser = id
        listeners.coverage?.count(.refusal(type))
        let at = address(of: id)
        let name = flow.screens[type].name
        throw Failure(
          .dismissRefused, "\(name) at \(at) refuses to be dismissed",
          ["at": .string(at), "id": .integer(id.number), "screen": .string(name)]
        ).advising(.force)
      }
    }
  }
}
