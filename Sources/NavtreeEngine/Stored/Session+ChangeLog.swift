import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

extension Session {
  /// Begins to log changes for a store.
  ///
  /// - Parameter keepsSteps: whether changes can be undone until they are stored.
  package func beginLog(_ scope: StoredScope, keepsSteps: Bool) -> ChangeLog {
    world.ledgers.watch(true)
    let log = ChangeLog(SessionMark(self), scope: scope, keepsSteps: keepsSteps)
    findDivided(log)
    self.observers.log = log
    return log
  }

  package func endLog() {
    world.ledgers.watch(false)
    observers.log = nil
  }

  /// Empties the log, which is stored.
  package func logIsStored(_ log: ChangeLog) {
    log.lines.removeAll(keepingCapacity: log.lines.count < 1 << 20)
    log.steps.removeAll(keepingCapacity: log.steps.count < 1 << 12)
    log.count = 0
    log.touchedPlaces.removeAll()
    log.mark = SessionMark(self)
    log.lastMark = log.mark
  }

  /// Undoes all changes that aren't stored; the history is then empty.
  package func takeBackUnstored(_ log: ChangeLog) {
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

  private func findDivided(_ log: ChangeLog) {
    log.dividedPlaces = Set(placesInStores(log.scope).filter(\.place.isDivided))
  }

  /// Logs that the clock was set, which isn't a change.
  func recordClock() {
    if let log = observers.log { ChangeLogWriter(session: self, log: log).writeClock() }
  }

  /// Logs that a timer is spent though its change has failed.
  func recordSpent(_ timer: PendingTimer) {
    if let log = observers.log { ChangeLogWriter(session: self, log: log).write(spent: timer) }
  }
}
