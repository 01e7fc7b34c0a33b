/// The instants of the moves of a way: the earliest at which each timer falls due at its move, and none between.
struct Timetable {
  /// That one instant is at least so much after another.
  private var gaps: [(earlier: Int, later: Int, least: Int)] = []
  /// The move that has set each timer, and the time that was left to it, by number.
  private var timers: [Int: (step: Int, left: Int)] = [:]
  private var count = 0

  /// - Parameter times: the timers at the start, and the times that are left to them.
  init(_ numbers: [Int], _ times: [Int]) { set(numbers, times) }

  /// Notes the timers after the move that was added last.
  ///
  /// - Parameters:
  ///   - times: the times that are left to them, which count for those that aren't known.
  ///   - again: those that the move has set, some of them again.
  mutating func set(_ numbers: [Int], _ times: [Int], again: [Int] = []) {
    for number in again { timers[number] = nil }
    let all = zip(numbers, times).map { number, left in (number, timers[number] ?? (count, left)) }
    timers = Dictionary(uniqueKeysWithValues: all)
  }

  /// Adds a move.
  ///
  /// - Parameters:
  ///   - due: the timers, by number, that fall due at it; empty for a move that isn't of time.
  ///   - mayWait: whether time may pass before it.
  mutating func add(due: Set<Int>, mayWait: Bool) {
    count += 1
    gaps.append((count - 1, count, 0))
    if !mayWait { gaps.append((count, count - 1, 0)) }
    for (number, timer) in timers.sorted(by: { $0.key < $1.key }) {
      if due.contains(number) {
        gaps.append((timer.step, count, timer.left))
        gaps.append((count, timer.step, -timer.left))
      } else if mayWait || !due.isEmpty {
        gaps.append((count, timer.step, 1 - timer.left))
      }
    }
  }

  /// The time before each move; nil if there are no such instants.
  ///
  /// - Complexity: O(number of moves · number of gaps).
  func waits() -> [Int]? {
    var instants = [Int](repeating: 0, count: count + 1)
    for _ in 0...(count + 1) {
      var isMet = true
      for (earlier, later, least) in gaps where instants[later] < instants[earlier] + least {
        instants[later] = instants[earlier] + least
        isMet = false
      }
      if isMet { return zip(instants, instants.dropFirst()).map { $1 - $0 } }
    }
    return nil
  }
}
