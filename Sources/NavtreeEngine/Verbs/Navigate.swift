import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Navigate<JSONValue> {
  /// Goes to the top of the chain, with `pop` to a screen below it, to a tab or a pane; else pushes.
  ///
  /// - Complexity: O(1) at the top, with `pop` O(distance), plus O(number of tabs and panes above), and
  ///   O(distance) to move to one of them.
  func run(
    in transaction: Transaction, at cursor: ScreenID, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    var place = try transaction.top(of: cursor)
    let identity = try transaction.identity(of: screen, origin)
    if let id = try transaction.nearest(screen, identity, from: place, isBelow: pop) {
      return try transaction.comeBack(to: id, screen, merge: merge, origin, asking)
    }
    while pop, let holder = transaction.world.windows.holder(of: place), holder.style == .push {
      place = holder.screen
    }
    if let found = try transaction.selectRoot(screen, identity, merge: merge, atOrAbove: place, origin) {
      return found
    }
    return try Push(screen: screen, slot: nil, onDuplicate: onDuplicate)
      .run(in: transaction, at: place, origin, asking)
  }
}
