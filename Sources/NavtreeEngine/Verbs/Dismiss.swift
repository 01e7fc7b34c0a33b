import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Dismiss<JSONValue> {
  func run(
    in transaction: Transaction, at cursor: ScreenID, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    let screen = all ? try firstModal(from: cursor, in: transaction) : cursor
    guard let holder = transaction.world.windows.holder(of: screen) else {
      throw transaction.notDismissable(screen, "the root of a window", Self.advice)
    }
    switch holder.style {
    case .tab: throw transaction.notDismissable(screen, "the root of a tab", Self.advice)
    case .pane: throw transaction.notDismissable(screen, "the root of a pane", Self.advice)
    case .push, .sheet, .popover, .cover: break
    }
    let result = try result.map { (it) throws(Failure) in
      try transaction.checked(it, as: transaction.type(of: screen), origin)
    }
    try transaction.remove(holder.slot, of: holder.screen, asking, .dismissed, result: result)
    return NavigationOutcome()
  }

  /// The root of the first of the modals that hold a screen.
  ///
  /// These are the nearest modal and those that it is presented on, up to the nearest tab, pane or window.
  /// - Complexity: O(depth).
  private func firstModal(from cursor: ScreenID, in transaction: Transaction) throws(Failure) -> ScreenID {
    var screen = cursor
    var modal: ScreenID?
    search: while let holder = transaction.world.windows.holder(of: screen) {
      switch holder.style {
      case .sheet, .popover, .cover: modal = screen
      case .push: break
      case .tab, .pane: if modal != nil { break search }
      }
      screen = holder.screen
    }
    if let modal { return modal }
    let at = transaction.address(of: cursor)
    let failure = Failure(.notDismissable, "no modal holds \(at)", ["at": .string(at)])
    throw transaction.world.windows.holder(of: cursor)?.style == .push
      ? failure.with("hint", .string("leave 'all' out to remove this screen")) : failure
  }

  private static let advice = "use replace to put another screen there"
}
