import NavigationTree
import NavtreeJSON
import NavtreeText

/// The graph of a flow as an SVG.
///
/// A node is a group `node` with an `id` and `data-screen`, `data-window` or `data-link`. A way is a group `edge` with
/// `data-from` and `data-to`, which are such ids, and the names in `data-action` and `data-slot`.
package struct GraphDrawing: Sendable {
  private let name: String
  let nodes: [FlowGraphNode]
  let ways: [FlowGraphWay]
  private let places: [String]
  /// The widths of the nodes' boxes.
  let widths: [Int]
  /// By way, the lines of its label.
  let labels: [[String]]
  private let layout: GraphLayout

  /// The number of characters in a box, in a line beside a way, and the number of those lines.
  private static let (longestPlace, longestLine, mostLines) = (40, 34, 3)
  /// The pixels that a character and a line of a label take.
  private static let (character, line) = (6, 12)

  /// A drawing in this module's own layout.
  ///
  /// - Complexity: O((nodes + ways) log nodes).
  package init(_ flow: FlowDefinition) {
    let graph = FlowGraph(flow)
    name = flow.name
    nodes = graph.nodes
    ways = graph.ways
    places = nodes.map { Self.cut($0.label, to: Self.longestPlace) }
    widths = places.map(GraphLayout.width)
    labels = ways.map(Self.label)
    let widest = labels.joined().map(\.count).max() ?? 0
    let gaps = GraphLayout.Gaps(column: max(90, 50 + widest * Self.character), row: 44)
    layout = GraphLayout(nodes, widths: widths, ways, gaps)
  }

  private init(_ drawing: GraphDrawing, _ layout: GraphLayout) {
    name = drawing.name
    nodes = drawing.nodes
    ways = drawing.ways
    places = drawing.places
    widths = drawing.widths
    labels = drawing.labels
    self.layout = layout
  }

  package func laidOut(by layout: GraphLayout) -> GraphDrawing { GraphDrawing(self, layout) }

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
    let spots = self.spots
    var points = layout.curves.flatMap(\.points)
    for spot in spots.compactMap(\.self) {
      points += [.init(x: spot.left, y: spot.top), .init(x: spot.right, y: spot.bottom)]
    }
    let left = min(0, (points.map(\.x).min() ?? 0) - 10)
    let top = min(0, (points.map(\.y).min() ?? 0) - 10)
    let width = max(layout.width, (points.map(\.x).max() ?? 0) + 10) - left
    let height = max(layout.height, (points.map(\.y).max() ?? 0) + 10) - top
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" class="navtree-flow" role="img" aria-labelledby="flow-title" \
      width="\(width)" height="\(height)" viewBox="\(left) \(top) \(width) \(height)" \
      font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="12" text-anchor="middle">
      <title id="flow-title">\(title)</title>
      \(styled ? "<style>\n\(Self.style)\n</style>\n" : "")<defs><marker id="flow-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" \
      markerUnits="userSpaceOnUse" orient="auto"><path fill="currentColor" d="M0 0L8 4L0 8z"/></marker></defs>
      <rect class="ground" x="\(left)" y="\(top)" width="100%" height="100%" fill="none"/>

      """
    for index in ways.indices { text += drawing(ofWay: index, spots[index]) }
    for index in nodes.indices { text += drawing(ofNode: index) }
    return text + "</svg>\n"
  }

  private func drawing(ofNode index: Int) -> String {
    let (node, box) = (nodes[index], layout.boxes[index])
    let (kind, radius, isDouble) =
      switch node {
      case .window(let name): ("window\" data-window=\"\(name.escapedForXML)", GraphLayout.height / 2, false)
      case .link(let pattern):
        ("link\" data-link=\"\(pattern.text.escapedForXML)", GraphLayout.height / 2, false)
      case .any: ("any", 0, false)
      case .back: ("back", 0, false)
      case .screen(let name, let kind):
        ("screen\" data-screen=\"\(name.escapedForXML)", 6, kind == .tabs || kind == .split)
      }
    func rectangle(_ inset: Int) -> String {
      """
      <rect x="\(box.x + inset)" y="\(box.y + inset)" width="\(box.width - 2 * inset)" \
      height="\(GraphLayout.height - 2 * inset)" rx="\(max(radius - inset, 0))" fill="none" stroke="currentColor"/>

      """
    }
    return """
      <g id="node-\(index + 1)" class="node \(kind)">\
      <title>\(description(of: node))</title>
      \(rectangle(0))\(isDouble ? rectangle(3) : "")\
      <text fill="currentColor" x="\(box.x + box.width / 2)" y="\(box.y + GraphLayout.height / 2 + 4)">\
      \(places[index].escapedForXML)</text></g>

      """
  }

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

  private func drawing(ofWay index: Int, _ spot: Rectangle?) -> String {
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
    var text = """
      <g id="way-\(index + 1)" class="edge \(classes.joined(separator: " "))" data-from="node-\(way.from + 1)" \
      data-to="node-\(way.to + 1)"\(data)><title>\(title)</title>
      <path d="\(layout.curves[index].path)" fill="none" stroke="currentColor" stroke-width="\(stroke)" \
      marker-end="url(#flow-arrow)"/>

      """
    if let spot {
      for (number, line) in labels[index].enumerated() {
        let y = spot.top + Self.line * (number + 1) - 2
        text +=
          "<text font-size=\"10\" fill=\"currentColor\" x=\"\((spot.left + spot.right) / 2)\" y=\"\(y)\">\(line.escapedForXML)</text>\n"
      }
    }
    return text + "</g>\n"
  }

  /// A page with the drawing, and with the same in words.
  package var page: String {
    let rows = ways.map { way in
      let cells = [
        nodes[way.from].label, way.edges.map(\.word).joined(separator: ", "),
        nodes[way.to].label,
      ]
      return "<tr>\(cells.map { "<td>\($0.escapingControls.escapedForXML)</td>" }.joined())</tr>\n"
    }.joined()
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>
      :root{color-scheme:light dark}
      body{margin:0 auto;max-width:100rem;padding:1rem;font:16px/1.5 system-ui,sans-serif}
      .wide{overflow-x:auto;border:1px solid GrayText}
      table{border-collapse:collapse;font-size:.9rem}
      caption{text-align:left;font-weight:600}
      th,td{text-align:left;vertical-align:top;padding:.2rem .8rem .2rem 0;border-bottom:1px solid GrayText;overflow-wrap:anywhere}
      </style>
      </head>
      <body>
      <main>
      <h1>\(title)</h1>
      <div class="wide" tabindex="0" role="region" aria-label="The drawing">
      \(element(styled: true))</div>
      <table>
      <caption>The ways</caption>
      <thead><tr><th scope="col">From</th><th scope="col">By</th><th scope="col">To</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>
      </main>
      </body>
      </html>

      """
  }

  // MARK: Labels

  private struct Rectangle {
    let left, top, right, bottom: Int

    func meets(_ other: Rectangle) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
  }

  /// The number of ways up to which labels make room for each other.
  private static let mostSpots = 500

  /// By way, the place of its label, where the layout gives none: on the line, free of boxes and other labels if
  /// there is such a place.
  private var spots: [Rectangle?] {
    var taken = layout.boxes.map {
      Rectangle(left: $0.x, top: $0.y, right: $0.x + $0.width, bottom: $0.y + GraphLayout.height)
    }
    return ways.indices.map { index in
      guard let widest = labels[index].map(\.count).max() else { return nil }
      let (width, height) = (widest * Self.character, labels[index].count * Self.line)
      func rectangle(_ middle: GraphLayout.Point) -> Rectangle {
        let (left, top) = (middle.x - width / 2, middle.y - height / 2)
        return Rectangle(left: left, top: top, right: left + width, bottom: top + height)
      }
      let curve = layout.curves[index]
      if let label = curve.label { return rectangle(label) }
      var places: [GraphLayout.Point] = []
      if ways.count <= Self.mostSpots {
        places = [4, 3, 5, 2, 6, 1, 7].map(curve.point)
        // Beside the line.
        for side in [1, -1] {
          places.append(.init(x: curve.middle.x + side * (width / 2 + 4), y: curve.middle.y))
        }
      }
      let spot =
        places.map(rectangle).first { place in !taken.contains { $0.meets(place) } }
        ?? rectangle(curve.middle)
      taken.append(spot)
      return spot
    }
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
    .navtree-flow .edge text{paint-order:stroke;stroke-width:3px;stroke-linejoin:round}
    .navtree-flow .any rect,.navtree-flow .back rect{stroke-dasharray:5 3}
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
    .navtree-flow .edge text{stroke:\(back)}
    .navtree-flow .node rect{fill:\(box)}
    """
  }
}
