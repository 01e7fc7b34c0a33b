internal import DequeModule
import NavigationTree

/// Where a session has been: the changes that can be undone, oldest first, and those that can be redone.
///
/// The steps that undo a change lie in the session's journal, in the same order.
struct History {
  /// A state that the session can go back to: the one that a change led to.
  struct Point {
    let seq: Int
    let cause: Session.Cause
    /// The screen that handled the action; nil where no action did.
    let screen: ScreenID?
    let nextIDs: NextIDs
  }

  /// The ids that would have come next.
  struct NextIDs {
    let screen: Int
    let effect: Int
  }

  struct Entry {
    let point: Point
    /// How many steps undo it.
    let stepCount: Int
    /// About how much memory they hold on to.
    let byteCount: Int
  }

  struct UndoneChange {
    let point: Point
    /// What does it again, taken from the last to the first.
    let steps: [Inverse]
    let byteCount: Int
  }

  /// That going through the history has led to a state, with a seq of its own.
  private struct Arrival {
    let seq: Int
    /// The number of changes, forgotten ones among them, that the state was made by.
    let place: Int
    let nextIDs: NextIDs
  }

  /// The steps that undo the current change, and those that undo the kept ones.
  var journal = Journal()
  /// The state before the oldest change that is kept.
  private(set) var oldest: Point
  private(set) var changes: Deque<Entry> = []
  /// The next one to redo is the last.
  private(set) var undone: [UndoneChange] = []
  private var arrivals: [Arrival] = []
  private var forgottenCount = 0
  private var byteCount = 0
  private let limit: Int
  private let byteLimit: Int

  /// A history that keeps nothing if one of the limits is 0.
  init(limits: Limits) {
    oldest = Point(
      seq: 0, cause: .request("session.open"), screen: nil, nextIDs: NextIDs(screen: 1, effect: 1))
    limit = limits[.history]
    byteLimit = limits[.historyBytes]
  }

  /// Sets the state that the session is opened with.
  mutating func begin(seq: Int, nextIDs: NextIDs) {
    oldest = Point(seq: seq, cause: oldest.cause, screen: nil, nextIDs: nextIDs)
  }

  var isOn: Bool { limit > 0 && byteLimit > 0 }

  var canRedo: Bool { !undone.isEmpty }

  private var isFull: Bool { changes.count > limit || byteCount > byteLimit }

  /// Enters a change, which is the last one then.
  mutating func append(_ change: Entry) {
    byteCount += change.byteCount
    changes.append(change)
  }

  /// Forgets the oldest change if there are more than may be kept.
  ///
  /// - Returns: how many steps are to be forgotten with it; nil when all may stay.
  mutating func forgetOldest() -> Int? {
    guard isFull, let change = changes.popFirst() else { return nil }
    oldest = change.point
    forgottenCount += 1
    byteCount -= change.byteCount
    return change.stepCount
  }

  /// Gives up what could be redone.
  mutating func forgetUndone() {
    for change in undone { byteCount -= change.byteCount }
    undone.removeAll()
    let place = place
    arrivals.removeAll { $0.place > place }
  }
}

extension History {
  /// All states, those that can be redone last.
  var points: [Point] { [oldest] + changes.map(\.point) + undone.reversed().map(\.point) }

  /// The state that the session is in.
  var current: Point { changes.last?.point ?? oldest }

  /// The number of changes that have made the current state.
  private var place: Int { forgottenCount + changes.count }

  /// How far the state is in which the session was after a change: the number of changes to redo, or with a
  /// minus to undo; nil when the history doesn't reach it.
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

  /// Remembers that the session has come to the current state once more.
  mutating func arrive(seq: Int, nextIDs: NextIDs) {
    arrivals.append(Arrival(seq: seq, place: place, nextIDs: nextIDs))
    if arrivals.count > limit { arrivals.removeFirst(arrivals.count - limit) }
    // What lies behind is more than may be kept only if nothing is left before it.
    while byteCount > byteLimit, changes.isEmpty, !undone.isEmpty {
      byteCount -= undone.removeFirst().byteCount
    }
  }

  /// Moves the last change to those that can be redone.
  mutating func undo(steps: [Inverse], byteCount: Int) {
    guard let change = changes.popLast() else { return }
    self.byteCount += byteCount - change.byteCount
    undone.append(UndoneChange(point: change.point, steps: steps, byteCount: byteCount))
  }

  /// Moves the next change that can be redone back to the others.
  mutating func redo(stepCount: Int, byteCount: Int) {
    guard let change = undone.popLast() else { return }
    self.byteCount -= change.byteCount
    append(Entry(point: change.point, stepCount: stepCount, byteCount: byteCount))
  }

  /// Forgets what came after a change in the session's time.
  mutating func forget(after seq: Int) {
    forgetUndone()
    arrivals.removeAll { $0.seq > seq }
  }
}
