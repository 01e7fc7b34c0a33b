/// The sets of nodes that lead to each other (Tarjan, 1972).
struct StrongSets {
  /// Each in ascending order.
  private(set) var sets: [[Int]] = []

  /// - Parameters:
  ///   - nodes: the nodes to look at.
  ///   - count: the number of all nodes.
  ///   - following: the nodes that follow one, all of them among `nodes`.
  /// - Complexity: O(number of nodes and edges), without recursion.
  init(_ nodes: some Sequence<Int>, of count: Int, _ following: (Int) -> [Int]) {
    var order = [Int32](repeating: 0, count: count)
    var lowest = order
    var isOnStack = [Bool](repeating: false, count: count)
    var stack: [Int] = []
    var next: Int32 = 1
    var calls: [(node: Int, following: [Int], index: Int)] = []
    func enter(_ node: Int) {
      order[node] = next
      lowest[node] = next
      next += 1
      stack.append(node)
      isOnStack[node] = true
      calls.append((node, following(node), 0))
    }
    for root in nodes where order[root] == 0 {
      enter(root)
      while let (node, targets, index) = calls.last {
        if index < targets.count {
          calls[calls.count - 1].index += 1
          let target = targets[index]
          if order[target] == 0 {
            enter(target)
          } else if isOnStack[target] {
            lowest[node] = min(lowest[node], order[target])
          }
          continue
        }
        calls.removeLast()
        if let above = calls.last?.node { lowest[above] = min(lowest[above], lowest[node]) }
        guard lowest[node] == order[node] else { continue }
        var members: [Int] = []
        while let member = stack.popLast() {
          isOnStack[member] = false
          members.append(member)
          if member == node { break }
        }
        sets.append(members.sorted())
      }
    }
  }
}
