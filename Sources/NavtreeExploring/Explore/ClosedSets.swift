/// The sets of states that no move leaves, each strongly connected (Tarjan, 1972).
struct ClosedSets {
  /// By set, its states in ascending order.
  private(set) var sets: [[Int]] = []

  /// - Parameters:
  ///   - edges: the states that follow each expanded one.
  ///   - count: the number of all states; those that weren't expanded may lead anywhere.
  /// - Complexity: O(number of states and edges), without recursion.
  init(of edges: EdgeTable, count: Int) {
    let expanded = edges.count
    var order = [Int32](repeating: 0, count: expanded)
    var lowest = order
    var isOnStack = [Bool](repeating: false, count: expanded)
    /// Whether a state leads out of its set, as far as that is known.
    var leadsOut = isOnStack
    var stack: [Int] = []
    var next: Int32 = 1
    var calls: [(state: Int, edge: Int)] = []
    for root in 0..<expanded where order[root] == 0 {
      calls.append((root, edges[root].startIndex))
      order[root] = next
      lowest[root] = next
      next += 1
      stack.append(root)
      isOnStack[root] = true
      while let (state, edge) = calls.last {
        if edge < edges[state].endIndex {
          calls[calls.count - 1].edge += 1
          let target = Int(edges[state][edge])
          if target >= expanded {
            leadsOut[state] = true
          } else if order[target] == 0 {
            order[target] = next
            lowest[target] = next
            next += 1
            stack.append(target)
            isOnStack[target] = true
            calls.append((target, edges[target].startIndex))
          } else if isOnStack[target] {
            lowest[state] = min(lowest[state], order[target])
          } else {
            leadsOut[state] = true
          }
          continue
        }
        calls.removeLast()
        if let above = calls.last?.state {
          lowest[above] = min(lowest[above], lowest[state])
          // A state of another set is below an edge that leaves this one.
          if lowest[state] == order[state] { leadsOut[above] = true }
        }
        guard lowest[state] == order[state] else { continue }
        var members: [Int] = []
        var isClosed = true
        while let member = stack.popLast() {
          isOnStack[member] = false
          members.append(member)
          if leadsOut[member] { isClosed = false }
          if member == state { break }
        }
        if isClosed { sets.append(members.sorted()) }
      }
    }
    sets.sort { $0[0] < $1[0] }
  }
}
