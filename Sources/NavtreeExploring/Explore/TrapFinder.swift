import NavtreeFlow

/// The dead ends and traps among the states of a search.
///
/// A set of states that no move leaves is a dead end if all its states have one tree, and not that of the start. It is a
/// trap if a screen of the start isn't in it, and the user could have gone another way, which shows that screen for ever,
/// and all screens of the set: an app whose introduction is seen once has no trap.
struct TrapFinder {
  struct Found {
    let kind: Exploration.Finding.Kind
    let type: Int
    let sentence: String
    let state: Int
  }

  private let search: Search
  private let sets: [[Int]]
  /// The types that each set shows, and those of the states in none.
  private let types: [Set<Int>]
  private let openTypes: Set<Int>

  /// - Complexity: O(number of states and edges · types).
  init(_ search: Search) {
    self.search = search
    sets = ClosedSets(of: search.edges, count: search.states.count).sets
    func types(_ states: some Sequence<Int>) -> Set<Int> {
      let trees = Set(states.map { search.states.trees[$0] })
      return trees.reduce(into: []) { $0.formUnion(search.trees.trees[Int($1)].types) }
    }
    self.types = sets.map { types($0) }
    // States that weren't expanded go on somehow.
    let isWhole = search.edges.count == search.states.count
    openTypes = isWhole ? [] : types(Set(0..<search.states.count).subtracting(sets.joined()))
  }

  /// By the length of the way to each.
  func found() -> [Found] {
    var found: [Found] = []
    for (index, set) in sets.enumerated() {
      let trees = Set(set.map { search.states.trees[$0] })
      guard let first = set.first else { continue }
      let type = search.trees.trees[Int(search.states.trees[first])].active
      let name = search.flow.screens[type].name
      if trees.count == 1 {
        if trees.contains(search.states.trees[0]) { continue }
        found.append(Found(kind: .deadEnd, type: type, sentence: "no move leaves '\(name)'", state: first))
      } else if isBeside(index) {
        let names = types[index].sorted().map { search.flow.screens[$0].name }.joined(separator: ", ")
        found.append(
          Found(
            kind: .trap, type: type, sentence: "the user stays among these screens: \(names)", state: first))
      }
    }
    var known: Set<String> = []
    return found.filter { known.insert("\($0.kind.rawValue) \($0.type)").inserted }
  }

  /// Whether a way that doesn't lead into a set shows all its screens, and one of the start that the set doesn't show.
  private func isBeside(_ set: Int) -> Bool {
    let start = search.trees.trees[Int(search.states.trees[0])].types
    return (types + [openTypes]).contains { other in
      types[set].isStrictSubset(of: other) && !start.intersection(other).isSubset(of: types[set])
    }
  }
}
