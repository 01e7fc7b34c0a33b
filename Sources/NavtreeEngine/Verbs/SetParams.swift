import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension SetParams<JSONValue> {
  func run(in transaction: Transaction, at window: Int, _ origin: Origin, _ asking: Asking) throws(Failure)
    -> NavigationOutcome
  {
    let screen = transaction.world.windows[window].focus
    let params = try transaction.params(of: screen, given: params, merge: !replace, origin)
    transaction.setParams(params, ofFocusIn: window)
    transaction.rememberParams(in: window)
    return NavigationOutcome(id: screen.id)
  }
}
