import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Focus<JSONValue> {
  func run(
    in transaction: Transaction, at cursor: ScreenID, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    let (split, slot) = try transaction.part(.pane, named: pane, atOrAbove: cursor, origin)
    try transaction.choose(slot, of: split, visits: [])
    return NavigationOutcome(split: split)
  }
}
