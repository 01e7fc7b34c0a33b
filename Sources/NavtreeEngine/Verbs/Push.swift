import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Push<JSONValue> {
  func run(in transaction: Transaction, at window: Int, _ origin: Origin, _ asking: Asking) throws(Failure)
    -> NavigationOutcome
  {
    if onDuplicate != .push, let top = try transaction.duplicateOnTop(of: screen, in: window, origin) {
      return try transaction.keep(top, screen, onDuplicate, in: window, origin)
    }
    transaction.world.windows[window].moveToTop()
    let slot = try transaction.slot(for: screen.type, named: slot, in: window, among: [.push])
    return try transaction.present(screen, in: slot, of: window, origin, replacing: nil)
  }
}
