import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Pop<JSONValue> {
  func run(
    in transaction: Transaction, at cursor: ScreenID, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    let window = try transaction.focus(on: cursor)
    let (isAboveRoot, slot) = transaction.world.windows[window].moveUp(popping: count)
    let holder = transaction.world.windows[window].focus.id
    guard isAboveRoot else {
      let at = transaction.address(of: holder)
      throw Failure(.nothingToPop, "nothing is pushed on \(at)", ["at": .string(at)])
    }
    if let slot { try transaction.remove(slot, of: holder, asking, .dismissed) }
    return NavigationOutcome()
  }
}

extension PopToRoot<JSONValue> {
  func run(
    in transaction: Transaction, at cursor: ScreenID, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    let window = try transaction.focus(on: cursor)
    // A rule that is at the root already has nothing to do, as with `back`.
    if origin.isOfFlow, !transaction.world.windows[window].isPushed,
      transaction.world.windows[window].pushedSlot == nil
    {
      return NavigationOutcome(isHandled: false)
    }
    return try Pop(count: .max).run(in: transaction, at: cursor, origin, asking)
  }
}
