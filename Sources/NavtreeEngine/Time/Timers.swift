import HeapModule
import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

/// The timers of a session: by number, by the screen that each belongs to, and by the instant at which each is
/// due.
struct Timers {
  private struct Turn: Comparable {
    let due: Int
    let number: Int

    init(_ timer: PendingTimer) {
      due = timer.due
      number = timer.number
    }

    static func < (one: Turn, other: Turn) -> Bool {
      (one.due, one.number) < (other.due, other.number)
    }
  }

  private var pending: [Int: PendingTimer] = [:]
  /// The numbers of each screen's timers, in the order in which they were set; under nil those of the session.
  private var owned: [ScreenID?: [Int]] = [:]
  /// The turns of all timers; those of removed or postponed timers are skipped.
  private var turns = Heap<Turn>()
  /// The number of those that requests postpone.
  private var idleCount = 0

  var hasIdle: Bool { idleCount > 0 }
  var isEmpty: Bool { pending.isEmpty }
  var count: Int { pending.count }

  subscript(number: Int) -> PendingTimer? { pending[number] }

  /// The timers of a screen, or with nil of the session, in the order in which they were set.
  func timers(of owner: ScreenID?) -> [PendingTimer] {
    owned[owner]?.compactMap { pending[$0] } ?? []
  }

  /// All timers in the order in which they will run.
  ///
  /// - Complexity: O(*n* log *n*)
  var inOrder: [PendingTimer] { pending.values.sorted { Turn($0) < Turn($1) } }

  /// - Complexity: O(log *n*), and O(number of the screen's timers) for one that is put back.
  private mutating func insert(_ timer: PendingTimer) -> PendingTimer? {
    if let former = pending.updateValue(timer, forKey: timer.number) {
      // One that is postponed has its new turn when its old one comes.
      if timer.due < former.due { turns.insert(Turn(timer)) }
      return former
    }
    if timer.idle != nil { idleCount += 1 }
    var numbers = owned.removeValue(forKey: timer.owner.screen) ?? []
    let place = numbers.lastIndex { $0 < timer.number }.map { $0 + 1 } ?? 0
    numbers.insert(timer.number, at: place)
    owned[timer.owner.screen] = numbers
    turns.insert(Turn(timer))
    return nil
  }

  /// - Complexity: O(number of the screen's timers), amortized.
  private mutating func remove(_ number: Int) -> PendingTimer? {
    guard let timer = pending.removeValue(forKey: number) else { return nil }
    if timer.idle != nil { idleCount -= 1 }
    var numbers = owned.removeValue(forKey: timer.owner.screen) ?? []
    numbers.removeAll { $0 == number }
    if !numbers.isEmpty { owned[timer.owner.screen] = numbers }
    // Otherwise a timer that is set and cancelled for ever would fill the heap with obsolete turns.
    if turns.count > 2 * pending.count + 64 { turns = Heap(pending.values.map(Turn.init)) }
    return timer
  }

  /// Whether a timer counts time only while the process runs.
  var countsRunningTime: Bool { pending.values.contains(where: \.isWhileRunning) }

  /// The next timer to run.
  ///
  /// - Complexity: O(log *n*), amortized.
  mutating func next() -> PendingTimer? {
    while let turn = turns.min {
      guard let timer = pending[turn.number] else {
        turns.removeMin()
        continue
      }
      if timer.due == turn.due { return timer }
      turns.removeMin()
      if timer.due > turn.due { turns.insert(Turn(timer)) }
    }
    return nil
  }
}

extension StoredPart {
  package static let timers = StoredPart("timers", key: "number")
}

extension Timers: Ledger {
  static var part: StoredPart { .timers }

  @discardableResult
  mutating func put(_ timer: PendingTimer?, for number: Int) -> PendingTimer? {
    if let timer { insert(timer) } else { remove(number) }
  }

  func tell(_ number: Int, to changes: inout StateDelta) {
    if let timer = pending[number] {
      changes.write(
        .object(timer.owner.shown(in: ["due": .integer(timer.due)])), at: "/timers/\(number)")
    } else {
      changes.remove("/timers/\(number)")
    }
  }

  var numbers: [Int] { pending.keys.sorted() }

  func division(of number: Int, _ form: EntryForm) -> StoredDivision? {
    guard let timer = pending[number] else { return nil }
    // A held effect has no timeout.
    if let effect = timer.effect, effect < form.firstOwnEffect { return nil }
    var entry = timer.owner.stored(in: [Self.part.key: .integer(number)])
    entry["due"] = .integer(timer.due)
    entry["delay"] = .integer(timer.delay)
    if timer.isWhileRunning { entry["while"] = "running" }
    if let idle = timer.idle { entry["idle"] = .string(idle.rawValue) }
    if let key = timer.key { entry["key"] = .string(key.text) }
    switch timer.purpose {
    case .effectTimeout(let effect), .effectDeadline(let effect):
      if case .effectDeadline = timer.purpose { entry["isLast"] = true }
      entry["timeout"] = .integer(effect)
      return StoredDivision(.object(entry))
    case .send(let action):
      entry["send"] = .object(form.navigations.json(action))
      var division = StoredDivision(.object(entry))
      for (pointer, destination) in form.navigations.destinations(of: action, at: ["send"], form.scope) {
        division.divide(pointer, destination)
      }
      return division
    }
  }

  mutating func restore(_ stored: LedgerEntry) throws(StoredFault) {
    let reader = stored.reader
    let purpose: PendingTimer.Purpose
    if let effect = reader["timeout"] {
      let effect = try effect.id()
      purpose = try reader.flag("isLast") ?? false ? .effectDeadline(effect) : .effectTimeout(effect)
    } else {
      try stored.checkWhole()
      purpose = .send(try stored.navigations.queuedAction(reader.member("send")))
    }
    let now = stored.now
    let due = try reader.integer("due")
    let left = max(due - stored.stored.now, 0)
    let delay = try reader.number("delay") ?? left
    let isWhileRunning = reader["while"] != nil
    // If the clock was set back, a timer waits at most its own delay.
    let goesOn = stored.stored.goesOn(with: stored.clock) && !isWhileRunning
    let turn = goesOn ? min(due - now, delay) : min(left, delay)
    let timer = PendingTimer(
      due: now + min(turn, SessionClock.lastInstant - now), delay: delay, isWhileRunning: isWhileRunning,
      number: stored.number, owner: try stored.owner(),
      key: try reader.ifAny("key") { (it) throws(StoredFault) in UTF8Key(try it.string()) },
      idle: try reader.text("idle").flatMap { IdleScope(rawValue: $0) }, purpose: purpose)
    put(timer, for: stored.number)
  }
}
