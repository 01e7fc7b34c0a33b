import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Open<JSONValue> {
  /// Opens the tree of the link that the URL matches, or lets the link wait.
  func run(
    in transaction: Transaction, at cursor: ScreenID, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    let match = try transaction.match(url, origin)
    transaction.listeners.coverage?.count(.link(match.route, .matched))
    var outcome: NavigationOutcome
    let window = try transaction.window(of: cursor)
    let isWaiting = try transaction.mustWait(match)
    transaction.listeners.coverage?.note(.link(match.route, isWaiting ? .waited : .opened))
    if isWaiting {
      outcome = try transaction.wait(for: match, url, in: window, asking)
    } else {
      outcome = try transaction.open(
        transaction.flow.links.definitions[match.route].opens, of: match, in: window, asking)
      if !transaction.world.ledgers.links.isEmpty { transaction.unqueue(url, openedIn: window) }
    }
    outcome.waits = isWaiting
    return outcome
  }
}
