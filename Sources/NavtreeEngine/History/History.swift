internal import DequeModule
import NavigationTree

/// The changes that can be undone, oldest first, and those that can be redone.
///
/// The inverses of a change are in the session's journal, in the same order.
struct History {
  /// A state that the session can return to: the state after a change.
  struct Point {
    let seq: Int
    let cause: Cause
    /// The screen that handled the action, if any.
    let screen: ScreenID?
    let nextIDs: NextIDs
  }

  /// The next ids at that point.
  struct NextIDs {
    let screen: Int
    let effect: Int
  }

  struct Entry {
    let point: Point
    /// The number of its inverses.
    let stepCount: Int
    /// The approximate memory that they hold.
    let byteCount: Int
  }

  struct UndoneChange {
    let point: Point
    /// The steps that repeat it, from the last to the first.
    let steps: [Inverse]
    let byteCount: Int
  }

  /// The arrival at a state through the history, with a seq of its own.
  private struct Arrival {
    let seq: Int
    /// The number of changes, forgotten ones included, that made the state.
    let place: Int
    let nextIDs: NextIDs
  }

  /// The steps that undo the current change, and those that undo the kept ones.
  var journal = Journal()
  /// The state before the oldest kept change.
  private(set) var oldest: Point
  private(set) var changes: Deque<Entry> = []
  /// The next one to redo is the last.
  private(set) var undoneChanges: [UndoneChange] = []
  private var arrivals: [Arrival] = []
  /// The names of those who caused changes, by seq, where requests gave them.
  private var origins: [Int: String] = [:]
  private var forgottenCount = 0
  private var byteCount = 0
  private let limit: Int
  private let byteLimit: Int

  /// A history that keeps nothing if one of the limits is 0.
  init(limits: Limits) {
    oldest = Point(
      seq: 0, cause: .request(.open), screen: nil, nextIDs: NextIDs(screen: 1, effect: 1))
    limit = limits[.history]
    byteLimit = limits[.historyBytes]
  }

  /// Sets the state that the session is opened with.
  mutating func begin(seq: Int, nextIDs: NextIDs) {
    oldest = Point(seq: seq, cause: oldest.cause, screen: nil, nextIDs: nextIDs)
  }

  /// The name of whoever caused a change, if its request gave one.
  func origin(ofSeq seq: Int) -> String? { origins[seq] }

  /// Keeps who caused the last change.
  mutating func keep(origin: String, ofSeq seq: Int) { origins[seq] = origin }

  private mutating func forgetOrigin(of point: Point) {
    if !origins.isEmpty { origins[point.seq] = nil }
  }

  var isOn: Bool { limit > 0 && byteLimit > 0 }

  var canRedo: Bool { !undoneChanges.isEmpty }

  private var isFull: Bool { changes.count > limit || byteCount > byteLimit }

  mutating func append(_ change: Entry) {
    byteCount += change.byteCount
    changes.append(change)
  }

  /// Forgets the oldest change if there are too many.
  ///
  /// - Returns: the number of steps to forget with it; nil if all may stay.
  mutating func forgetOldest() -> Int? {
    guard isFull, let change = changes.popFirst() else { return nil }
    forgetOrigin(of: oldest)
    oldest = change.point
    forgottenCount += 1
    byteCount -= change.byteCount
    return change.stepCount
  }

  /// Drops the changes that could be redone.
  mutating func forgetUndone() {
    for change in undoneChanges {
      byteCount -= change.byteCount
      forgetOrigin(of: change.point)
    }
    undoneChanges.removeAll()
    let place = place
    arrivals.removeAll { $0.place > place }
  }
}

extension History {
  /// All reachable states, those that can be redone last.
  var points: [Point] { [oldest] + changes.map(\.point) + undoneChanges.reversed().map(\.point) }

  /// The present state.
  var current: Point { changes.last?.point ?? oldest }

  /// The number of changes that made the present state.
  private var place: Int { forgottenCount + changes.count }

  /// The distance to the state after a change: the number of changes to redo, negative to undo; nil if the
  /// history doesn't reach it.
  ///
  /// - Complexity: O(number of kept changes).
  func distance(toSeq seq: Int) -> (steps: Int, nextIDs: NextIDs)? {
    if let index = points.firstIndex(where: { $0.seq == seq }) {
      return (index - changes.count, points[index].nextIDs)
    }
    guard let arrival = arrivals.last(where: { $0.seq == seq }), arrival.place >= forgottenCount else {
      return nil
    }
    return (arrival.place - place, arrival.nextIDs)
  }

  /// Records another arrival at the current state.
  mutating func arrive(seq: Int, nextIDs: NextIDs) {
    arrivals.append(Arrival(seq: seq, place: place, nextIDs: nextIDs))
    if arrivals.count > limit { arrivals.removeFirst(arrivals.count - limit) }
    // What lies behind is more than may be kept only if nothing is left before it.
    while byteCount > byteLimit, changes.isEmpty, !undoneChanges.isEmpty {
      let change = undoneChanges.removeFirst()
      byteCount -= change.byteCount
      forgetOrigin(of: change.point)
    }
  }

  /// Moves the last change to those that can be redone.
  mutating func undo(steps: [Inverse], byteCount: Int) {
    guard let change = changes.popLast() else { return }
    self.byteCount += byteCount - change.byteCount
    undoneChanges.append(UndoneChange(point: change.point, steps: steps, byteCount: byteCount))
  }

  /// Moves the next change to redo back to the others.
  mutating func redo(stepCount: Int, byteCount: Int) {
    guard let change = undoneChanges.popLast() else { return }
    self.byteCount -= change.byteCount
    append(Entry(point: change.point, stepCount: stepCount, byteCount: byteCount))
  }

  /// Forgets everything after a change.
  mutating func forget(after seq: Int) {
    forgetUndone()
    arrivals.removeAll { $0.seq > seq }
  }
}
