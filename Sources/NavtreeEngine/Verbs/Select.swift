import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Select<JSONValue> {
  func run(in transaction: Transaction, at window: Int, _ origin: Origin, _ asking: Asking) throws(Failure)
    -> NavigationOutcome
  {
    let slot = try transaction.moveUp(toThe: .tab, named: tab, in: window, origin)
    return try transaction.select(slot: slot, params, merge: false, in: window, origin)
  }
}
