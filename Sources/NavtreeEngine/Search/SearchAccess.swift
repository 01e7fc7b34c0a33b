package import NavigationTree
package import NavtreeJSON

/// What a search reads and writes of a session beside its screens.
package struct SearchAccess {
  private let transaction: Transaction

  package init(_ session: Session) { transaction = session.transaction }

  /// Whether a screen waits for the result of another one.
  package var awaitsResults: Bool { !transaction.world.ledgers.results.isEmpty }

  /// Gives a field of a live screen, or of the shared state, another value in a session for search, which isn't a change.
  package func put(_ value: JSONValue, in field: Int, of screen: ScreenID?) {
    transaction.withField(screen, field) { $0 = value }
  }
}
