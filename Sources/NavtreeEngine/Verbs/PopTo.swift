import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension PopTo<JSONValue> {
  /// - Complexity: O(distance + number of removed screens).
  func run(in transaction: Transaction, at window: Int, _ origin: Origin, _ asking: Asking) throws(Failure)
    -> NavigationOutcome
  {
    let identity: JSONValue
    if let given = self.identity {
      identity = given
    } else {
      identity = try transaction.identity(of: screen, origin)
    }
    if let id = try transaction.nearest(screen, identity, isBelow: true, in: window) {
      return try transaction.comeBack(to: id, screen, merge: merge, in: window, origin, asking)
    }
    switch otherwise {
    case .push:
      return try Push(screen: screen, slot: nil, onDuplicate: .push)
        .run(in: transaction, at: window, origin, asking)
    case .replace: return try Replace(screen: screen).run(in: transaction, at: window, origin, asking)
    case .fail:
      let name = transaction.flow.screens[screen.type].name
      let at = transaction.world.windows[window].address(of: transaction.world.windows[window].focus.id)
      throw Failure(.nothingToPop, "there is no such \(name) at or below \(at)", ["at": .string(at)])
        .with("hint", .string("'otherwise': push or replace makes one"))
    }
  }
}
