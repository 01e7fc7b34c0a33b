import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Transaction {
  /// Removes the tree in a slot of the focus, if all its screens permit.
  ///
  /// - Complexity: O(number of screens removed).
  func remove(
    slot: Int, in window: Int, _ asking: Asking, _ reason: RemovalReason, result: JSONValue? = nil
  ) throws(Failure) {
    let before = sight(in: window)
    if let root = world.windows[window].focus.slots[slot].id {
      try ask(root, in: window, asking)
      depart(root, world.windows[window].focus.slots[slot].screen, in: window, reason, result: result)
    }
    let parent = world.windows[window].focus.id
    let removed = world.windows[window].dismiss(slot)
    history.journal.append(.removed(window: window, parent: parent, slot: slot, removed))
    listeners.transitions?.observe(reason, in: self)
    observeSight(from: before, in: window)
  }

  /// Asks every screen of a tree, deepest first, whether it may be dismissed.
  func ask(
    _ root: ScreenID, in window: Int, _ asking: Asking, sparing spared: Set<ScreenID> = []
  ) throws(Failure) {
    guard traits.asksBeforeDismissal else { return }
    try ask([root], in: window, asking, sparing: spared)
  }

  /// Asks every screen of several trees, deepest first, whether it may be dismissed.
  func ask(
    _ roots: [ScreenID], in window: Int, _ asking: Asking, sparing spared: Set<ScreenID> = []
  ) throws(Failure) {
    guard traits.asksBeforeDismissal, !asking.force else { return }
    var asked: [(id: ScreenID, type: Int, depth: Int)] = []
    for root in roots {
      for (screen, place) in world.windows[window].subtree(of: root)
      where flow.screens[screen.type].expressions.dismissible != nil && screen.id != asking.unasked
        && !spared.contains(screen.id)
      {
        asked.append((screen.id, screen.type, place.depth))
      }
    }
    asked.sort { $0.depth > $1.depth }
    for (id, type, _) in asked {
      guard let dismissible = flow.screens[type].expressions.dismissible else { continue }
      scope.look(at: id, in: window)
      if try !holds(dismissible) {
        change.refuser = id
        listeners.coverage?.count(.refusal(type))
        let at = world.windows[window].address(of: id)
        let name = flow.screens[type].name
        throw Failure(
          .dismissRefused, "\(name) at \(at) refuses to be dismissed",
          ["at": .string(at), "id": .integer(id.number), "screen": .string(name)]
        ).advising(.force)
      }
    }
  }
}
