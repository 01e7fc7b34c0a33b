import NavtreeJSON

/// A language for the graph of a flow.
package enum FlowGraphFormat: String, Sendable, CaseIterable {
  /// A flowchart of Mermaid.
  case mermaid
  /// A digraph of Graphviz.
  case dot
  /// `{nodes, edges}`.
  case json

  /// The graph as text, which ends with a newline.
  package func text(of graph: FlowGraph) -> String {
    switch self {
    case .mermaid: MermaidFlowchart.text(of: graph)
    case .dot: DOTDigraph.text(of: graph)
    case .json: Self.lines(of: graph)
    }
  }

  /// JSON with a node or an edge a line.
  private static func lines(of graph: FlowGraph) -> String {
    func list(_ name: String) -> String {
      let elements = (graph.json[name]?.array ?? []).map(\.description)
      return elements.isEmpty ? "[]" : "[\n    \(elements.joined(separator: ",\n    "))\n  ]"
    }
    return "{\n  \"nodes\": \(list("nodes")),\n  \"edges\": \(list("edges"))\n}\n"
  }
}
