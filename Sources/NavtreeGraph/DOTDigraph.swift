import NavigationTree
import NavtreeText

/// The graph of a flow as Graphviz reads it: https://graphviz.org/doc/info/lang.html.
///
/// A slot is a dotted arrow, an action a plain one, a start or a link a bold one. Going back is a mark in a screen's name.
package enum DOTDigraph {
  /// - Complexity: O(size of the graph).
  static func text(of graph: FlowGraph) -> String {
    var text = "digraph flow {\n  rankdir=LR\n  node [shape=box]\n"
    let places = graph.places
    for node in places { text += "  \(quoted(node.id))\(attributes(of: node, graph))\n" }
    let arrangement = GraphArrangement(places, graph.ways)
    text += arrangement.subgraphs(ending: "}") { index in
      "subgraph cluster_\(index + 1) { label=\(quoted(arrangement.clusters[index].title))"
    } place: {
      quoted(places[$0].id)
    }
    for edge in graph.edges where edge.to != .back {
      text += "  \(quoted(edge.from.id)) -> \(quoted(edge.to.id))\(attributes(of: edge))\n"
    }
    return text + "}\n"
  }

  private static func attributes(of node: FlowGraphNode, _ graph: FlowGraph) -> String {
    var attributes: [String] = []
    switch node {
    case .window: attributes.append("shape=oval")
    case .link: attributes.append("shape=parallelogram")
    case .any, .back: attributes.append("shape=hexagon")
    case .screen(_, .tabs), .screen(_, .split): attributes.append("peripheries=2")
    case .screen(_, .screen), .screen(_, .list), .screen(_, .detail): break
    }
    let label = graph.label(of: node)
    if label != node.id { attributes.append("label=\(quoted(label))") }
    return attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
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
    let inner = text.replacingScalars { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      default: nil
      }
    }
    return "\"\(inner)\""
  }
}
