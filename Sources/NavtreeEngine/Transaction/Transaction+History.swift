import NavtreeJSON
import OrderedCollections
package import NavigationTree

/// A state that a session can go to.
package struct HistoryEntry {
  package let seq: Int
  /// The action or request that led to it.
  package let cause: String
  /// Who caused it, if its request said so.
  package let origin: String?
  /// The screen that handled the action; nil where no action did.
  package let screen: ScreenID?
  /// Whether it is reached by a redo.
  package let isUndone: Bool
}

/// Travels through the history.
extension Transaction {
  /// Undoes the last changes, as a change of its own; at most all that are kept.
  ///
  /// - Returns: the change whose state is then present.
  /// - Complexity: the size of the changes.
  @discardableResult
  func undo(_ count: Int) throws(Failure) -> Int {
    let count = min(count, history.changes.count)
    guard count > 0 else { throw nothing(.nothingToUndo, "undo") }
    return try travel(-count, as: .undo)
  }

  /// Redoes the changes undone last, as a change of its own; at most all of them.
  @discardableResult
  func redo(_ count: Int) throws(Failure) -> Int {
    let count = min(count, history.undoneChanges.count)
    guard count > 0 else { throw nothing(.nothingToRedo, "redo") }
    return try travel(count, as: .redo)
  }

  /// Returns to the state after a change, as a change of its own.
  @discardableResult
  func goTo(seq: Int) throws(Failure) -> Int {
    try travel(try distance(toSeq: seq).steps, as: .goTo)
  }

  /// The states that the session can return to, oldest first.
  ///
  /// - Complexity: O(number of kept changes).
  var historyEntries: [HistoryEntry] {
    history.points.enumerated().map { index, point in
      HistoryEntry(
        seq: point.seq, cause: name(of: point.cause),
        origin: history.origin(ofSeq: point.seq), screen: point.screen,
        isUndone: index > history.changes.count)
    }
  }

  func distance(toSeq seq: Int) throws(Failure) -> (steps: Int, nextIDs: History.NextIDs) {
    if seq == world.seq { return (0, nextIDs) }
    if let found = history.distance(toSeq: seq) { return found }
    let failure = Failure(
      .unknownSeq, "the history doesn't reach the state after change \(seq)", ["pointer": "/seq"])
    if !history.isOn { throw failure.advising(.keepHistory) }
    throw failure.with(
      "hint", .string("it goes from \(history.oldest.seq) to \(world.seq)"))
  }

  private func nothing(_ kind: ErrorKind, _ what: String) -> Failure {
    let failure = Failure(kind, "there is nothing to \(what)")
    return history.isOn ? failure : failure.advising(.keepHistory)
  }

  /// Undoes or redoes changes, as one change.
  ///
  /// If it fails, the history is unchanged: until it is settled, copies of the kept steps are used.
  /// - Returns: the change whose state is then present.
  private func travel(_ distance: Int, as request: Cause.Request) throws(Failure) -> Int {
    defer { change.journey = nil }
    change.reply = nil
    try inOneChange(.request(request)) { () throws(Failure) in
      // It costs as much as the changes did.
      change.work.limit = .max
      observeSight(ofTravel: { go(distance) })
      change.hasRemovals = true
    }
    noteRequest()
    return history.current.seq
  }
}

/// The keeping of changes.
extension Transaction {
  /// Adds the settled change to the history.
  func keepChange() {
    if let journey = change.journey {
      arrive(journey)
      return history.arrive(seq: world.seq, nextIDs: nextIDs)
    }
    if history.canRedo { history.forgetUndone() }
    var screen: ScreenID?
    if case .action = change.cause { screen = change.handler }
    history.append(
      History.Entry(
        point: History.Point(seq: world.seq, cause: change.cause, screen: screen, nextIDs: nextIDs),
        stepCount: history.journal.count,
        byteCount: MemoryLayout<History.Entry>.stride + history.journal.byteCount))
    if change.origin != nil { keepOrigin() }
    history.journal.keep()
    while let count = history.forgetOldest() { history.journal.forgetOldest(count) }
  }

