import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Select<JSONValue> {
  func run(
    in transaction: Transaction, at cursor: ScreenID, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    let (tabs, slot) = try transaction.part(.tab, named: tab, atOrAbove: cursor, origin)
    return try transaction.select(slot, of: tabs, params, merge: false, origin)
  }
}
