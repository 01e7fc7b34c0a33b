package import NavtreeFlow

/// The graph of a flow: its screens, and the ways between them.
///
/// It holds only names, no values, so nothing sensitive can be in it.
package struct FlowGraph: Sendable {
  /// The windows, the links, then the screens in declared order.
  package let nodes: [FlowGraphNode]
  /// In declared order: the start of a session, its links, the slots and actions of each screen, the flow's
  /// own actions.
  package let edges: [FlowGraphEdge]
  /// The rules that lead along an edge.
  package let rules: [FlowGraphEdge: [ObjectIdentifier]]

  /// - Complexity: O(size of the flow).
  package init(_ flow: FlowDefinition) {
    var walk = FlowGraphWalk(flow)
    walk.walk()
    edges = walk.edges
    rules = walk.rules
    let places = Set(edges.flatMap { [$0.from, $0.to] })
    var windows = flow.start.map(\.window)
    for kind in flow.windows where !windows.contains(kind.name) { windows.append(kind.name) }
    nodes =
      windows.map { .window($0) } + walk.links.map { .link($0) }
      + (places.contains(.any) ? [.any] : [])
      + flow.screens.map { .screen($0.name, $0.kind) } + (places.contains(.back) ? [.back] : [])
  }
}
