import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Navigate<JSONValue> {
  /// Goes to the top of the chain, with `pop` to a screen below it, to a tab or a pane; else pushes.
  ///
  /// - Complexity: O(1) at the top, with `pop` O(distance), plus O(number of tabs and panes above), and
  ///   O(distance) to move to one of them.
  func run(in transaction: Transaction, at window: Int, _ origin: Origin, _ asking: Asking) throws(Failure)
    -> NavigationOutcome
  {
    transaction.world.windows[window].moveToTop()
    let identity = try transaction.identity(of: screen, origin)
    if let id = try transaction.nearest(screen, identity, isBelow: pop, in: window) {
      return try transaction.comeBack(to: id, screen, merge: merge, in: window, origin, asking)
    }
    if pop {
      while transaction.world.windows[window].isPushed, transaction.world.windows[window].moveUp() {}
    }
    if let found = try transaction.selectRoot(screen, identity: identity, merge: merge, in: window, origin) {
      return found
    }
    return try Push(screen: screen, slot: nil, onDuplicate: onDuplicate)
      .run(in: transaction, at: window, origin, asking)
  }
}
