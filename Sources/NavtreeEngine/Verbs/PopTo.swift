import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension PopTo<JSONValue> {
  /// - Complexity: O(distance + number of removed screens).
  func run(
    in transaction: Transaction, at cursor: ScreenID, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    let identity: JSONValue
    if let given = self.identity {
      identity = given
    } else {
      identity = try transaction.identity(of: screen, origin)
    }
    if let id = try transaction.nearest(screen, identity, from: cursor, isBelow: true) {
      return try transaction.comeBack(to: id, screen, merge: merge, origin, asking)
    }
    switch otherwise {
    case .push:
      return try Push(screen: screen, slot: nil, onDuplicate: .push)
        .run(in: transaction, at: cursor, origin, asking)
    case .replace: return try Replace(screen: screen).run(in: transaction, at: cursor, origin, asking)
    case .fail:
      let name = transaction.flow.screens[screen.type].name
      let at = transaction.address(of: cursor)
      throw Failure(.nothingToPop, "there is no such \(name) at or below \(at)", ["at": .string(at)])
        .with("hint", .string("'otherwise': push or replace makes one"))
    }
  }
}
