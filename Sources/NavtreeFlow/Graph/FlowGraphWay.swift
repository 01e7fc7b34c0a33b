/// All edges from one node to another.
package struct FlowGraphWay: Sendable {
  /// The numbers of the nodes.
  package let from: Int
  package let to: Int
  package let edges: [FlowGraphEdge]
}

extension FlowGraph {
  /// In the order of their first edges.
  ///
  /// - Complexity: O(size of the graph).
  package var ways: [FlowGraphWay] {
    let numbers = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1, $0) })
    var found: [[Int]: [FlowGraphEdge]] = [:]
    var order: [[Int]] = []
    for edge in edges {
      guard let from = numbers[edge.from], let to = numbers[edge.to] else { continue }
      if found[[from, to]] == nil { order.append([from, to]) }
      found[[from, to], default: []].append(edge)
    }
    return order.map { FlowGraphWay(from: $0[0], to: $0[1], edges: found[$0] ?? []) }
  }
}
