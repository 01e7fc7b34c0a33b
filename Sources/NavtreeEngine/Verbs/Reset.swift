import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Reset<JSONValue> {
  /// Checks the whole tree before anything changes.
  ///
  /// - Complexity: O(number of screens removed and made).
  func run(in transaction: Transaction, at window: Int, _ origin: Origin, _ asking: Asking) throws(Failure)
    -> NavigationOutcome
  {
    moveToRoot(in: transaction, window)
    return try transaction.resetFocus(to: tree, reuse: reuse, in: window, origin, asking)
  }

  /// Moves the focus to the root of the window, tab or pane that holds it.
  private func moveToRoot(in transaction: Transaction, _ window: Int) {
    while let parent = transaction.world.windows[window].parent,
      let place = transaction.world.windows[window].place(of: transaction.world.windows[window].focus.id)
    {
      switch transaction.flow.screens[parent.type].slots[place.slot].style {
      case .tab, .pane: return
      case .push, .sheet, .popover, .cover: transaction.world.windows[window].moveUp()
      }
    }
  }
}
