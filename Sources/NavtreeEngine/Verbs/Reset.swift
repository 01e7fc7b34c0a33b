import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Reset<JSONValue> {
  /// Replaces the root of the window, tab or pane that holds the screen. The whole tree is checked before anything
  /// changes.
  ///
  /// - Complexity: O(number of screens removed and made).
  func run(
    in transaction: Transaction, at cursor: ScreenID, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    var root = cursor
    while let holder = transaction.world.windows.holder(of: root), holder.style.isChained {
      root = holder.screen
    }
    return try transaction.reset(root, to: tree, reuse: reuse, origin, asking)
  }
}
