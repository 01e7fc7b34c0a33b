import HeapModule
import NavigationTree

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
  /// The numbers of each screen's timers, in the order in which they were set.
  private var owned: [ScreenID: [Int]] = [:]
  /// The turns of all timers, and of some that were taken out: those are passed over.
  private var turns = Heap<Turn>()
  /// The number of the timer that is set next.
  var nextNumber = 1

  var isEmpty: Bool { pending.isEmpty }
  var count: Int { pending.count }

  /// Gives the number of a timer that is about to be set.
  mutating func number() -> Int {
    defer { nextNumber += 1 }
    return nextNumber
  }

  subscript(number: Int) -> PendingTimer? { pending[number] }

  /// The timers of a screen, in the order in which they were set.
  func timers(of owner: ScreenID) -> [PendingTimer] {
    owned[owner]?.compactMap { pending[$0] } ?? []
  }

  /// All timers in the order of their turns.
  ///
  /// - Complexity: O(*n* log *n*)
  var inOrder: [PendingTimer] { pending.values.sorted { Turn($0) < Turn($1) } }

  /// - Complexity: O(log *n*), and O(number of the screen's timers) for one that was taken out before.
  mutating func insert(_ timer: PendingTimer) {
    guard pending.updateValue(timer, forKey: timer.number) == nil else { return }
    var numbers = owned.removeValue(forKey: timer.owner) ?? []
    let place = numbers.lastIndex { $0 < timer.number }.map { $0 + 1 } ?? 0
    numbers.insert(timer.number, at: place)
    owned[timer.owner] = numbers
    turns.insert(Turn(timer))
  }

  /// - Complexity: O(number of the screen's timers), amortized.
  @discardableResult
  mutating func remove(_ number: Int) -> PendingTimer? {
    guard let timer = pending.removeValue(forKey: number) else { return nil }
    var numbers = owned.removeValue(forKey: timer.owner) ?? []
    numbers.removeAll { $0 == number }
    if !numbers.isEmpty { owned[timer.owner] = numbers }
    // Without this, one timer that is set and cancelled for ever would fill the heap with turns nobody takes.
    if turns.count > 2 * pending.count + 64 { turns = Heap(pending.values.map(Turn.init)) }
    return timer
  }

  /// The timer whose turn is next.
  ///
  /// - Complexity: O(log *n*), amortized.
  mutating func next() -> PendingTimer? {
    while let turn = turns.min {
      if let timer = pending[turn.number] { return timer }
      turns.removeMin()
    }
    return nil
  }
}
