import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Dismiss<JSONValue> {
  func run(in transaction: Transaction, at window: Int, _ origin: Origin, _ asking: Asking) throws(Failure)
    -> NavigationOutcome
  {
    if all { try moveToFirstModal(in: transaction, window) }
    let screen = transaction.world.windows[window].focus
    guard let parent = transaction.world.windows[window].parent,
      let place = transaction.world.windows[window].place(of: screen.id)
    else {
      throw notDismissable(screen.id, "the root of a window", in: transaction, window)
    }
    switch transaction.flow.catalog.shapes[parent.type].slots[place.slot].style {
    case .tab: throw notDismissable(screen.id, "the root of a tab", in: transaction, window)
    case .pane: throw notDismissable(screen.id, "the root of a pane", in: transaction, window)
    case .push, .sheet, .popover, .cover: break
    }
    let result = try result.map { (it) throws(Failure) in
      try transaction.checked(it, as: screen.type, origin)
    }
    transaction.world.windows[window].moveUp()
    try transaction.remove(slot: place.slot, in: window, asking, .dismissed, result: result)
    return NavigationOutcome()
  }

  /// Moves the focus to the root of the first of the modals that hold it.
  ///
  /// These are the nearest modal and those that it is presented on, up to the nearest tab, pane or window.
  /// - Complexity: O(depth).
  private func moveToFirstModal(in transaction: Transaction, _ window: Int) throws(Failure) {
    let zipper = transaction.world.windows[window]
    var id = zipper.focus.id
    var levels = 0
    var height: Int?
    search: while let place = zipper.place(of: id), let parent = place.parent,
      let type = zipper.place(of: parent)?.type
    {
      switch transaction.flow.catalog.shapes[type].slots[place.slot].style {
      case .sheet, .popover, .cover: height = levels
      case .push: break
      case .tab, .pane: if height != nil { break search }
      }
      id = parent
      levels += 1
    }
    guard let height else {
      let at = zipper.address(of: zipper.focus.id)
      let failure = Failure(.notDismissable, "no modal holds \(at)", ["at": .string(at)])
      throw zipper.isPushed ? failure.with("hint", .string("leave 'all' out to remove this screen")) : failure
    }
    for _ in 0..<height { transaction.world.windows[window].moveUp() }
  }

  private func notDismissable(
    _ id: ScreenID, _ role: String, in transaction: Transaction, _ window: Int
  ) -> Failure {
    let at = transaction.world.windows[window].address(of: id)
    return Failure(.notDismissable, "\(at) is \(role)", ["at": .string(at)])
      .with("hint", .string("use replace to put another screen there"))
  }
}
