package import NavtreeJSON

extension Session {
  package func beginLog(_ scope: StoredScope, keepsSteps: Bool) -> Archive {
    transaction.beginLog(scope, keepsSteps: keepsSteps)
  }

  package func endLog() { transaction.endLog() }

  package func logIsStored(_ log: Archive) { transaction.logIsStored(log) }

  package func takeBackUnstored(_ log: Archive) { transaction.takeBackUnstored(log) }

  /// The session in its stored form.
  ///
  /// - Complexity: O(size of the session).
  package func stored(_ scope: StoredScope) -> StoredSession {
    StoredForm(transaction: transaction, scope: scope).whole
  }

  package func placesInStores(_ scope: StoredScope) -> [StoredPlaceInStore] {
    StoredForm(transaction: transaction, scope: scope).placesInStores
  }

  package func value(at place: StoredPlaceInStore, _ scope: StoredScope) -> JSONValue? {
    StoredForm(transaction: transaction, scope: scope).value(at: place)
  }

  /// The answer that was given to a request with a key; nil if none is remembered. One that waits for transitions has
  /// its number alone, which isn't stored.
  ///
  /// - Parameter key: the hash of the key.
  package func answer(toRequest key: String) -> RememberedAnswer? {
    transaction.world.ledgers.answers[key] ?? transaction.pending.answer(toRequest: key)
  }

  package func remember(_ answer: RememberedAnswer) { transaction.remember(answer) }
}
