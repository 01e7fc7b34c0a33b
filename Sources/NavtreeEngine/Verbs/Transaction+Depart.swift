import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Transaction {
  /// Ends everything tied to the screens of a tree that is about to be removed. All removals pass through
  /// here, before the tree leaves its place.
  ///
  /// - Parameters:
  ///   - id: the root of the tree.
  ///   - result: the result with which the root of the tree is dismissed.
  ///   - spared: screens of the tree that a reset takes over.
  /// - Complexity: O(number of screens) if anything is tied to a screen at all, else O(1).
  func depart(
    _ id: ScreenID, _ reason: RemovalReason, result: JSONValue? = nil, sparing spared: Set<ScreenID> = []
  ) {
    change.hasRemovals = true
    if let followers = listeners.followers { followers.departures[id] = reason }
    observeDeparture(of: id, sparing: spared)
    let mayHoldLinks = !world.ledgers.links.isEmpty && reason != .sessionClosed
    if mayHoldLinks { giveUpLinks(heldBelow: id, sparing: spared) }
    guard hasTies else { return }
    for (screen, _) in world.windows.subtree(of: id, order: .lastSlotFirst) where !spared.contains(screen.id)
    {
      end(screen, reason, result: screen.id == id ? result : nil)
    }
  }

  /// Whether anything may be tied to a screen.
  private var hasTies: Bool {
    traits.keepsStates || !world.ledgers.results.isEmpty || !world.ledgers.timers.isEmpty
      || !world.ledgers.effects.isEmpty || !world.ledgers.loads.isEmpty
  }

  private func end(_ screen: Screen, _ reason: RemovalReason, result: JSONValue?) {
    if traits.keepsStates, reason != .sessionClosed, !change.kept.contains(screen.id) {
      keepState(of: screen)
    }
    cancelEffects(of: screen.id, reason)
    clearTimers(of: screen.id)
    remember(nil, for: screen.id)
    tellWaiting(forEndOf: screen.id, reason, result: result)
  }
}
