import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

/// Writing down what each change did, for a store.
///
/// The present change's inverses say what it touched; what is there now is read from the session. So what is
/// written grows with the change and not with what the session holds.
extension Session {
  /// Begins to write down changes.
  ///
  /// - Parameter keepsSteps: whether changes can be taken back until they are stored.
  package func beginLog(_ scope: StoredScope, keepsSteps: Bool) -> ChangeLog {
    world.ledgers.watch(true)
    let log = ChangeLog(SessionMark(self), scope: scope, keepsSteps: keepsSteps)
    findDivided(log)
    self.observers.log = log
    return log
  }

  /// Ends it.
  package func endLog() {
    world.ledgers.watch(false)
    observers.log = nil
  }

  /// Forgets what was written down: it is stored.
  package func logIsStored(_ log: ChangeLog) {
    log.lines.removeAll(keepingCapacity: log.lines.count < 1 << 20)
    log.steps.removeAll(keepingCapacity: log.steps.count < 1 << 12)
    log.count = 0
    log.touched.removeAll()
    log.mark = SessionMark(self)
    log.written = log.mark
  }

  /// Takes back all changes since the last one that is stored; the history is empty then.
  package func takeBackUnstored(_ log: ChangeLog) {
    while let step = log.steps.popLast() { revert(step) }
    let mark = log.mark
    world.seq = mark.seq
    if clock.kind == .virtual { clock.now = mark.now }
    world.counters = mark.counters
    world.forget(after: Moment(seq: mark.seq, nextEffect: mark.counters.effect))
    seeAnew()
    endSubscriptions(EffectEnd.undone.name)
    // Its steps are those that were taken back, and some before them.
    history.journal = Journal()
    history = History(limits: limits)
    history.begin(seq: world.seq, nextIDs: nextIDs)
    logIsStored(log)
    findDivided(log)
  }

  private func findDivided(_ log: ChangeLog) {
    log.divided = Set(placesInStores(log.scope).filter(\.place.isDivided))
  }

  /// Writes down that the clock was set, which is no change.
  func recordClock() {
    guard let log = observers.log else { return }
    begin(log)
    log.lines.append("]}\n")
  }

  /// Writes down that a timer is spent though its change has failed.
  func recordSpent(_ timer: PendingTimer) {
    guard let log = observers.log else { return }
    begin(log)
    StoredStep.entry(.timers, timer.number, nil).write(into: &log.lines)
    log.lines.append("]}\n")
    if log.scope.hasStores { touch(.entry(.timers, timer.number), [], in: log) }
    if log.keepsSteps { log.steps.append(.ledger(FormerEntry<Timers>(key: timer.number, entry: timer))) }
  }

  /// Writes down the present change.
  ///
  /// - Complexity: O(size of what it changed).
  func record(in log: ChangeLog) {
    begin(log)
    let mark = log.lines.count
    if history.journal.count == 1, case .field(let owner, let field, _) = history.journal[0] {
      recordField(owner, field, in: log)
    } else {
      var fresh: Set<ScreenID> = []
      for step in history.journal { recordTrees(step, &fresh, in: log) }
      recordWindows(&fresh, in: log)
      recordFields(fresh, in: log)
      recordParts(in: log)
    }
    // Each step ends in a comma.
    if log.lines.count > mark { log.lines.truncate(to: log.lines.count - 1) }
    log.lines.append("]}\n")
    if log.keepsSteps { log.steps.append(contentsOf: history.journal) }
  }