  @inline(never)
  private func keepOrigin() {
    if let origin = change.origin { history.keep(origin: origin, ofSeq: world.seq) }
  }

  /// Moves a fresh copy of a session to an earlier or later state of its history, and makes it one that was
  /// never elsewhere since.
  func rewind(_ distance: Int, toSeq seq: Int, nextIDs: History.NextIDs) {
    go(distance)
    change.formerParams.removeAll()
    seeAnew()
    if let journey = change.journey { arrive(journey) }
    change.journey = nil
    history.forget(after: seq)
    world.forget(after: seq, nextEffect: nextIDs.effect)
    self.world.seq = seq
    world.counters.screen = nextIDs.screen
    world.counters.effect = nextIDs.effect
    forgetKeptInvariants()
  }

  /// Undoes or redoes changes; the steps that reverse this are the journal's current change.
  func go(_ distance: Int) {
    change.journey = Journey(distance: distance, effects: world.ledgers.effects.all)
    if distance < 0 {
      var end = history.journal.keptCount
      for entry in history.changes.suffix(-distance).reversed() {
        for index in (end - entry.stepCount..<end).reversed() { pass(history.journal.kept(index)) }
        end -= entry.stepCount
        change.journey?.stepCounts.append(entry.stepCount)
      }
    } else {
      for entry in history.undoneChanges.suffix(distance).reversed() {
        for step in entry.steps.reversed() { pass(step) }
        change.journey?.stepCounts.append(entry.steps.count)
      }
    }
  }

  private func pass(_ step: Inverse) {
    let part = listeners.isWatched ? ChangeDigest.Part(step, in: world.windows) : nil
    let spared = part.map(observeDeparture(by:)) ?? []
    let counterpart = revert(step, resumingAt: now)
    listeners.transitions?.observeTravel(by: counterpart, in: self)
    if let part { observeArrival(by: part, sparing: spared) }
    if let tree = RemovedTree(counterpart, in: world.windows) { change.journey?.removals.append(tree) }
    history.journal.append(counterpart)
  }

  /// Moves the undone or redone changes to where they can be redone or undone.
  private func arrive(_ journey: Journey) {
    var start = 0
    if journey.distance < 0 {
      let steps = history.journal.takeCurrent(dropping: journey.stepCounts.reduce(0, +))
      for count in journey.stepCounts {
        let part = steps[start..<start + count]
        history.undo(steps: Array(part), byteCount: Self.byteCount(of: part))
        start += count
      }
    } else {
      for count in journey.stepCounts {
        history.redo(stepCount: count, byteCount: Self.byteCount(of: history.journal[start..<start + count]))
        start += count
      }
      history.journal.keep()
      while let count = history.forgetOldest() { history.journal.forgetOldest(count) }
    }
  }

  var nextIDs: History.NextIDs {
    History.NextIDs(screen: world.counters.screen, effect: world.counters.effect)
  }

  private static func byteCount(of steps: some Sequence<Inverse>) -> Int {
    var count = MemoryLayout<History.Entry>.stride
    for step in steps { count += step.byteCount }
    return count
  }
}

extension Transaction {
  /// A copy that continues from here, or from any state in the history, whose next seq and ids are those that came next
  /// here.
  ///
  /// - Parameter notices: takes its notifications to the host; nil for those that take this one's.
  func fork(
    as name: String, keyPrefix: String, at seq: Int?, notices: Notices?
  ) throws(Failure) -> Transaction {
    var target = (steps: 0, nextIDs: nextIDs)
    if let seq { target = try distance(toSeq: seq) }
    let fork = Transaction(
      copying: self, name: name, keyPrefix: keyPrefix, limits: limits,
      clock: clock.kind == .real ? clock : SessionClock(.virtual, now: now),
      notices: notices ?? self.notices)
    fork.history = history
    fork.listeners.coverage = listeners.coverage?.copy()
    if let pausedAt = pausedAt { fork.postponeTimers(by: clock.now - pausedAt) }
    if let seq, seq != world.seq {
      fork.rewind(target.steps, toSeq: seq, nextIDs: target.nextIDs)
    }
    fork.setAlarm(for: fork.world.ledgers.timers.next())
    return fork
  }
}
