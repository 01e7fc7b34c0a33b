/// A question to Graphviz's `dot` where the nodes of a graph belong, and its answer.
///
/// The question has no name of the flow, only numbers, and labels as long as the real ones.
package struct DOTLayout {
  private let drawing: GraphDrawing

  package init(_ drawing: GraphDrawing) {
    self.drawing = drawing
  }

  /// Points, in which dot is asked, for an inch, in which `-Tplain` answers.
  private static let inch = 72.0
  private static let margin = 20

  package var question: String {
    func inches(_ pixels: Int) -> String { "\(Double(pixels) / Self.inch)" }
    var text = """
      digraph {
        rankdir=LR nodesep=0.4 ranksep=0.7
        node [shape=box, fixedsize=true, label="", height=\(inches(GraphLayout.height))]
        edge [arrowhead=none, fontname="Courier", fontsize=10]

      """
    for (number, width) in drawing.widths.enumerated() { text += "  \(number) [width=\(inches(width))]\n" }
    for (way, label) in zip(drawing.ways, drawing.labels) {
      let lines = label.map { String(repeating: "x", count: $0.count) }.joined(separator: "\\n")
      text += "  \(way.from) -> \(way.to)\(lines.isEmpty ? "" : " [label=\"\(lines)\"]")\n"
    }
    return text + "}\n"
  }

  /// The layout in the output of `dot -Tplain`; nil if something is missing there.
  package func layout(in answer: String) -> GraphLayout? {
    var boxes: [Int: GraphLayout.Box] = [:]
    var curves: [[Int]: GraphLayout.Curve] = [:]
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
        return GraphLayout.Point(x: x + Self.margin, y: height - Self.margin - y)
      }
      switch words.first {
      case "graph":
        guard let wide = pixels(2), let high = pixels(3) else { return nil }
        (width, height) = (wide + 2 * Self.margin, high + 2 * Self.margin)
      case "node":
        guard words.count > 3, let node = Int(words[1]), drawing.widths.indices.contains(node),
          let middle = point(2)
        else { return nil }
        let wide = drawing.widths[node]
        boxes[node] = GraphLayout.Box(
          x: middle.x - wide / 2, y: middle.y - GraphLayout.height / 2, width: wide)
      case "edge":
        guard words.count > 3, let from = Int(words[1]), let to = Int(words[2]), let count = Int(words[3]),
          (4...10_000).contains(count), count % 3 == 1
        else { return nil }
        let points = (0..<count).compactMap { point(4 + 2 * $0) }
        guard points.count == count else { return nil }
        curves[[from, to]] = GraphLayout.Curve(points: points, label: point(5 + 2 * count))
      default: continue
      }
    }
    let (places, lines) = (
      drawing.widths.indices.compactMap { boxes[$0] }, drawing.ways.compactMap { curves[[$0.from, $0.to]] }
    )
    guard places.count == drawing.widths.count, lines.count == drawing.ways.count else { return nil }
    return GraphLayout(boxes: places, curves: lines, width: width, height: height)
  }
}
