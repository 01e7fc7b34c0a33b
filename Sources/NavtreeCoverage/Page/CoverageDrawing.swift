import NavtreeFlow

/// The graph of a flow as an SVG, painted by visits.
struct CoverageDrawing {
  private let report: CoverageReport
  private let graph: FlowGraph
  private let layout: GraphLayout
  private let ways: [Way]

  /// All edges from one node to another.
  private struct Way {
    let from: Int
    let to: Int
    let edges: [(edge: FlowGraphEdge, count: Int)]

    var count: Int { edges.reduce(0) { max($0, $1.count) } }
  }

  /// - Complexity: O(size of the flow).
  init(_ report: CoverageReport) {
    self.report = report
    let graph = FlowGraph(report.flow)
    self.graph = graph
    let visits = GraphVisits(report, graph)
    self.visits = visits
    let numbers = Dictionary(uniqueKeysWithValues: graph.nodes.enumerated().map { ($1, $0) })
    var found: [[Int]: [(edge: FlowGraphEdge, count: Int)]] = [:]
    var order: [[Int]] = []
    for edge in graph.edges {
      guard let from = numbers[edge.from], let to = numbers[edge.to] else { continue }
      if found[[from, to]] == nil { order.append([from, to]) }
      found[[from, to], default: []].append((edge, visits.count(of: edge)))
    }
    ways = order.map { Way(from: $0[0], to: $0[1], edges: found[$0] ?? []) }
    let roots = graph.nodes.indices.filter { index in
      switch graph.nodes[index] {
      case .window, .link, .any: true
      case .screen, .back: false
      }
    }
    layout = GraphLayout(
      labels: graph.nodes.map(\.label), roots: roots, ways: ways.map { ($0.from, $0.to) })
  }

  private let visits: GraphVisits

  /// A document.
  var text: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(element)" }

