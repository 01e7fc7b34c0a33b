import NavtreeJSON
import OrderedCollections

/// The log of changes for a store.
extension Transaction {
  /// Begins to log changes for a store.
  ///
  /// - Parameter keepsSteps: whether changes can be undone until they are stored.
  func beginLog(_ scope: StoredScope, keepsSteps: Bool) -> Archive {
    world.ledgers.watch(true)
    let log = Archive(SessionMark(self), scope: scope, keepsSteps: keepsSteps)
    findDivided(log)
    listeners.archive = log
    return log
  }

  func endLog() {
    world.ledgers.watch(false)
    listeners.archive = nil
  }

  /// Empties the log, which is stored.
  func logIsStored(_ log: Archive) {
    log.lines.removeAll(keepingCapacity: log.lines.count < 1 << 20)
    log.steps.removeAll(keepingCapacity: log.steps.count < 1 << 12)
    log.count = 0
    log.touchedPlaces.removeAll()
    log.mark = SessionMark(self)
    log.lastMark = log.mark
  }

  /// Undoes all changes that aren't stored; the history is then empty.
  func takeBackUnstored(_ log: Archive) {
    while let step = log.steps.popLast() { revert(step) }
    let mark = log.mark
    world.seq = mark.seq
    if clock.kind == .virtual { clock.now = mark.now }
    pausedAt = mark.pausedAt
    world.counters = mark.counters
    world.forget(after: mark.seq, nextEffect: mark.counters.effect)
    seeAnew()
    endSubscriptions(EffectEnd.undone.name)
    refuseQueued(
      Failure(.storage, "the session was undone to what is stored before the request ran").passing())
    // Its steps are those just undone, and some before them.
    beginHistory()
    logIsStored(log)
    findDivided(log)
  }

  private func findDivided(_ log: Archive) {
    let form = StoredForm(transaction: self, scope: log.scope)
    log.dividedPlaces = Set(form.placesInStores.filter(\.place.isDivided))
  }

  /// Remembers an answer, beside the change that it tells of. Beyond the limit the oldest one is forgotten.
  func remember(_ answer: RememberedAnswer) {
    let steps = world.ledgers.answers.append(answer)
    if let archive = listeners.archive {
      ArchiveWriter(transaction: self, archive: archive).write(remembered: steps)
    }
  }

  /// Logs that the clock was set, which isn't a change.
  func recordClock() {
    if let archive = listeners.archive { ArchiveWriter(transaction: self, archive: archive).writeClock() }
  }

  /// Logs that a timer is spent though its change has failed.
  func recordSpent(_ timer: PendingTimer) {
    if let archive = listeners.archive {
      ArchiveWriter(transaction: self, archive: archive).write(spent: timer)
    }
  }

  /// Logs that timers are postponed.
  ///
  /// - Parameter timers: the timers as they were before.
  func recordPostponed(_ timers: [PendingTimer]) {
    if let archive = listeners.archive {
      ArchiveWriter(transaction: self, archive: archive).write(postponed: timers)
    }
  }
}
