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

extension Transaction {
}

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
    change.hasOccurrences = false
    change.formerParams.removeAll()
    if listeners.isWatched {
      listeners.sightings = Sightings()
      listeners.sightings.begin(with: everythingVisible())
    }
    if let journey = change.journey { arrive(journey) }
    change.journey = nil
    history.forget(after: seq)
    world.forget(after: Moment(seq: seq, nextEffect: nextIDs.effect))
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
    let part = listeners.isWatched ? ChangeDigest.Part(step, in: self) : nil
    let spared = part.map(observeDeparture(by:)) ?? []
    let counterpart = revert(step, resumingAt: now)
    listeners.transitions?.observeTravel(by: counterpart, in: self)
    if let part { observeArrival(by: part, sparing: spared) }
    if let tree = RemovedTree(counterpart, in: self) { change.journey?.removals.append(tree) }
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
