/// The finder of ways on which a condition has held and another never follows: they end where nothing is owed, or in a
/// circle without a move of the user, on which time goes on and each effect in flight ends.
struct CircleFinder {
  private let search: Search
  private let owed: OwedClasses
  /// By state that a way leads to on which the second condition hasn't held since the first: the number of moves from
  /// the start; -1 for others.
  private var lengths: [Int32]
  private var parents: [Int32]
  private var vias: [Int32]
  private var region: [Int] = []

  typealias Edge = EdgeTable.Edge

  /// A move on a circle.
  private struct Step {
    let source: Int
    let edge: Edge
  }

  /// - Parameters:
  ///   - from, to: by state, whether the conditions hold.
  /// - Complexity: O(number of states and edges).
  init(_ search: Search, _ owed: OwedClasses, from: [Bool], to: [Bool]) {
    self.search = search
    self.owed = owed
    let count = search.edges.count
    lengths = Array(repeating: -1, count: count)
    parents = lengths
    vias = lengths
    var levels: [[(state: Int, parent: Int, move: Int32)]] = []
    func add(_ state: Int, _ parent: Int, _ move: Int32, at length: Int) {
      while levels.count <= length { levels.append([]) }
      levels[length].append((state, parent, move))
    }
    for state in 0..<count where from[state] && !to[state] {
      add(state, -1, -1, at: Int(search.states.depths[state]))
    }
    var length = 0
    while length < levels.count {
      let level = levels[length]
      for (state, parent, move) in level where lengths[state] < 0 {
        lengths[state] = Int32(length)
        parents[state] = Int32(parent)
        vias[state] = move
        region.append(state)
        for edge in search.edges[state] {
          let target = Int(edge.target)
          if target < count, !to[target], lengths[target] < 0 {
            add(target, state, edge.move, at: length + 1)
          }
        }
      }
      length += 1
    }
  }

  /// The shortest way that is found, and the circle at its end, in numbers of moves.
  func shortest() -> (root: Int, way: [Int], circle: [Int])? {
    let rest = region.first { owed[$0].isEmpty }
    var found = rest.map { (state: $0, set: [Int]()) }
    for set in fairSets() {
      guard let state = set.min(by: { lengths[$0] < lengths[$1] }) else { continue }
      if let best = found, lengths[best.state] <= lengths[state] { continue }
      found = (state, set)
    }
    guard let found else { return nil }
    let (root, way) = way(to: found.state)
    return (root, way, found.set.isEmpty ? [] : circle(from: found.state, in: Set(found.set)))
  }

  private func way(to state: Int) -> (root: Int, way: [Int]) {
    var way: [Int] = []
    var state = state
    while parents[state] >= 0 {
      way.append(Int(vias[state]))
      state = Int(parents[state])
    }
    return (search.states.root(of: state), search.states.way(to: state) + way.reversed())
  }

  /// The moves from a state that no user makes, and that lead to states of a set.
  private func edges(of state: Int, in set: (Int) -> Bool) -> [Edge] {
    search.edges[state].filter { !search.moves[Int($0.move)].move.isOfUser && set(Int($0.target)) }
  }

  // MARK: Fairness

  /// The sets of states on which a circle may stay: all that is owed in all of a set's states ends in it, and an effect
  /// that is done at some time is done in it.
  private func fairSets() -> [[Int]] {
    var found: [[Int]] = []
    var pending = [region]
    var isIn = [Int32](repeating: 0, count: lengths.count)
    var round: Int32 = 0
    while let states = pending.popLast() {
      round += 1
      for state in states { isIn[state] = round }
      let inside = round
      let sets = StrongSets(states, of: lengths.count) { state in
        edges(of: state) { $0 < isIn.count && isIn[$0] == inside }.map { Int($0.target) }
      }.sets
      for set in sets {
        let members = Set(set)
        let moves = set.flatMap { edges(of: $0, in: members.contains) }.map {
          search.moves[Int($0.move)].move
        }
        if moves.isEmpty { continue }
        let ended = moves.compactMap(owed.ended)
        let common = set.dropFirst().reduce(Set(owed[set[0]])) { $0.intersection(owed[$1]) }
        guard common.isSubset(of: ended.map { $0.number }) else { continue }
        let unfair = Set(set.flatMap { owed[$0] }).filter { number in
          owed.areFair[number] && !ended.contains { $0.number == number && $0.isDone }
        }
        if unfair.isEmpty {
          found.append(set)
        } else {
          // Those states are left at some time.
          pending.append(set.filter { unfair.isDisjoint(with: owed[$0]) })
        }
      }
    }
    return found
  }

  // MARK: The circle

  /// A circle from a state and back, on which all that is owed ends, if it isn't over by itself.
  private func circle(from first: Int, in set: Set<Int>) -> [Int] {
    var steps: [Step] = []
    var state = first
    var known: Set<Int> = []
    func visited() -> [Int] { [first] + steps.map { Int($0.edge.target) } }
    while let number = visited().flatMap({ owed[$0] }).first(where: { !known.contains($0) }) {
      known.insert(number)
      func ends(_ step: Step) -> Bool {
        guard let ended = owed.ended(by: search.moves[Int(step.edge.move)].move), ended.number == number
        else {
          return false
        }
        return ended.isDone || !owed.areFair[number]
      }
      let isOver = !owed.areFair[number] && visited().contains { !owed[$0].contains(number) }
      if isOver || steps.contains(where: ends) { continue }
      let more = path(from: state, in: set) { step in
        ends(step) || !owed.areFair[number] && !owed[Int(step.edge.target)].contains(number)
      }
      steps += more
      if let last = more.last { state = Int(last.edge.target) }
    }
    if steps.isEmpty || state != first {
      steps += path(from: state, in: set) { Int($0.edge.target) == first }
    }
    return steps.map { Int($0.edge.move) }
  }

  /// The shortest path in a set whose last step is one that is sought.
  private func path(from first: Int, in set: Set<Int>, to isSought: (Step) -> Bool) -> [Step] {
    var before: [Int: Step] = [:]
    var queue = [first]
    var next = 0
    while next < queue.count {
      let state = queue[next]
      next += 1
      for edge in edges(of: state, in: set.contains) {
        let step = Step(source: state, edge: edge)
        if isSought(step) {
          var path = [step]
          while path[path.count - 1].source != first, let step = before[path[path.count - 1].source] {
            path.append(step)
          }
          return path.reversed()
        }
        let target = Int(edge.target)
        if target != first, before[target] == nil {
          before[target] = step
          queue.append(target)
        }
      }
    }
    return []
  }
}
