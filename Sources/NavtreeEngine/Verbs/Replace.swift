import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Replace<JSONValue> {
  func run(
    in transaction: Transaction, at cursor: ScreenID, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    let flow = transaction.flow
    if let holder = transaction.world.windows.holder(of: cursor) {
      let slot = flow.screens[holder.type].slots[holder.slot]
      guard slot.presents[screen.type] else {
        let wanted = flow.screens[screen.type].name
        throw Failure(
          .notPresentable,
          "the slot '\(slot.name)' of \(flow.screens[holder.type].name) doesn't present \(wanted)",
          ["at": .string(transaction.address(of: cursor)), "screen": .string(wanted)]
        ).with("hint", .string("it presents \(transaction.presents(slot))"))
      }
    }
    try transaction.ask(cursor, asking)
    return try transaction.replacing(cursor) { () throws(Failure) in
      transaction.scope.look(at: cursor)
      let state = try transaction.make(screen, origin)
      try transaction.admit(state, depth: transaction.depth(of: cursor))
      return try transaction.replace(cursor, with: state, .replaced)
    }
  }
}
