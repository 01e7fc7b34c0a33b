import NavtreeFlow

/// The dead ends and traps among the states of a search: sets of states that no move leaves.
///
/// A dead end has one tree, and not that of the start. A trap lacks a screen that the user could use before, and come
/// back from to one of the set: an app whose introduction is seen once has no trap. Neither has a screen that says that
/// it is final, nor one whose way out may be a move that wasn't tried.
struct TrapFinder {
  struct Found {
    let kind: Exploration.Finding.Kind
    let type: Int
    let sentence: String
    /// The states of the set, the first one before the others.
    let set: [Int]
  }

  private let search: Search
  /// Whether screens of these types may have moves that weren't tried.
  private let mayHaveMore: (Set<Int>) -> Bool
  private let sets: [[Int]]
  /// The types of the screens that a user can use in each set, and in those that some move leaves.
  private let types: [Set<Int>]
  private let otherTypes: Set<Set<Int>>

  /// - Complexity: O(number of states and edges · types).
  init(_ search: Search, mayHaveMore: @escaping (Set<Int>) -> Bool) {
    self.search = search
    self.mayHaveMore = mayHaveMore
    let all = ClosedSets(of: search.edges, count: search.states.count)
    sets = all.sets
    types = sets.map { search.types(of: $0) }
    otherTypes = Set(all.others.map { search.types(of: $0) })
  }

  /// By the length of the way to each.
  func found() -> [Found] {
    var found: [Found] = []
    for (index, set) in sets.enumerated() {
      let trees = Set(set.map { search.states.trees[$0] })
      guard let first = set.first, !types[index].contains(where: { search.flow.screens[$0].isFinal }),
        !mayHaveMore(types[index])
      else { continue }
      let type = search.trees.trees[Int(search.states.trees[first])].active
      let name = search.flow.screens[type].name
      if trees.count == 1 {
        if trees.contains(search.states.trees[0]) { continue }
        found.append(Found(kind: .deadEnd, type: type, sentence: "no move leaves '\(name)'", set: set))
      } else if isLeft(types[index]) {
        let names = types[index].sorted().map { search.flow.screens[$0].name }.joined(separator: ", ")
        found.append(
          Found(
            kind: .trap, type: type, sentence: "the user stays among these screens: \(names)", set: set))
      }
    }
    var known: Set<String> = []
    return found.filter { known.insert("\($0.kind.rawValue) \($0.type)").inserted }
  }

  /// Where the way ends on which the fewest moves, those in which time passes counted, lead to where the user is caught:
  /// from there on the tree is that of the dead end, or the screens are some of the trap's.
  ///
  /// - Complexity: O(number of edges), and that of the ways that may be the shortest.
  func entry(into found: Found) -> (state: Int, move: Int?)? {
    let tree = search.states.trees[found.set[0]]
    let types = search.types(of: found.set)
    let isElsewhere = (0..<search.states.count).map { state in
      if state >= search.edges.count { return true }
      let other = search.states.trees[state]
      if found.kind == .deadEnd { return other != tree }
      return !search.trees.trees[Int(other)].types.isSubset(of: types)
    }
    let isFree = search.edges.leading(to: isElsewhere)
    var best: (count: Int, state: Int, move: Int?)?
    func consider(_ state: Int, _ move: Int?) {
      let count = search.way(to: state, then: move).count
      if best.map({ count < $0.count }) ?? true { best = (count, state, move) }
    }
    let sources = (0..<search.edges.count).sorted {
      (search.states.depths[$0], $0) < (search.states.depths[$1], $1)
    }
    for state in sources {
      // A way has as many moves at least, besides those in which time passes.
      if let best, Int(search.states.depths[state]) + 1 >= best.count { break }
      if !isFree[state] {
        if state < search.roots.count { consider(state, nil) }
        continue
      }
      for edge in search.edges[state] where !isFree[Int(edge.target)] { consider(state, Int(edge.move)) }
    }
    return best.map { ($0.state, $0.move) }
  }

  /// Whether the user could go to a screen and back to one of these, and no longer can; or another way leads to all of
  /// these and more for ever.
  private func isLeft(_ types: Set<Int>) -> Bool {
    otherTypes.contains { !$0.isSubset(of: types) && !$0.isDisjoint(with: types) }
      || self.types.contains { types.isStrictSubset(of: $0) }
  }
}
