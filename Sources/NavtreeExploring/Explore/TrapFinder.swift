import NavtreeFlow

/// The dead ends and traps among the states of a search: sets of states that no move leaves.
///
/// A dead end has one tree, and not that of the start. A trap lacks a screen that the user could use before, and come
/// back from to one of the set: an app whose introduction is seen once has no trap. Neither has a screen that says that
/// it is final.
struct TrapFinder {
  struct Found {
    let kind: Exploration.Finding.Kind
    let type: Int
    let sentence: String
    let state: Int
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
      guard let first = set.first, !types[index].contains(where: { search.flow.screens[$0].isFinal }) else {
        continue
      }
      let type = search.trees.trees[Int(search.states.trees[first])].active
      let name = search.flow.screens[type].name
      if trees.count == 1 {
        if trees.contains(search.states.trees[0]) { continue }
        found.append(Found(kind: .deadEnd, type: type, sentence: "no move leaves '\(name)'", state: first))
      } else if isLeft(types[index]), !mayHaveMore(types[index]) {
        let names = types[index].sorted().map { search.flow.screens[$0].name }.joined(separator: ", ")
        found.append(
          Found(
            kind: .trap, type: type, sentence: "the user stays among these screens: \(names)", state: first))
      }
    }
    var known: Set<String> = []
    return found.filter { known.insert("\($0.kind.rawValue) \($0.type)").inserted }
  }

  /// Whether the user could go to a screen and back to one of these, and no longer can; or another way leads to all of
  /// these and more for ever.
  private func isLeft(_ types: Set<Int>) -> Bool {
    otherTypes.contains { !$0.isSubset(of: types) && !$0.isDisjoint(with: types) }
      || self.types.contains { types.isStrictSubset(of: $0) }
  }
}
