import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Focus<JSONValue> {
  func run(in transaction: Transaction, at window: Int, _ origin: Origin, _ asking: Asking) throws(Failure)
    -> NavigationOutcome
  {
    let slot = try transaction.moveUp(toThe: .pane, named: pane, in: window, origin)
    transaction.choose(slot, visits: [], in: window)
    return NavigationOutcome()
  }
}