  private func begin(_ log: ChangeLog) {
    if log.count == 0 { log.wake() }
    log.count += 1
    log.lines.append(#"{"seq":"#)
    log.lines.appendInteger(world.seq)
    // What only a timer depends on is of no use without one.
    if now != log.written.now, clock.kind == .virtual || !world.ledgers.timers.isEmpty {
      log.lines.append(#","now":"#)
      log.lines.appendInteger(now)
      log.written.now = now
    }
    if world.counters != log.written.counters {
      log.written = SessionMark(self)
      log.lines.append(#","next":{"#)
      for (index, counter) in StoredCounter.allCases.enumerated() {
        if index > 0 { log.lines.append(",") }
        log.lines.appendString(counter.rawValue)
        log.lines.append(":")
        log.lines.appendInteger(world.counters[counter])
      }
      log.lines.append("}")
    }
    log.lines.append(#","steps":["#)
  }

  private func add(_ step: StoredStep, to log: ChangeLog) {
    step.write(into: &log.lines)
    log.lines.append(",")
  }

  // MARK: Trees

  private func recordTrees(_ step: Inverse, _ fresh: inout Set<ScreenID>, in log: ChangeLog) {
    switch step {
    case .presented(_, let parent, let slot):
      guard let window = windowHolding(parent), let holder = world.windows[window].screen(parent),
        let child = world.windows[window].child(of: holder, in: slot)
      else { return }
      recordRows(from: child.id, in: window, &fresh, log)
    case .removed(_, let parent, _, let state):
      recordGone(state.screen, in: log)
      if log.scope.hasStores { touchVisits(of: parent, in: log) }
    case .replaced(_, let successor, let state):
      recordGone(state.screen, in: log)
      guard let window = windowHolding(successor) else { return }
      recordRows(from: successor, in: window, &fresh, log)
      if log.scope.hasStores, let parent = world.windows[window].place(of: successor)?.parent {
        touchVisits(of: parent, in: log)
      }
    case .windowClosed(_, let window): recordGone(window.focus, in: log)
    case .field, .place, .params, .selected, .windowOpened, .ledger: break
    }
  }

  private func recordWindows(_ fresh: inout Set<ScreenID>, in log: ChangeLog) {
    var isTouched = false
    var opened: [Int] = []
    for step in history.journal {
      if case .windowOpened(let index) = step { opened.append(index) }
      if case .windowClosed = step { isTouched = true }
    }
    guard isTouched || !opened.isEmpty else { return }
    add(.windows(world.windows.map(\.window)), to: log)
    // Of several that are opened and closed at once the numbers don't tell which are there.
    let meant = opened.count == 1 && !isTouched ? opened : opened.isEmpty ? [] : Array(world.windows.indices)
    for window in meant where world.windows.indices.contains(window) {
      recordRows(from: world.windows[window].rootID, in: window, &fresh, log)
    }
  }

  private func recordRows(from id: ScreenID, in window: Int, _ fresh: inout Set<ScreenID>, _ log: ChangeLog) {
    guard !fresh.contains(id) else { return }
    world.windows[window].walk(from: id) { visit in
      fresh.insert(visit.screen.id)
      if log.scope.hasStores { touch(visit.screen, in: log) }
      add(.row(row(of: visit.screen, at: visit.place, in: world.windows[window], log.scope)), to: log)
    }
  }

  /// Screens of a tree that was taken away, but for those that live elsewhere now.
  private func recordGone(_ root: Screen?, in log: ChangeLog) {
    guard let root else { return }
    var pending = [root]
    while let screen = pending.popLast() {
      if windowHolding(screen.id) == nil {
        add(.gone(screen.id.number), to: log)
        if log.scope.hasStores { touch(screen, in: log) }
      }
      for slot in 0..<screen.slots.count {
        if let child = screen.slots[slot].screen { pending.append(child) }
      }
    }
  }

  func windowHolding(_ id: ScreenID) -> Int? {
    world.windows.firstIndex { $0.place(of: id) != nil }
  }

  // MARK: Fields

  private func recordField(_ owner: FieldOwner, _ field: Int, in log: ChangeLog) {
    let definition = definition(of: owner, field)
    guard log.scope.takes(definition) else { return touch(owner, definition, in: log) }
    withField(owner, field) { add(.set(owner.number, definition.name, $0), to: log) }
  }

  private func recordFields(_ fresh: Set<ScreenID>, in log: ChangeLog) {
    /// Fields of which more than one step tells, and the number of each step's first one.
    var seen: [FieldKey: Int] = [:]
    for (index, step) in history.journal.enumerated() {
      switch step {
      case .field(let owner, let field, _), .place(let owner, let field, _):
        guard let owner = standing(owner, fresh) else { continue }
        let key = FieldKey(owner: owner.number, field: field)
        if let first = seen[key] {
          // The first one has told all of them.
          if first != index { continue }
        }
        seen[key] = index
        recordSteps(owner, field, from: index, in: log)
      case .params(_, let id, _):
        guard !fresh.contains(id), let window = windowHolding(id),
          let screen = world.windows[window].screen(id)
        else {
          continue
        }
        add(.params(id.number, log.scope.object(flow.screens[screen.type].params, screen.params)), to: log)
        if log.scope.hasStores { touchParams(of: screen, in: log) }
      case .selected(_, let id, _, _):
        guard !fresh.contains(id), let window = windowHolding(id),
          let screen = world.windows[window].screen(id),
          let selection = selection(of: screen, log.scope)
        else { continue }
        add(.select(id.number, selection), to: log)
        if log.scope.hasStores { touchVisits(of: screen.id, in: log) }
      case .presented, .removed, .replaced, .windowOpened, .windowClosed, .ledger: break
      }
    }
  }

  private struct FieldKey: Hashable {
    let owner: Int?
    let field: Int
  }

  /// The same owner where it stands now; nil for a screen that is gone or is written as a whole.
  private func standing(_ owner: FieldOwner, _ fresh: Set<ScreenID>) -> FieldOwner? {
    switch owner {
    case .session: return owner
    case .screen(_, let id):
      guard !fresh.contains(id), let window = windowHolding(id) else { return nil }
      return .screen(window: window, id)
    }
  }

  /// Writes down all that the change did to one field.
  ///
  /// They are taken back and done again, so that each is written as it was when it was done: an index into a list
  /// means another element after the next step.
  private func recordSteps(_ owner: FieldOwner, _ field: Int, from first: Int, in log: ChangeLog) {
    let definition = definition(of: owner, field)
    guard log.scope.takes(definition) else { return touch(owner, definition, in: log) }
    var done: [FieldStep] = []
    for step in history.journal[first...] {
      switch step {
      case .field(let other, field, let old) where other.number == owner.number: done.append(.set(old))
      case .place(let other, field, let edit) where other.number == owner.number: done.append(.place(edit))
      case .field, .place, .params, .presented, .removed, .replaced, .selected, .windowOpened, .windowClosed,
        .ledger:
        break
      }
    }
    withField(owner, field) { value in
      for index in done.indices.reversed() { done[index].apply(to: &value) }
      for step in done {
        switch step {
        case .set(let new):
          add(.set(owner.number, definition.name, new), to: log)
        case .place(let edit): add(.place(owner.number, definition.name, edit), to: log)
        }
      }
      for index in done.indices { done[index].apply(to: &value) }
    }
  }

  // MARK: Parts

  private func recordParts(in log: ChangeLog) {
    let form = StoredForm(session: self, scope: log.scope)
    for case .ledger(let step) in history.journal {
      let (part, numbers) = step.touched(in: world.ledgers)
      for number in numbers {
        let division = world.ledgers.division(of: number, in: part, form)
        add(.entry(part, number, division?.here.object), to: log)
        if log.scope.hasStores { touch(.entry(part, number), division?.stores ?? [], in: log) }
      }
    }
    for (part, numbers) in world.ledgers.takeTouched() {
      for number in numbers {
        add(.entry(part, number, world.ledgers.division(of: number, in: part, form)?.here.object), to: log)
      }
    }
  }
}

/// A step of a change to one field, or what takes it back.
private enum FieldStep {
  case set(JSONValue)
  case place(PlaceInverse)

  /// Does it, and becomes what takes it back.
  mutating func apply(to value: inout JSONValue) {
    switch self {
    case .set(var other):
      swap(&other, &value)
      self = .set(other)
    case .place(let edit):
      // What was done there a moment ago can be taken back.
      if let back = try? edit.apply(to: &value) { self = .place(back) }
    }
  }
}

extension FieldOwner {
  /// The screen's number; nil for the session.
  var number: Int? {
    switch self {
    case .screen(_, let id): id.number
    case .session: nil
    }
  }
}
