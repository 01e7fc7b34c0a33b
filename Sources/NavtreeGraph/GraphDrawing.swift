import NavigationTree
package import NavtreeFlow
import NavtreeJSON
import NavtreeText

/// The graph of a flow as an SVG.
///
/// A node is a group `node` with an `id` and `data-screen`, `data-window` or `data-link`. A way is a group `edge` with
/// `data-from` and `data-to`, which are such ids, and the names in `data-action` and `data-slot`; its label is a group
/// `label` with `data-way`, the way's id.
package struct GraphDrawing: Sendable {
  private let name: String
  private let nodes: [FlowGraphNode]
  private let ways: [FlowGraphWay]
  private let texts: [String]
  /// By node, the edges that lead back from it.
  private let returns: [[FlowGraphEdge]]
  package let sizes: GraphLayout.Sizes
  private let labels: [[String]]
  private let layout: GraphLayout

  /// The number of characters in a box, in a line beside a way, and the number of those lines.
  private static let (longestPlace, longestLine, mostLines) = (40, 34, 3)
  /// The size of the mark of going back.
  private static let mark = (width: 18, height: 16)

  package init(_ flow: FlowDefinition) { self.init(flow) { _ in nil } }

  /// - Parameter layout: gives another layout than this module's own.
  /// - Complexity: that of the layout.
  package init(_ flow: FlowDefinition, layout: (GraphLayout.Sizes) throws -> GraphLayout?) rethrows {
    let graph = FlowGraph(flow)
    name = flow.name
    nodes = graph.places
    ways = graph.ways
    texts = nodes.map { Self.cut($0.label, to: Self.longestPlace) }
    returns = nodes.map(graph.returns)
    labels = ways.map(Self.label)
    let widths = zip(texts, returns).map { text, returns in
      GraphLayout.width(of: text) + (returns.isEmpty ? 0 : Self.mark.width)
    }
    sizes = GraphLayout.Sizes(graph, widths: widths, labels: labels)
    self.layout = try layout(sizes) ?? GraphRouting(sizes).layout()
  }

  private static func cut(_ text: String, to count: Int) -> String {
    let text = text.escapingControls
    return text.count > count ? text.prefix(count - 1) + "…" : text
  }

  private static func label(of way: FlowGraphWay) -> [String] {
    let all = way.edges.compactMap(\.label)
    let shown = all.count > mostLines ? mostLines - 1 : all.count
    let rest = all.count > shown ? ["and \(all.count - shown) more"] : []
    return all.prefix(shown).map { cut($0, to: longestLine) } + rest
  }

  // MARK: Text

  /// A document.
  package var text: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(element(styled: true))"
  }

  /// An element for a page whose policy refuses styles. It takes the colour of the text around it.
  package var element: String { element(styled: false) }

  private var title: String { "The graph of \(name)".escapingControls.escapedForXML }

  private func element(styled: Bool) -> String {
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" class="navtree-flow" role="img" aria-labelledby="flow-title" \
      width="\(layout.width)" height="\(layout.height)" viewBox="0 0 \(layout.width) \(layout.height)" \
      font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="12" text-anchor="middle">
      <title id="flow-title">\(title)</title>
      \(styled ? "<style>\n\(Self.style)\n</style>\n" : "")<defs><marker id="flow-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" \
      markerUnits="userSpaceOnUse" orient="auto"><path fill="currentColor" d="M0 0L8 4L0 8z"/></marker></defs>
      <rect class="ground" width="100%" height="100%" fill="none"/>

      """
    for cluster in layout.clusters {
      let frame = cluster.frame
      text += """
        <g class="cluster">\(rectangle(frame, radius: 8, "stroke-opacity=\"0.5\""))\
        <text font-size="11" text-anchor="start" fill="currentColor" x="\(frame.x + 8)" y="\(frame.y + 14)">\
        \(Self.cut(cluster.title, to: 2 * Self.longestPlace).escapedForXML)</text></g>

        """
    }
    for index in ways.indices { text += drawing(ofWay: index) }
    for index in nodes.indices { text += drawing(ofNode: index) }
    for index in ways.indices { text += drawing(ofLabel: index) }
    return text + "</svg>\n"
  }

  private func rectangle(_ frame: GraphLayout.Rectangle, radius: Int, _ attributes: String) -> String {
    """
    <rect x="\(frame.x)" y="\(frame.y)" width="\(frame.width)" height="\(frame.height)" rx="\(radius)" fill="none" \
    stroke="currentColor" \(attributes)/>
    """
  }

  private func drawing(ofNode index: Int) -> String {
    let (node, box) = (nodes[index], layout.boxes[index])
    let (kind, radius, isDouble) =
      switch node {
      case .window(let name): ("window\" data-window=\"\(name.escapedForXML)", 14, false)
      case .link(let pattern): ("link\" data-link=\"\(pattern.text.escapedForXML)", 14, false)
      case .any: ("any", 0, false)
      case .back: ("back", 0, false)
      case .screen(let name, let kind):
        ("screen\" data-screen=\"\(name.escapedForXML)", 6, kind == .tabs || kind == .split)
      }
    let inner = GraphLayout.Rectangle(
      x: box.x + 3, y: box.y + 3, width: box.width - 6, height: box.height - 6)
    let backs = returns[index].map { $0.label ?? "" }
    let title = ([description(of: node)] + backs.map(\.escapingControls.escapedForXML)).joined(
      separator: "\n")
    let room = backs.isEmpty ? 0 : Self.mark.width
    var text = """
      <g id="node-\(index + 1)" class="node \(kind)"><title>\(title)</title>
      \(rectangle(box, radius: radius, node == .any ? Self.dashes : ""))
      \(isDouble ? rectangle(inner, radius: radius - 3, "") + "\n" : "")\
      <text fill="currentColor" x="\(box.x + (box.width - room) / 2)" y="\(box.middle.y + 4)">\
      \(texts[index].escapedForXML)</text>
      """
    if !backs.isEmpty {
      var actions: [String] = []
      for case .rule(let action, _, _, _) in returns[index].map(\.cause) where !actions.contains(action) {
        actions.append(action)
      }
      let frame = GraphLayout.Rectangle(
        x: box.x + box.width - room - 6, y: box.middle.y - Self.mark.height / 2, width: Self.mark.width,
        height: Self.mark.height)
      text += """

        <g class="back" data-action="\(actions.joined(separator: " ").escapedForXML)">\(rectangle(frame, radius: 3, Self.dashes))\
        <text fill="currentColor" x="\(frame.middle.x)" y="\(frame.middle.y + 4)">\(FlowGraphNode.backMark)</text></g>
        """
    }
    return text + "</g>\n"
  }

  private static let dashes = "stroke-dasharray=\"4 2\""

  private func description(of node: FlowGraphNode) -> String {
    let text =
      switch node {
      case .window: "window \(node.label)"
      case .screen(_, .screen): "screen \(node.label)"
      case .screen(_, let kind): "\(kind.rawValue) \(node.label)"
      case .link: "link \(node.label)"
      case .any, .back: node.label
      }
    return text.escapingControls.escapedForXML
  }

  private func drawing(ofWay index: Int) -> String {
    let way = ways[index]
    let (from, to) = (nodes[way.from], nodes[way.to])
    var classes: [String] = []
    var names: [String: [String]] = [:]
    func add(_ element: String, to list: inout [String]) {
      if !list.contains(element) { list.append(element) }
    }
    for edge in way.edges {
      switch edge.cause {
      case .start: add("start", to: &classes)
      case .link, .otherwise: add("link", to: &classes)
      case .slot(let slot, _, _):
        add("slot", to: &classes)
        add(slot, to: &names["data-slot", default: []])
      case .rule(let action, _, let slot, _):
        add("rule", to: &classes)
        add(action, to: &names["data-action", default: []])
        if let slot { add(slot, to: &names["data-slot", default: []]) }
      }
    }
    let data = names.sorted { $0.key < $1.key }
      .map { " \($0.key)=\"\($0.value.joined(separator: " ").escapedForXML)\"" }.joined()
    let stroke =
      classes == ["slot"]
      ? "1.5\" stroke-dasharray=\"2 3" : classes.contains("start") || classes.contains("link") ? "2.5" : "1.5"
    let title = ([from.label + " → " + to.label] + way.edges.map(\.word))
      .map { $0.escapingControls.escapedForXML }.joined(separator: "\n")
    return """
      <g id="way-\(index + 1)" class="edge \(classes.joined(separator: " "))" data-from="node-\(way.from + 1)" \
      data-to="node-\(way.to + 1)"\(data)><title>\(title)</title>
      <path d="\(layout.lines[index].path)" fill="none" stroke="currentColor" stroke-width="\(stroke)" \
      marker-end="url(#flow-arrow)"/></g>

      """
  }

  private func drawing(ofLabel index: Int) -> String {
    guard let frame = layout.lines[index].label else { return "" }
    var text = """
      <g class="label" data-way="way-\(index + 1)"><rect class="ground" x="\(frame.x)" y="\(frame.y)" \
      width="\(frame.width)" height="\(frame.height)" fill="none"/>
      """
    for (number, line) in labels[index].enumerated() {
      let y = frame.y + GraphLayout.line * (number + 1) - 2
      text +=
        "<text font-size=\"10\" text-anchor=\"start\" fill=\"currentColor\" x=\"\(frame.x + 3)\" y=\"\(y)\">"
        + "\(line.escapedForXML)</text>"
    }
    return text + "</g>\n"
  }

  /// A page with the drawing, and with the same in words.
  ///
  /// - Parameter template: the page, with `@title@`, `@picture@` and `@rows@`.
  package func page(_ template: String) -> String {
    let backs = zip(nodes, returns).flatMap { node, edges in edges.map { (node.label, $0.word, "back") } }
    let ways = ways.map {
      (nodes[$0.from].label, $0.edges.map(\.word).joined(separator: ", "), nodes[$0.to].label)
    }
    let rows = (ways + backs).map { from, by, to in
      "<tr>\([from, by, to].map { "<td>\($0.escapingControls.escapedForXML)</td>" }.joined())</tr>\n"
    }
    // A part may have the name of another one in it.
    let parts = ["title": title, "picture": element(styled: true), "rows": rows.joined()]
    return template.split(separator: "@", omittingEmptySubsequences: false)
      .reduce(into: (text: "", isOpen: false)) { page, piece in
        if let part = parts[String(piece)], page.isOpen {
          page = (page.text + part, false)
        } else {
          page.text += (page.isOpen ? "@" : "") + piece
          page.isOpen = true
        }
      }.text
  }
}

extension FlowGraphEdge {
  /// The cause in words.
  fileprivate var word: String {
    if let label { return label }
    if case .start = cause { return "start" }
    return "link"
  }
}

extension GraphDrawing {
  /// Without custom properties, which some viewers don't know.
  private static let style = """
    .navtree-flow{max-width:none}
    \(rules(back: "#fff", ink: "#1c2128", line: "#59636e", box: "#f6f8fa"))
    @media (prefers-color-scheme:dark){
    \(rules(back: "#0d1117", ink: "#e6edf3", line: "#9198a1", box: "#161b22"))
    }
    """

  private static func rules(back: String, ink: String, line: String, box: String) -> String {
    """
    .navtree-flow{color:\(line)}
    .navtree-flow .ground{fill:\(back)}
    .navtree-flow text{fill:\(ink)}
    .navtree-flow .node>rect{fill:\(box)}
    """
  }
}
