import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Push<JSONValue> {
  func run(
    in transaction: Transaction, at cursor: ScreenID, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    if onDuplicate != .push, let top = try transaction.duplicate(of: screen, onTopOf: cursor, origin) {
      return try transaction.keep(top, screen, onDuplicate, origin)
    }
    let top = try transaction.top(of: cursor)
    let slot = try transaction.slot(for: screen.type, named: slot, of: top, among: [.push])
    return try transaction.present(screen, in: slot, of: top, origin, replacing: nil)
  }
}
