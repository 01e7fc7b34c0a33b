import NavigationTree

/// The graph of a flow as Mermaid reads it: https://mermaid.js.org/syntax/flowchart.html.
///
/// A slot is a dotted arrow, an action a plain one, a start or a link a thick one. Going back is a mark in a screen's
/// name.
package enum MermaidFlowchart {
  /// - Complexity: O(size of the graph).
  static func text(of graph: FlowGraph) -> String {
    var text = "flowchart LR\n"
    // A name can't be an id: `end` and `style` mean something else there.
    var ids: [FlowGraphNode: String] = [:]
    let places = graph.places
    for (index, node) in places.enumerated() {
      let id = "n\(index + 1)"
      ids[node] = id
      text += "  \(id)\(shape(of: node, quoted(graph.label(of: node))))\n"
    }
    let arrangement = GraphArrangement(places, graph.ways)
    text += arrangement.subgraphs(ending: "end") { index in
      "subgraph c\(index + 1)[\(quoted(arrangement.clusters[index].title))]"
    } place: {
      "n\($0 + 1)"
    }
    for edge in graph.edges {
      guard let from = ids[edge.from], let to = ids[edge.to] else { continue }
      let label = edge.label.map { "|\(quoted($0))|" } ?? ""
      text += "  \(from) \(arrow(for: edge.cause))\(label) \(to)\n"
    }
    return text
  }

  private static func arrow(for cause: FlowGraphEdge.Cause) -> String {
    switch cause {
    case .start, .link: "==>"
    case .slot, .otherwise: "-.->"
    case .rule: "-->"
    }
  }

  private static func shape(of node: FlowGraphNode, _ label: String) -> String {
    switch node {
    case .window: return "([\(label)])"
    case .link: return "[/\(label)/]"
    case .any, .back: return "{{\(label)}}"
    case .screen(_, .tabs), .screen(_, .split): return "[[\(label)]]"
    case .screen(_, .screen), .screen(_, .list), .screen(_, .detail): return "[\(label)]"
    }
  }

  /// Text in quotes. Every character that Mermaid, Markdown or HTML may interpret is written by its number.
  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", "/", ":", "(", ")", "-", "_", ".":
        quoted.unicodeScalars.append(scalar)
      case _ where scalar.value > 0x9F: quoted.unicodeScalars.append(scalar)
      default: quoted += "#\(scalar.value);"
      }
    }
    return quoted + "\""
  }
}
