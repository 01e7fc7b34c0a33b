package import NavtreeJSON

extension Session {
  /// Begins to log changes for a store.
  ///
  /// - Parameter keepsSteps: whether changes can be undone until they are stored.
  package func beginLog(_ scope: StoredScope, keepsSteps: Bool) -> Archive {
    transaction.beginLog(scope, keepsSteps: keepsSteps)
  }

  package func endLog() { transaction.endLog() }

  /// Empties the log, which is stored.
  package func logIsStored(_ log: Archive) { transaction.logIsStored(log) }

  /// Undoes all changes that aren't stored; the history is then empty.
  package func takeBackUnstored(_ log: Archive) { transaction.takeBackUnstored(log) }

  /// The session in its stored form.
  ///
  /// - Complexity: O(size of the session).
  package func stored(_ scope: StoredScope) -> StoredSession {
    StoredForm(transaction: transaction, scope: scope).whole
  }

  /// All places that stores keep something of.
  ///
  /// - Complexity: O(size of the session).
  package func placesInStores(_ scope: StoredScope) -> [StoredPlaceInStore] {
    StoredForm(transaction: transaction, scope: scope).placesInStores
  }

  /// The value that a store keeps at a place, if any.
  package func value(at place: StoredPlaceInStore, _ scope: StoredScope) -> JSONValue? {
    StoredForm(transaction: transaction, scope: scope).value(at: place)
  }

  /// The answer that was given to a request with a key; nil if none is remembered.
  ///
  /// - Parameter key: the hash of the key.
  package func answer(toRequest key: String) -> RememberedAnswer? { transaction.world.ledgers.answers[key] }

  /// Remembers an answer, beside the change that it tells of. Beyond the limit the oldest one is forgotten.
  package func remember(_ answer: RememberedAnswer) { transaction.remember(answer) }
}
