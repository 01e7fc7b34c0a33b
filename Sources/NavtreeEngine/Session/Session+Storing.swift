package import NavtreeJSON
import OrderedCollections

extension Session {
  /// Begins to log changes for a store.
  ///
  /// - Parameter keepsSteps: whether changes can be undone until they are stored.
  package func beginLog(_ scope: StoredScope, keepsSteps: Bool) -> Archive {
    transaction.world.ledgers.watch(true)
    let log = Archive(SessionMark(transaction), scope: scope, keepsSteps: keepsSteps)
    findDivided(log)
    transaction.listeners.archive = log
    return log
  }

  package func endLog() {
    transaction.world.ledgers.watch(false)
    transaction.listeners.archive = nil
  }

  /// Empties the log, which is stored.
  package func logIsStored(_ log: Archive) {
    log.lines.removeAll(keepingCapacity: log.lines.count < 1 << 20)
    log.steps.removeAll(keepingCapacity: log.steps.count < 1 << 12)
    log.count = 0
    log.touchedPlaces.removeAll()
    log.mark = SessionMark(transaction)
    log.lastMark = log.mark
  }

  /// Undoes all changes that aren't stored; the history is then empty.
  package func takeBackUnstored(_ log: Archive) {
    while let step = log.steps.popLast() { transaction.revert(step) }
    let mark = log.mark
    transaction.world.seq = mark.seq
    if clock.kind == .virtual { clock.now = mark.now }
    transaction.pausedAt = mark.pausedAt
    transaction.world.counters = mark.counters
    transaction.world.forget(after: Moment(seq: mark.seq, nextEffect: mark.counters.effect))
    transaction.seeAnew()
    endSubscriptions(EffectEnd.undone.name)
    // Its steps are those just undone, and some before them.
    transaction.beginHistory()
    logIsStored(log)
    findDivided(log)
  }

  private func findDivided(_ log: Archive) {
    log.dividedPlaces = Set(placesInStores(log.scope).filter(\.place.isDivided))
  }

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
  package func remember(_ answer: RememberedAnswer) {
    let steps = transaction.world.ledgers.answers.append(answer)
    if let archive = transaction.listeners.archive {
      ArchiveWriter(transaction: transaction, archive: archive).write(remembered: steps)
    }
  }
}
