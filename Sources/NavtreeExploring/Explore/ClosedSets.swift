/// The sets of states that no move leaves, each strongly connected.
struct ClosedSets {
  /// By set, its states in ascending order.
  let sets: [[Int]]
  /// The strongly connected sets of several states that some move leaves.
  let others: [[Int]]

  /// - Parameters:
  ///   - edges: the edges of each expanded state; one that wasn't expanded may lead anywhere.
  ///   - count: the number of all states.
  /// - Complexity: O(number of states and edges).
  init(of edges: EdgeTable, count: Int) {
    let all = StrongSets(0..<edges.count, of: edges.count) { state in
      edges[state].map { Int($0.target) }.filter { $0 < edges.count }
    }
    var numbers = [Int](repeating: -1, count: count)
    for (number, set) in all.sets.enumerated() { for state in set { numbers[state] = number } }
    var closed: [[Int]] = []
    var others: [[Int]] = []
    for (number, set) in all.sets.enumerated() {
      if set.allSatisfy({ edges[$0].allSatisfy { numbers[Int($0.target)] == number } }) {
        closed.append(set)
      } else if set.count > 1 {
        others.append(set)
      }
    }
    sets = closed.sorted { $0[0] < $1[0] }
    self.others = others
  }
}
