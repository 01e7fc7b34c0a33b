import NavigationTree

/// The graph of a flow as Graphviz reads it: https://graphviz.org/doc/info/lang.html.
///
/// A slot is a dotted arrow, an action a plain one, a start or a link a bold one.
package enum DOTDigraph {
  /// - Complexity: O(size of the graph).
  static func text(of graph: FlowGraph) -> String {
    var text = "digraph flow {\n  rankdir=LR\n  node [shape=box]\n"
    for node in graph.nodes { text += "  \(quoted(node.id))\(attributes(of: node))\n" }
    for edge in graph.edges {
      text += "  \(quoted(edge.from.id)) -> \(quoted(edge.to.id))\(attributes(of: edge))\n"
    }
    return text + "}\n"
  }

  private static func attributes(of node: FlowGraphNode) -> String {
    switch node {
    case .window: " [shape=oval]"
    case .link: " [shape=parallelogram, label=\(quoted(node.label))]"
    case .any, .back: " [shape=hexagon, label=\(quoted(node.label))]"
    case .screen(_, .tabs), .screen(_, .split): " [peripheries=2]"
    case .screen(_, .screen), .screen(_, .list), .screen(_, .detail): ""
    }
  }

  private static func attributes(of edge: FlowGraphEdge) -> String {
    var attributes: [String] = []
    switch edge.cause {
    case .start, .link: attributes.append("style=bold")
    case .slot, .otherwise: attributes.append("style=dotted")
    case .rule: break
    }
    if let label = edge.label { attributes.append("label=\(quoted(label))") }
    return attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
  }

  /// A quoted string, in which a quotation mark and a backslash are escaped and lines end by `\n`.
  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
