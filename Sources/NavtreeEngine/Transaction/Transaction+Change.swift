import OrderedCollections
import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Transaction {
  /// Runs a request and everything that it causes: all of it succeeds, or nothing changes.
  ///
  /// - Parameter cause: the name of the request, for the record of removed screens.
  func inOneChange(_ cause: Cause, _ body: () throws(Failure) -> Void) throws(Failure) {
    let beginning = begin(cause)
    do {
      try body()
      try finish(beginning)
    } catch {
      throw fail(beginning, error)
    }
    settle()
  }

  /// The state before a change that the journal doesn't restore.
  struct Beginning {
    let mark: ChangeMark
    let counters: Counters
    let brokenInvariants: BrokenInvariants?
    let noticeCount: Int
  }

  /// It is inlined, as is `finish`: 60 instructions of a dispatch.
  @inline(__always)
  func begin(_ cause: Cause) -> Beginning {
    change.cause = cause
    change.askedCount = 0
    change.start = mark
    change.closed.seq = -1
    if change.work.isShared {
      change.work.limit = change.work.most
    } else {
      change.work = Work(most: traits.workLimit, start: world.windows.walked)
      change.work.limit = traits.workLimit
    }
    return Beginning(
      mark: change.start, counters: world.counters,
      brokenInvariants: flow.invariants.isEmpty ? nil : world.ledgers.brokenInvariants,
      noticeCount: notices.all.count)
  }

  /// Runs everything else that a change causes.
  @inline(__always)
  func finish(_ beginning: Beginning) throws(Failure) {
    var checked = beginning.mark
    try drainQueueIfNeeded()
    if !world.ledgers.links.isEmpty, change.journey == nil {
      checked = try openPendingLinks(since: checked)
    }
    if !flow.invariants.isEmpty { try checkInvariants(since: checked) }
    if change.hasRemovals, !change.ends.isEmpty { withdrawLoads(since: beginning) }
    try checkWork()
    if change.isTraced {
      try conclude(firstID: beginning.counters.screen, firstNotice: beginning.noticeCount)
    }
  }

  /// The present moment of the current change.
  var mark: ChangeMark {
    ChangeMark(stepCount: history.journal.count, nextScreen: world.counters.screen)
  }

  /// Handles what was sent, and tells what happened, if anything was.
  @inline(__always)
  func drainQueueIfNeeded() throws(Failure) {
    if !change.queue.isEmpty || change.hasOccurrences { try drainQueue() }
  }

  /// Undoes a failed change.
  ///
  /// - Returns: the failure to tell.
  func fail(_ beginning: Beginning, _ error: Failure) -> Failure {
    notices.all.removeSubrange(beginning.noticeCount...)
    endWork()
    let refused = listeners.actions?.takeRefused(error, in: self) ?? []
    takeBack()
    if let log = listeners.transitions { log.transitions.removeAll() }
    // No numbers given since then were reported.
    world.counters = beginning.counters
    if let broken = beginning.brokenInvariants { world.ledgers.brokenInvariants = broken }
    if !refused.isEmpty { tell(refused: refused) }
    return requestingDismissal(error)
  }

  /// Makes the change final.
  func settle() {
    endWork()
    world.seq += 1
    if change.hasRemovals { buryRemoved() }
    tellSettled()
    if history.isOn { keepChange() } else { history.journal.removeAll() }
    if !change.causes.isEmpty { change.causes.removeAll() }
    if listeners.isWatched { listeners.sightings.endChange(isUndone: false) }
    if !change.refusers.isEmpty { askRefusers() }
  }

  /// Remembers the screens that the change has removed, and the effects that have ended.
  private func buryRemoved() {
    change.hasRemovals = false
    if let journey = change.journey {
      for tree in journey.removals { bury(tree) }
      return tellHosts(since: journey.effects)
    }
    let (journal, windows) = (history.journal, formerWindows)
    for index in journal.indices {
      if let tree = RemovedTree(journal[index], in: world.windows, named: windows[index]) { bury(tree) }
    }
    for stone in change.ends { world.ledgers.endedEffects.put(stone, for: stone.id) }
    change.ends.removeAll(keepingCapacity: true)
  }

  /// Takes back what the failed change did.
  private func takeBack() {
    change.queue.removeAll()
    change.causes.removeAll()
    change.digest = nil
    change.ends.removeAll()
    change.hasRemovals = false
    forgetOccurrences()
    change.closed.seq = -1
    if !change.refusers.isEmpty { change.refusers.removeAll() }
    listeners.coverage?.takeBack(to: 0)
    if !change.formerParams.isEmpty { change.formerParams.removeAll() }
    if listeners.isWatched { listeners.sightings.endChange(isUndone: true) }
    while let inverse = history.journal.popLast() { revert(inverse) }
  }

  /// Reverts a step, and gives its counterpart.
  ///
  /// - Parameter now: the instant from which restored timers continue; nil keeps their due times.
  @discardableResult
  func revert(_ inverse: Inverse, resumingAt now: Int? = nil) -> Inverse {
    switch inverse {
    case .field(let owner, let field, var value):
      withField(owner, field) { swap(&$0, &value) }
      return .field(owner, field, value)
    case .place(let owner, let field, let inverse):
      return .place(
        owner, field,
        withField(owner, field) { value in
          unfailing("what was done a moment ago fits there again") { () throws(JSONPlaceError) in
            try inverse.apply(to: &value)
          }
        } ?? inverse)
    case .params(let screen, var params):
      swap(&world.windows[focus(onFormer: screen)].params, &params)
      return .params(screen, params)
    case .presented(let parent, let slot):
      let window = focus(onFormer: parent)
      let removed = world.windows[window].dismiss(slot)
      return .removed(window: window, parent: parent, slot: slot, removed)
    case .removed(_, let parent, let slot, let state):
      let window = focus(onFormer: parent)
      unfailing("what was done a moment ago fits there again") { () throws(TreeError) in
        try world.windows[window].present(state, in: slot)
      }
      return .presented(parent: parent, slot: slot)
    case .replaced(_, let successor, let state):
      let window = focus(onFormer: successor)
      let predecessor = state.screen?.id ?? successor
      let removed =
        unfailing("what was done a moment ago fits there again") { () throws(TreeError) in
          try world.windows[window].replace(with: state)
        } ?? .none
      return .replaced(window: window, by: predecessor, removed)
    case .selected(let screen, let slot, let visits):
      let before = world.windows[focus(onFormer: screen)].select(slot, visits: visits)
      return .selected(screen, slot: before.slot, visits: before.visits)
    case .windowOpened(let index):
      while world.windows[index].moveUp() {}
      return .windowClosed(index, world.windows.remove(at: index))
    case .windowClosed(let index, let window):
      world.windows.insert(window, at: index)
      return .windowOpened(index)
    case .ledger(let step):
      let counterpart = step.revert(in: &world.ledgers, resumingAt: now)
      setAlarm(for: world.ledgers.timers.next())
      return .ledger(counterpart)
    }
  }

  /// Moves the focus of its window to a screen that a step has changed, and gives the window.
  func focus(onFormer screen: ScreenID) -> Int {
    unfailing("the steps since have been reverted") { () throws(Failure) in try focus(on: screen) } ?? 0
  }

  /// Remembers the screens of a removed tree, children before parents.
  ///
  /// - Complexity: O(number of screens), at most O(limit of tombstones).
  private func bury(_ tree: RemovedTree) {
    var found: [(id: ScreenID, stone: Tombstones.Stone)] = []
    let cause = name(of: change.cause)
    if tree.root.slots.count == 0 {
      let place = tree.place
      return bury(
        tree.root.id,
        Tombstones.Stone(
          window: tree.window, parent: place.parent, slot: place.slot, seq: world.seq, type: place.type,
          cause: cause))
    }
    let screens = tree.root.subtree(at: tree.place, order: .lastSlotFirst).prefix(limits[.tombstones])
    for (screen, place) in screens {
      let stone = Tombstones.Stone(
        window: tree.window, parent: place.parent, slot: place.slot, seq: world.seq, type: place.type,
        cause: cause)
      found.append((screen.id, stone))
    }
    for (id, stone) in found.reversed() { bury(id, stone) }
  }

  private func bury(_ id: ScreenID, _ stone: Tombstones.Stone) {
    // A screen taken over by a reset stays alive.
    if !world.windows.contains(id) { world.ledgers.tombstones.put(stone, for: id) }
  }
}
