/// All edges from one place to another.
package struct FlowGraphWay: Sendable {
  /// The numbers of the places.
  package let from: Int
  package let to: Int
  package let edges: [FlowGraphEdge]
}

extension FlowGraph {
  /// The nodes that a drawing has: all but that of going back, which is a mark on the screens that do.
  package var places: [FlowGraphNode] { nodes.filter { $0 != .back } }

  /// The edges that lead back from a place.
  package func returns(from place: FlowGraphNode) -> [FlowGraphEdge] {
    edges.filter { $0.from == place && $0.to == .back }
  }

  /// The name of a place in a drawing, with a mark if actions lead back from it.
  func label(of place: FlowGraphNode) -> String {
    returns(from: place).isEmpty ? place.label : "\(place.label) \(FlowGraphNode.backMark)"
  }

  /// The ways between places, in the order of their first edges.
  ///
  /// - Complexity: O(size of the graph).
  package var ways: [FlowGraphWay] {
    let numbers = Dictionary(uniqueKeysWithValues: places.enumerated().map { ($1, $0) })
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
