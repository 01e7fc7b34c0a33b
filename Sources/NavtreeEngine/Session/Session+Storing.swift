import NavtreeFlow
package import NavtreeJSON
import NavigationTree
import OrderedCollections

extension Session {
  /// Begins to log changes for a store.
  ///
  /// - Parameter keepsSteps: whether changes can be undone until they are stored.
  package func beginLog(_ scope: StoredScope, keepsSteps: Bool) -> Archive {
    world.ledgers.watch(true)
    let log = Archive(SessionMark(self), scope: scope, keepsSteps: keepsSteps)
    findDivided(log)
    self.listeners.archive = log
    return log
  }

  package func endLog() {
    world.ledgers.watch(false)
    listeners.archive = nil
  }

  /// Empties the log, which is stored.
  package func logIsStored(_ log: Archive) {
    log.lines.removeAll(keepingCapacity: log.lines.count < 1 << 20)
    log.steps.removeAll(keepingCapacity: log.steps.count < 1 << 12)
    log.count = 0
    log.touchedPlaces.removeAll()
    log.mark = SessionMark(self)
    log.lastMark = log.mark
  }

  /// Undoes all changes that aren't stored; the history is then empty.
  package func takeBackUnstored(_ log: Archive) {
    while let step = log.steps.popLast() { revert(step) }
    let mark = log.mark
    world.seq = mark.seq
    if clock.kind == .virtual { clock.now = mark.now }
    pausedAt = mark.pausedAt
    world.counters = mark.counters
    world.forget(after: Moment(seq: mark.seq, nextEffect: mark.counters.effect))
    seeAnew()
    endSubscriptions(EffectEnd.undone.name)
    // Its steps are those just undone, and some before them.
    history.journal = Journal()
    history = History(limits: limits)
    history.begin(seq: world.seq, nextIDs: nextIDs)
    logIsStored(log)
    findDivided(log)
  }

  private func findDivided(_ log: Archive) {
    log.dividedPlaces = Set(placesInStores(log.scope).filter(\.place.isDivided))
  }

  /// Logs that the clock was set, which isn't a change.
  func recordClock() {
    if let archive = listeners.archive { ArchiveWriter(session: self, archive: archive).writeClock() }
  }

  /// Logs that a timer is spent though its change has failed.
  func recordSpent(_ timer: PendingTimer) {
    if let archive = listeners.archive { ArchiveWriter(session: self, archive: archive).write(spent: timer) }
  }

  /// The session in its stored form.
  ///
  /// - Complexity: O(size of the session).
  package func stored(_ scope: StoredScope) -> StoredSession { StoredForm(session: self, scope: scope).whole }

  /// All places that stores keep something of.
  ///
  /// - Complexity: O(size of the session).
  package func placesInStores(_ scope: StoredScope) -> [StoredPlaceInStore] {
    StoredForm(session: self, scope: scope).placesInStores
  }

  /// The value that a store keeps at a place, if any.
  package func value(at place: StoredPlaceInStore, _ scope: StoredScope) -> JSONValue? {
    StoredForm(session: self, scope: scope).value(at: place)
  }
}
