import NavtreeFlow

/// Properties over time of a graph of states, decided from their definition.
struct NaiveProperties {
  let nodes: [BruteForce.Node]
  /// The property's number.
  let number: Int

  /// The fewest moves after which a property is lost; nil if it holds.
  func lost(_ property: TemporalProperty) -> Int? {
    switch property.claim {
    case .possible:
      let stuck = nodes.indices.filter { first in
        !reached(from: first) { nodes[$0].edges.map { $0.target } }.union([first]).contains { holds(0, $0) }
      }
      return stuck.map { nodes[$0].depth }.min()
    case .leadsTo:
      let lengths = lengths()
      let circles = circles(Set(lengths.keys))
      return lengths.filter { nodes[$0.key].owed.isEmpty || circles.contains($0.key) }.values.min()
    }
  }

  private func holds(_ condition: Int, _ node: Int) -> Bool { nodes[node].truths[number][condition] }

  /// The nodes after one or more steps.
  private func reached(from first: Int, _ following: (Int) -> [Int]) -> Set<Int> {
    var known: Set<Int> = []
    var pending = [first]
    while let node = pending.popLast() {
      for next in following(node) where known.insert(next).inserted { pending.append(next) }
    }
    return known
  }

  /// The fewest moves to each node where the first condition has held, and the second never since.
  private func lengths() -> [Int: Int] {
    var lengths: [Int: Int] = [:]
    for node in nodes.indices where holds(0, node) && !holds(1, node) { lengths[node] = nodes[node].depth }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for (node, length) in lengths {
        for edge in nodes[node].edges where !holds(1, edge.target) {
          let next = edge.ended == "" ? length : length + 1
          if lengths[edge.target] ?? .max > next {
            lengths[edge.target] = next
            hasChanged = true
          }
        }
      }
    }
    return lengths
  }

  /// The nodes on a circle without a user, on which all that is owed all the time ends.
  private func circles(_ region: Set<Int>) -> Set<Int> {
    func steps(_ node: Int) -> [(target: Int, ended: String?)] {
      nodes[node].edges.filter { $0.ended != nil && region.contains($0.target) }
    }
    var after: [Int: Set<Int>] = [:]
    for node in region { after[node] = reached(from: node) { steps($0).map { $0.target } } }
    return region.filter { node in
      let circle = (after[node] ?? []).filter { after[$0]?.contains(node) == true }
      guard circle.contains(node) else { return false }
      let ended = Set(
        circle.flatMap { steps($0).filter { circle.contains($0.target) }.compactMap { $0.ended } })
      let owed = circle.reduce(nodes[node].owed) { $0.intersection(nodes[$1].owed) }
      return owed.isSubset(of: ended)
    }
  }
}
