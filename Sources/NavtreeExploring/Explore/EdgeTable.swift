/// The moves from each expanded state that lead elsewhere, with the states that they lead to.
struct EdgeTable {
  struct Edge {
    let target: Int32
    let move: Int32
  }

  private var starts = [0]
  private var edges: [Edge] = []

  /// The number of expanded states; they are the first ones.
  var count: Int { starts.count - 1 }

  /// Adds the edges of the next state.
  mutating func append(_ following: [Edge]) {
    edges += following
    starts.append(edges.count)
  }

  /// Those of an expanded state; none of another.
  subscript(state: Int) -> ArraySlice<Edge> { state < count ? edges[starts[state]..<starts[state + 1]] : [] }

  /// The states from which some way leads to given ones.
  ///
  /// - Parameter isSure: whether an edge of a state may be a part of the way.
  /// - Complexity: O(number of edges).
  func leading(to given: [Bool], by isSure: (Int, Edge) -> Bool = { _, _ in true }) -> [Bool] {
    var counts = [Int32](repeating: 0, count: given.count + 1)
    for state in 0..<count {
      for edge in self[state] where isSure(state, edge) { counts[Int(edge.target) + 1] += 1 }
    }
    for state in given.indices { counts[state + 1] += counts[state] }
    var sources = [Int32](repeating: 0, count: edges.count)
    var next = counts
    for state in 0..<count {
      for edge in self[state] where isSure(state, edge) {
        sources[Int(next[Int(edge.target)])] = Int32(state)
        next[Int(edge.target)] += 1
      }
    }
    var isLeading = given
    var pending = given.indices.filter { given[$0] }
    while let state = pending.popLast() {
      for source in sources[Int(counts[state])..<Int(counts[state + 1])] where !isLeading[Int(source)] {
        isLeading[Int(source)] = true
        pending.append(Int(source))
      }
    }
    return isLeading
  }
}
