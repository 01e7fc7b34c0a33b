/// A question to Graphviz's `dot` where the nodes of a graph belong, and its answer.
///
/// The question has no name of the flow, only numbers, and labels as long as the real ones.
package struct DOTLayout {
  private let sizes: GraphLayout.Sizes
  private let arrangement: GraphArrangement

  package init(_ sizes: GraphLayout.Sizes) {
    self.sizes = sizes
    arrangement = GraphArrangement(sizes.places, sizes.ways)
  }

  /// Points, in which dot is asked, for an inch, in which `-Tplain` answers.
  private static let inch = 72.0

  package var question: String {
    func inches(_ pixels: Int) -> String { "\(Double(pixels) / Self.inch)" }
    var text = """
      digraph {
        rankdir=LR nodesep=0.4 ranksep=0.7
        node [shape=box, fixedsize=true, label="", height=\(inches(sizes.height))]
        edge [arrowhead=none, fontname="Courier", fontsize=10]

      """
    for (number, width) in sizes.widths.enumerated() { text += "  \(number) [width=\(inches(width))]\n" }
    text += arrangement.subgraphs(ending: "}") { index in
      let title = String(repeating: "x", count: arrangement.clusters[index].title.count)
      return "subgraph cluster_\(index) { label=\"\(title)\""
    } place: {
      "\($0)"
    }
    for (way, label) in zip(sizes.ways, sizes.labels) {
      let lines = label.map { String(repeating: "x", count: $0.count) }.joined(separator: "\\n")
      text += "  \(way.from) -> \(way.to)\(lines.isEmpty ? "" : " [label=\"\(lines)\"]")\n"
    }
    return text + "}\n"
  }

  /// The layout in the output of `dot -Tplain`; nil if something is missing there.
  package func layout(in answer: String) -> GraphLayout? {
    var boxes: [Int: GraphLayout.Rectangle] = [:]
    var lines: [[Int]: (points: [GraphLayout.Point], label: GraphLayout.Point?)] = [:]
    var (width, height) = (0, 0)
    for line in answer.split(separator: "\n") {
      let words = line.split(separator: " ")
      func pixels(_ index: Int) -> Int? {
        guard words.indices.contains(index), let value = Double(words[index]) else { return nil }
        return Int(exactly: (value * Self.inch).rounded())
      }
      func point(_ index: Int) -> GraphLayout.Point? {
        guard let x = pixels(index), let y = pixels(index + 1) else { return nil }
        // Its y grows upwards.
        return GraphLayout.Point(x: x + GraphLayout.margin, y: height - GraphLayout.margin - y)
      }
      switch words.first {
      case "graph":
        guard let wide = pixels(2), let high = pixels(3) else { return nil }
        (width, height) = (wide + 2 * GraphLayout.margin, high + 2 * GraphLayout.margin)
      case "node":
        guard words.count > 3, let node = Int(words[1]), sizes.widths.indices.contains(node),
          let middle = point(2)
        else { return nil }
        let wide = sizes.widths[node]
        boxes[node] = GraphLayout.Rectangle(
          x: middle.x - wide / 2, y: middle.y - sizes.height / 2, width: wide, height: sizes.height)
      case "edge":
        guard words.count > 3, let from = Int(words[1]), let to = Int(words[2]), let count = Int(words[3]),
          (4...10_000).contains(count), count % 3 == 1
        else { return nil }
        let points = (0..<count).compactMap { point(4 + 2 * $0) }
        guard points.count == count else { return nil }
        lines[[from, to]] = (points, point(5 + 2 * count))
      default: continue
      }
    }
    let places = sizes.widths.indices.compactMap { boxes[$0] }
    let drawn = sizes.ways.indices.compactMap { index in
      lines[[sizes.ways[index].from, sizes.ways[index].to]].map {
        line($0.points, label: $0.label, ofWay: index)
      }
    }
    guard places.count == sizes.widths.count, drawn.count == sizes.ways.count else { return nil }
    return GraphLayout(
      boxes: places, lines: drawn, clusters: arrangement.frames(around: places), width: width, height: height)
  }

  /// - Parameter points: a point, then three for each cubic curve.
  private func line(_ points: [GraphLayout.Point], label middle: GraphLayout.Point?, ofWay way: Int)
    -> GraphLayout.Line
  {
    let curves = points[1...].map { "\($0.x) \($0.y)" }.joined(separator: " ")
    var label = sizes.label(of: way, from: middle ?? points[points.count / 2])
    if let frame = label {
      label?.x -= frame.width / 2
      label?.y -= (frame.height - GraphLayout.line) / 2
    }
    return GraphLayout.Line(path: "M\(points[0].x) \(points[0].y)C\(curves)", label: label)
  }
}

extension GraphArrangement {
  /// Frames around the boxes in each cluster.
  fileprivate func frames(around boxes: [GraphLayout.Rectangle]) -> [GraphLayout.Cluster] {
    clusters.enumerated().map { index, shown in
      let members = boxes.indices.filter {
        cluster[$0] == index || cluster[$0].map { clusters[$0].parent } == index
      }
      let (left, top) = (members.map { boxes[$0].x }.min() ?? 0, members.map { boxes[$0].y }.min() ?? 0)
      let right = members.map { boxes[$0].x + boxes[$0].width }.max() ?? 0
      let bottom = members.map { boxes[$0].y + boxes[$0].height }.max() ?? 0
      let (pad, title) = shown.parent == nil ? (8, 32) : (4, 18)
      return GraphLayout.Cluster(
        title: shown.title,
        frame: .init(
          x: left - pad, y: top - title, width: right - left + 2 * pad, height: bottom - top + title + pad))
    }
  }
}
