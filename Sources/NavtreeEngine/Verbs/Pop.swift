import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Pop<JSONValue> {
  func run(in transaction: Transaction, at window: Int, _ origin: Origin, _ asking: Asking) throws(Failure)
    -> NavigationOutcome
  {
    let (isAboveRoot, slot) = transaction.world.windows[window].moveUp(popping: count)
    guard isAboveRoot else {
      let at = transaction.world.windows[window].address(of: transaction.world.windows[window].focus.id)
      throw Failure(.nothingToPop, "nothing is pushed on \(at)", ["at": .string(at)])
    }
    if let slot { try transaction.remove(slot: slot, in: window, asking, .dismissed) }
    return NavigationOutcome()
  }
}

extension PopToRoot<JSONValue> {
  func run(in transaction: Transaction, at window: Int, _ origin: Origin, _ asking: Asking) throws(Failure)
    -> NavigationOutcome
  {
    // A rule that is at the root already has nothing to do, as with `back`.
    if origin.isOfFlow, !transaction.world.windows[window].isPushed,
      transaction.world.windows[window].pushedSlot == nil
    {
      return NavigationOutcome(isHandled: false)
    }
    return try Pop(count: .max).run(in: transaction, at: window, origin, asking)
  }
}
