/// The times that may be left to the timers of a state, in whole milliseconds: bounds on each, and on the difference of
/// each two (a difference-bound matrix: Dill, 1989).
///
/// A user may wait for any time before each move, so that times are what bounds keep apart, and no more.
struct TimeBounds: Hashable {
  /// The number of timers; they are in the order in which they were set.
  let count: Int
  /// By two timers, the most by which the time left to the one exceeds that to the other, in rows. Number 0 is the
  /// present, and timers count from 1. No bound can be lowered without leaving times out.
  private var most: [Int]

  /// The most timers between whose orders time passes. Of more of them nothing is known.
  static let mostTimers = 8

  /// No timers.
  static let none = TimeBounds([])

  /// Exactly these times.
  init(_ left: [Int]) {
    count = left.count
    if count > Self.mostTimers {
      most = []
      return
    }
    let all = [0] + left
    most = all.flatMap { one in all.map { one - $0 } }
  }

  private subscript(one: Int, other: Int) -> Int {
    get { most[one * (count + 1) + other] }
    set { most[one * (count + 1) + other] = newValue }
  }

  private var isKnown: Bool { count <= Self.mostTimers }

  /// Whether all times of others are among these.
  func cover(_ others: TimeBounds) -> Bool {
    count == others.count && zip(most, others.most).allSatisfy { $0 >= $1 }
  }

  /// The least time of each timer; all of them may be left at once. Nil if nothing is known.
  var least: [Int]? { isKnown ? (0..<count).map { -self[0, $0 + 1] } : nil }

  /// Whether some timer is due, so that no time passes before it runs.
  var isDue: Bool { isKnown && (0..<count).contains { self[$0 + 1, 0] == 0 } }

  /// With all times that are left while the user waits and nothing runs.
  var waiting: TimeBounds { isDue ? self : passed(to: 1) }

  /// With all times that are left later, while none falls below a least one.
  private func passed(to least: Int) -> TimeBounds {
    if !isKnown { return self }
    var bounds = self
    for timer in 0..<count {
      bounds[0, timer + 1] = (0..<count).reduce(.max) { min($0, self[$1 + 1, timer + 1]) } - least
    }
    return bounds
  }

  /// The times that are left when exactly these timers, as bits, are due; nil if that can't be.
  func falling(due: UInt64) -> TimeBounds? {
    (0..<count).reduce(passed(to: 0)) { bounds, timer in
      bounds?.limited(timer + 1, isDue: due >> timer & 1 == 1)
    }
  }

  /// The sets of timers, as bits, that may be the next to fall due, at one instant.
  ///
  /// - Complexity: O(number of sets · *n*³) for *n* timers, of which there are at most 63.
  func nextDue() -> [UInt64] {
    var found: [UInt64] = []
    var open = [(bounds: passed(to: 0), timer: 0, due: 0 as UInt64)]
    while let (bounds, timer, due) = open.popLast() {
      if timer == count {
        if due != 0 { found.append(due) }
        continue
      }
      for isDue in [false, true] {
        guard let bounds = bounds.limited(timer + 1, isDue: isDue) else { continue }
        open.append((bounds, timer + 1, isDue ? due | 1 << timer : due))
      }
    }
    return found
  }

  /// Those times of which one is 0, or isn't; nil if there are none.
  private func limited(_ timer: Int, isDue: Bool) -> TimeBounds? {
    let (one, other, bound) = isDue ? (timer, 0, 0) : (0, timer, -1)
    if self[one, other] <= bound { return self }
    if self[other, one] + bound < 0 { return nil }
    var bounds = self
    for first in 0...count {
      for second in 0...count {
        bounds[first, second] = min(self[first, second], self[first, one] + bound + self[other, second])
      }
    }
    return bounds
  }

  /// The times after a move.
  ///
  /// - Parameters:
  ///   - former: by timer after the move, its number among those before it; nil for one that the move has set.
  ///   - left: by timer after the move, the time that is left to it if it was set.
  func after(_ former: [Int?], _ left: [Int]) -> TimeBounds {
    var bounds = TimeBounds(left)
    guard isKnown, bounds.isKnown else { return bounds }
    for (one, old) in former.enumerated() {
      guard let old else { continue }
      bounds[one + 1, 0] = self[old + 1, 0]
      bounds[0, one + 1] = self[0, old + 1]
    }
    for one in 0..<left.count {
      for other in 0..<left.count where one != other {
        if let old = former[one], let otherOld = former[other] {
          bounds[one + 1, other + 1] = self[old + 1, otherOld + 1]
        } else {
          bounds[one + 1, other + 1] = bounds[one + 1, 0] + bounds[0, other + 1]
        }
      }
    }
    return bounds
  }
}