  /// The element, as a page includes it.
  var element: String {
    let size =
      "width=\"\(layout.width)\" height=\"\(layout.height)\" viewBox=\"0 0 \(layout.width) \(layout.height)\""
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" class="navtree-graph" role="img" \
      aria-labelledby="graph-title graph-text" \(size)>
      <title id="graph-title">\("The graph of \(report.flow.name), painted by visits".escapedForXML)</title>
      <desc id="graph-text">\(description.escapedForXML)</desc>
      <style>
      \(Self.style)
      </style>
      <defs>
      \(Self.arrow("hit"))
      \(Self.arrow("miss"))
      </defs>
      <rect class="back" width="100%" height="100%"/>

      """
    for way in ways { text += drawing(of: way) }
    for index in graph.nodes.indices { text += drawing(of: index) }
    return text + "</svg>\n"
  }

  private var description: String {
    let missed = graph.nodes.filter { visits.count(of: $0) == 0 }.map(\.label)
    let total = "\(graph.nodes.count - missed.count) of \(graph.nodes.count) places were visited."
    return missed.isEmpty ? total : "\(total) Not visited: \(missed.joined(separator: ", "))."
  }

  private func drawing(of node: Int) -> String {
    let (box, place) = (layout.boxes[node], graph.nodes[node])
    let count = visits.count(of: place)
    let radius =
      switch place {
      case .window, .link: GraphLayout.height / 2
      case .screen, .any, .back: 6
      }
    let label = place.label.escapedForXML
    let middle = box.x + box.width / 2
    return """
      <g class="\(count.map { $0 > 0 ? "hit" : "miss" } ?? "plain")"><title>\(label): \
      \(count.map { "\($0) times" } ?? "not counted")</title>
      <rect x="\(box.x)" y="\(box.y)" width="\(box.width)" height="\(GraphLayout.height)" rx="\(radius)"/>
      <text x="\(middle)" y="\(box.y + (count == nil ? 24 : 17))">\(label)</text>
      <text class="count" x="\(middle)" y="\(box.y + 32)">\(count.map { $0 > 0 ? "\($0) ×" : "never" } ?? "")</text></g>

      """
  }

  private func drawing(of way: Way) -> String {
    let (from, to) = (layout.boxes[way.from], layout.boxes[way.to])
    let half = GraphLayout.height / 2
    let points: [(x: Int, y: Int)]
    if way.from == way.to {
      let (left, right) = (from.x + from.width / 2 - 14, from.x + from.width / 2 + 14)
      points = [(right, from.y), (right + 14, from.y - 34), (left - 14, from.y - 34), (left, from.y - 2)]
    } else if layout.columns[way.to] > layout.columns[way.from] {
      let (start, end) = (from.x + from.width, to.x - 2)
      let bend = max((end - start) / 2, 20)
      points = [
        (start, from.y + half), (start + bend, from.y + half), (end - bend, to.y + half), (end, to.y + half),
      ]
    } else if layout.columns[way.to] == layout.columns[way.from] {
      // Down on the right, up on the left.
      let isDown = to.y > from.y
      let (start, end) = (from.x + (isDown ? from.width : 0), to.x + (isDown ? to.width : 0))
      let bend =
        (isDown ? max(start, end) : min(start, end)) + (isDown ? 1 : -1) * (24 + abs(to.y - from.y) / 5)
      points = [
        (start, from.y + half + (isDown ? 8 : -8)), (bend, from.y + half), (bend, to.y + half),
        (end + (isDown ? 2 : -2), to.y + half + (isDown ? -8 : 8)),
      ]
    } else {
      // Back: below both.
      let (start, end) = (from.x + from.width / 2 + 12, to.x + to.width / 2 - 12)
      let depth = 40 + abs(end - start) / 12
      points = [
        (start, from.y + GraphLayout.height), (start, from.y + GraphLayout.height + depth),
        (end, to.y + GraphLayout.height + depth), (end, to.y + GraphLayout.height + 2),
      ]
    }
    let count = way.count
    let middle = (
      x: (points[0].x + 3 * points[1].x + 3 * points[2].x + points[3].x) / 8,
      y: (points[0].y + 3 * points[1].y + 3 * points[2].y + points[3].y) / 8
    )
    let style = count > 0 ? "hit" : "miss"
    let causes = way.edges.map { "\($0.edge.label ?? "start"): \($0.count)" }.joined(separator: "\n")
    let title = "\(graph.nodes[way.from].label) → \(graph.nodes[way.to].label)\n\(causes)"
    let width = count > 99 ? 4 : count > 9 ? 3 : 2
    var text =
      "<g class=\"way \(style)\"><title>\(title.escapedForXML)</title>\n<path d=\"M\(points[0].x) \(points[0].y)"
    text += "C\(points[1...].map { "\($0.x) \($0.y)" }.joined(separator: " "))\""
    text += " stroke-width=\"\(width)\" marker-end=\"url(#arrow-\(style))\"/>\n"
    if count > 0 { text += "<text class=\"count\" x=\"\(middle.x)\" y=\"\(middle.y - 4)\">\(count)</text>\n" }
    return text + "</g>\n"
  }

  private static func arrow(_ style: String) -> String {
    "<marker id=\"arrow-\(style)\" class=\"\(style)\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"9\" "
      + "markerHeight=\"9\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker>"
  }

  /// What was never visited is dashed too, for those who don't see the colours. Without custom properties, which some
  /// viewers don't know.
  private static let style =
    """
    .navtree-graph{max-width:none}
    .navtree-graph text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;text-anchor:middle}
    .navtree-graph .count{font-size:10px}
    .navtree-graph g rect{stroke-width:1.5}
    .navtree-graph .miss rect,.navtree-graph .way.miss path{stroke-dasharray:5 3}
    .navtree-graph .way path{fill:none}
    .navtree-graph .way text{paint-order:stroke;stroke-width:3px}
    \(Palette.light.rules)
    @media (prefers-color-scheme:dark){
    \(Palette.dark.rules)
    }
    """

  private struct Palette {
    let back, ink, plain: String
    let hit, hitBack: String
    let miss, missBack: String

    static let light = Palette(
      back: "#fff", ink: "#1c2128", plain: "#59636e", hit: "#116329", hitBack: "#e6f6e9", miss: "#a40e26",
      missBack: "#fdeef0")
    static let dark = Palette(
      back: "#0d1117", ink: "#e6edf3", plain: "#9198a1", hit: "#57c26b", hitBack: "#12261a", miss: "#ff8189",
      missBack: "#301a1e")

    var rules: String {
      """
      .navtree-graph .back,.navtree-graph .plain rect{fill:\(back)}
      .navtree-graph text{fill:\(ink)}
      .navtree-graph .way text{stroke:\(back)}
      .navtree-graph .plain rect{stroke:\(plain)}
      .navtree-graph .hit rect{fill:\(hitBack);stroke:\(hit)}
      .navtree-graph .miss rect{fill:\(missBack);stroke:\(miss)}
      .navtree-graph .way.hit path{stroke:\(hit)}
      .navtree-graph .way.miss path{stroke:\(miss)}
      .navtree-graph marker.hit path{fill:\(hit)}
      .navtree-graph marker.miss path{fill:\(miss)}
      """
    }
  }
}

extension String {
  /// The text as XML and HTML take it, in attributes too. Characters that XML can't have are replaced.
  var escapedForXML: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\t", "\n", "\u{20}"..."\u{7E}", "\u{A0}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}",
        "\u{10000}"..."\u{10FFFF}":
        text.unicodeScalars.append(scalar)
      default: text += "\u{FFFD}"
      }
    }
    return text
  }
}
