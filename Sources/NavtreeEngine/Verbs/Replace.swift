import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Replace<JSONValue> {
  func run(in transaction: Transaction, at window: Int, _ origin: Origin, _ asking: Asking) throws(Failure)
    -> NavigationOutcome
  {
    let flow = transaction.flow
    let replaced = transaction.world.windows[window].focus
    if let place = transaction.world.windows[window].place(of: replaced.id),
      let parent = transaction.world.windows[window].parent
    {
      let slot = flow.screens[parent.type].slots[place.slot]
      guard slot.presents[screen.type] else {
        let wanted = flow.screens[screen.type].name
        throw Failure(
          .notPresentable,
          "the slot '\(slot.name)' of \(flow.screens[parent.type].name) doesn't present \(wanted)",
          [
            "at": .string(transaction.world.windows[window].address(of: replaced.id)),
            "screen": .string(wanted),
          ]
        ).with("hint", .string("it presents \(transaction.presents(slot))"))
      }
    }
    try transaction.ask(replaced.id, in: window, asking)
    transaction.scope.look(at: transaction.world.windows[window].focus.id, in: window)
    let state = try transaction.make(screen, origin)
    try transaction.admit(state, depth: transaction.world.windows[window].depth)
    return try transaction.replaceFocus(of: window, with: state, .replaced)
  }
}
