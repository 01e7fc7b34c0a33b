import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension MoveScreen<JSONValue> {
  /// Takes the screen out of its place and puts it into a slot of the other one, alive.
  ///
  /// - Complexity: O(number of screens moved + distance).
  func run(
    in transaction: Transaction, at cursor: ScreenID, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    let target: ScreenID
    do {
      target = try transaction.screen(at: to)
    } catch {
      throw error.caused(by: origin, of: transaction.flow, member: "/to")
    }
    guard let holder = transaction.world.windows.holder(of: cursor) else {
      throw transaction.notDismissable(cursor, "the root of a window", Self.advice)
    }
    if holder.style == .tab { throw transaction.notDismissable(cursor, "the root of a tab", Self.advice) }
    if holder.style == .pane {
      // One that begins with a screen is never empty, one that begins empty may be again.
      let holderType = try transaction.type(of: holder.screen)
      if transaction.flow.screens[holderType].slots[holder.slot].initial != nil {
        throw transaction.notDismissable(cursor, "the root of a pane", Self.advice)
      }
    }
    try checkPlace(target, of: cursor, in: transaction)
    let type = try transaction.type(of: cursor)
    let slot = try transaction.slot(
      for: type, named: slot, of: target, among: [.push, .sheet, .popover, .cover], orParts: true)
    var occupant = try transaction.occupant(ofTheSortOf: slot, of: target)
    if let there = occupant, there.id == cursor {
      if there.slot == slot { return NavigationOutcome(id: cursor) }
      occupant = nil
    }
    switch ifOccupied {
    case .fail: if let occupant { throw transaction.occupied(occupant, of: target) }
    case .ignore: if occupant != nil { return NavigationOutcome() }
    case .replace: break
    }
    try transaction.move(cursor, from: holder, to: slot, of: target) { () throws(Failure) in
      if let occupant { try transaction.remove(occupant.slot, of: target, asking, .replaced) }
    }
    return NavigationOutcome(id: cursor)
  }

  /// Refuses a place within the screen itself.
  private func checkPlace(
    _ target: ScreenID, of moved: ScreenID, in transaction: Transaction
  ) throws(Failure) {
    var above: ScreenID? = target
    while let screen = above {
      if screen == moved {
        let at = transaction.address(of: moved)
        throw Failure(.notPresentable, "\(at) can't move into itself", ["at": .string(at)])
      }
      above = transaction.world.windows.holder(of: screen)?.screen
    }
  }

  private static let advice = "move a screen that it holds"
}

extension Transaction {
  /// Moves a tree from one slot to another one, in the same window or another, and keeps all that is tied to it.
  ///
  /// It is a removal and a presentation of the same screens, so both are undone as such.
  /// - Parameter makeRoom: empties the place, once the tree is out of its former one.
  func move(
    _ root: ScreenID, from holder: Holder, to slot: Int, of target: ScreenID,
    makeRoom: () throws(Failure) -> Void
  ) throws(Failure) {
    let former = listeners.transitions?.standings(from: root, in: self)
    let levels = world.windows.subtree(of: root).reduce(0) { max($0, $1.place.depth) }
    try admit(count: 0, depth: levels - depth(of: root) + depth(of: target) + 1)
    let before = sight(from: holder.screen)
    let window = try focus(on: holder.screen)
    let tree = world.windows[window].dismiss(holder.slot)
    history.journal.append(.removed(window: window, parent: holder.screen, slot: holder.slot, tree))
    observeSight(from: before, below: holder.screen)
    try makeRoom()
    try put(tree, in: slot, of: target, isMoved: true)
    if let former { listeners.transitions?.observeMove(of: root, from: holder, former, in: self) }
  }
}
