import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension SetParams<JSONValue> {
  func run(
    in transaction: Transaction, at cursor: ScreenID, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    try transaction.setParams(
      try transaction.params(of: cursor, given: params, merge: !replace, origin), of: cursor)
    try transaction.rememberParams(of: cursor)
    return NavigationOutcome(id: cursor)
  }
}
