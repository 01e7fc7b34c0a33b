import NavtreeEngine

/// The ways of a search as a user would go them: with the time that passes before each move.
extension Search {
  /// Where the way to a state begins.
  func beginning(of state: Int) -> Beginning { roots[states.root(of: state)].beginning }

  /// The moves to a state from where it begins, and a further one, with the time that passes before each.
  func way(to state: Int, then move: Int? = nil) -> [Move] {
    let root = states.root(of: state)
    let moves = timed(states.way(to: state) + [move].compactMap(\.self), from: root) ?? []
    return roots[root].beginning.moves + moves
  }

  /// A way, and the circle at its end, with the time that passes before each move; nil if there is no time at which the
  /// timers fall due so, or the circle doesn't come back to the same state.
  func timed(_ way: [Int], circle: [Int], from root: Int) -> (way: [Move], circle: [Move])? {
    let former = roots[root].beginning.moves
    if circle.isEmpty { return timed(way, from: root).map { (former + $0, []) } }
    let present = Checkpoint(of: session)
    defer { present.restore(session) }
    // The first rounds may lead to a steady one.
    for round in 0..<Self.mostRounds {
      let before = way + (0..<round).flatMap { _ in circle }
      guard let start = timed(before, from: root), let all = timed(before + circle, from: root),
        all.starts(with: start)
      else { continue }
      let moves = Array(all[start.count...])
      roots[root].checkpoint.restore(session)
      func key(after moves: [Move]) -> StateKey {
        session.uncounted { for move in moves { _ = move.perform(on: session) } }
        session.forgetNotices()
        var exact = fields
        exact.times = true
        return KeyReader.key(of: session, counting: exact)
      }
      if key(after: start) == key(after: moves) { return (former + start, moves) }
    }
    return nil
  }

  /// The most rounds of a circle before one that comes back to the same state.
  private static let mostRounds = 3

  /// The moves of a way with the time that passes before each, which is the least; nil if there is none.
  ///
  /// - Complexity: O(number of moves² · timers).
  private func timed(_ way: [Int], from root: Int) -> [Move]? {
    if fields.times || way.allSatisfy({ moves[$0].due == 0 }) { return way.map { moves[$0].move } }
    let present = Checkpoint(of: session)
    defer { present.restore(session) }
    roots[root].checkpoint.restore(session)
    var times = states.times[root]
    var left = TimesLeft(of: session)
    var timetable = Timetable(left.numbers, left.times)
    for move in way {
      let due = moves[move].due
      if due != 0, times.falling(due: due) == nil { return nil }
      let numbers = left.numbers.indices.filter { due >> UInt64($0) & 1 == 1 }.map { left.numbers[$0] }
      timetable.add(due: Set(numbers), mayWait: !times.isDue)
      let made = session.uncounted { make(moves[move], at: times) }
      session.forgetNotices()
      times = made.times.waiting
      left = TimesLeft(of: session)
      timetable.set(left.numbers, left.times, again: made.set)
    }
    guard let waits = timetable.waits() else { return nil }
    return zip(way, waits).flatMap { move, wait -> [Move] in
      if moves[move].due != 0 { return [.advance(wait)] }
      return wait == 0 ? [moves[move].move] : [.advance(wait), moves[move].move]
    }
  }

  // MARK: Going to a state

  /// Brings the session into a state.
  func move(to state: Int) -> Checkpoint {
    let place = state % Self.keptCount
    if let entry = kept[place], entry.state == state {
      kept[place] = nil
      entry.checkpoint.restore(session)
      return entry.checkpoint
    }
    var missing: [Int] = []
    var known = state
    while !isOnTheWay(known) {
      if known < roots.count {
        way = [(known, roots[known].checkpoint)]
        break
      }
      missing.append(known)
      known = Int(states.parents[known])
    }
    let depth = lengthOfWay(to: known)
    way.removeSubrange((depth + 1)...)
    way[depth].checkpoint.restore(session)
    session.uncounted {
      for next in missing.reversed() {
        _ = make(moves[Int(states.moves[next])], at: states.times[Int(states.parents[next])])
        session.forgetNotices()
        way.append((next, Checkpoint(of: session)))
      }
    }
    return way[way.count - 1].checkpoint
  }

  private func isOnTheWay(_ state: Int) -> Bool {
    let depth = lengthOfWay(to: state)
    return way.indices.contains(depth) && way[depth].state == state
  }

  /// The number of moves to a state from where the present way begins.
  private func lengthOfWay(to state: Int) -> Int {
    Int(states.depths[state] - states.depths[way[0].state])
  }
}
