import NavtreeFlow
import NavtreeGraph
import NavtreeText

/// The graph of a flow as an SVG, painted by visits.
struct CoverageDrawing {
  private let report: CoverageReport
  private let graph: FlowGraph
  private let layout: GraphLayout
  private let places: [FlowGraphNode]
  private let ways: [FlowGraphWay]

  /// - Complexity: O(size of the flow).
  init(_ report: CoverageReport) {
    self.report = report
    let graph = FlowGraph(report.flow)
    self.graph = graph
    let visits = GraphVisits(report, graph)
    self.visits = visits
    ways = graph.ways
    places = graph.places
    let labels = ways.map { way -> [String] in
      let count = way.edges.reduce(0) { max($0, visits.count(of: $1)) }
      return count > 0 ? ["\(count)"] : []
    }
    let widths = places.map { GraphLayout.width(of: $0.label) }
    layout = GraphRouting(.init(graph, widths: widths, labels: labels, lines: 2)).layout()
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
    for index in ways.indices { text += drawing(of: ways[index], layout.lines[index]) }
    for index in places.indices { text += drawing(of: index) }
    return text + "</svg>\n"
  }

  private var description: String {
    let missed = places.filter { visits.count(of: $0) == 0 }.map(\.label)
    let total = "\(places.count - missed.count) of \(places.count) places were visited."
    return missed.isEmpty ? total : "\(total) Not visited: \(missed.joined(separator: ", "))."
  }

  private func drawing(of node: Int) -> String {
    let (box, place) = (layout.boxes[node], places[node])
    let count = visits.count(of: place)
    let radius =
      switch place {
      case .window, .link: 14
      case .screen, .any, .back: 6
      }
    let label = place.label.escapedForXML
    let middle = box.middle
    let backs = graph.returns(from: place).map { "\n\($0.label ?? "back"): \(visits.count(of: $0))" }.joined()
    return """
      <g class="\(count.map { $0 > 0 ? "hit" : "miss" } ?? "plain")"><title>\(label): \
      \(count.map { "\($0) times" } ?? "not counted")\(backs.escapedForXML)</title>
      <rect x="\(box.x)" y="\(box.y)" width="\(box.width)" height="\(box.height)" rx="\(radius)"/>
      <text x="\(middle.x)" y="\(middle.y + (count == nil ? 4 : -4))">\(label)</text>
      <text class="count" x="\(middle.x)" y="\(middle.y + 12)">\(count.map { $0 > 0 ? "\($0) ×" : "never" } ?? "")</text></g>

      """
  }

  private func drawing(of way: FlowGraphWay, _ line: GraphLayout.Line) -> String {
    let edges = way.edges.map { (edge: $0, count: visits.count(of: $0)) }
    let count = edges.reduce(0) { max($0, $1.count) }
    let style = count > 0 ? "hit" : "miss"
    let causes = edges.map { "\($0.edge.label ?? "start"): \($0.count)" }.joined(separator: "\n")
    let title = "\(places[way.from].label) → \(places[way.to].label)\n\(causes)"
    let width = count > 99 ? 4 : count > 9 ? 3 : 2
    var text = "<g class=\"way \(style)\"><title>\(title.escapedForXML)</title>\n<path d=\"\(line.path)\""
    text += " stroke-width=\"\(width)\" marker-end=\"url(#arrow-\(style))\"/>\n"
    if let label = line.label {
      text += "<text class=\"count\" x=\"\(label.middle.x)\" y=\"\(label.middle.y + 4)\">\(count)</text>\n"
    }
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
