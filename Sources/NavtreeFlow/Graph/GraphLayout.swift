/// The places of a graph's nodes in a drawing: columns from the windows and links to the right, in which each node
/// stands as near as possible to its neighbours on the left.
///
/// A layout of its own gives the same drawing on every machine, with Graphviz or without.
package struct GraphLayout: Sendable {
  package struct Box: Sendable {
    package var x: Int
    package var y: Int
    package let width: Int
  }

  package struct Point: Sendable, Equatable {
    package let x: Int
    package let y: Int
  }

  /// The line of a way: a point, then three for each cubic curve.
  package struct Curve: Sendable {
    let points: [Point]
    /// The place of a label; nil to look for one.
    let label: Point?

    /// The data of an SVG's path.
    package var path: String {
      "M\(points[0].x) \(points[0].y)C\(points[1...].map { "\($0.x) \($0.y)" }.joined(separator: " "))"
    }

    package var middle: Point { point(at: 4) }

    /// - Parameter eighths: the way along the first curve, in eighths.
    func point(at eighths: Int) -> Point {
      let (end, start) = (eighths, 8 - eighths)
      let weights = [start * start * start, 3 * start * start * end, 3 * start * end * end, end * end * end]
      func mean(_ values: [Int]) -> Int { zip(values, weights).reduce(0) { $0 + $1.0 * $1.1 } / 512 }
      return Point(x: mean(points[..<4].map(\.x)), y: mean(points[..<4].map(\.y)))
    }
  }

  package static let height = 40
  /// The room between columns and rows.
  struct Gaps {
    var column = 130
    var row = 28
  }
  private static let margin = 50
  /// The width of a character in tenths of a pixel.
  private static let character = 75

  /// By node.
  package private(set) var boxes: [Box]
  /// By way.
  package private(set) var curves: [Curve] = []
  package private(set) var width = 0
  package private(set) var height = 0

  /// The places that another program has found.
  init(boxes: [Box], curves: [Curve], width: Int, height: Int) {
    self.boxes = boxes
    self.curves = curves
    self.width = width
    self.height = height
  }

  package init(_ nodes: [FlowGraphNode], _ ways: [FlowGraphWay]) {
    self.init(nodes, widths: nodes.map { Self.width(of: $0.label) }, ways, Gaps())
  }

  /// The width of the box around a label.
  static func width(of label: String) -> Int { max(70, label.count * character / 10 + 24) }

  /// - Complexity: O((nodes + ways) log nodes).
  init(_ nodes: [FlowGraphNode], widths: [Int], _ ways: [FlowGraphWay], _ gaps: Gaps) {
    let roots = nodes.indices.filter { index in
      switch nodes[index] {
      case .window, .link, .any: true
      case .screen, .back: false
      }
    }
    let columns = Self.columns(count: nodes.count, roots: roots, ways)
    let rows = Self.rows(columns, ways)
    boxes = widths.map { Box(x: 0, y: 0, width: $0) }
    let most = rows.map(\.count).max() ?? 0
    height = Self.margin * 2 + most * (Self.height + gaps.row)
    var x = Self.margin
    for column in rows {
      let widest = column.map { boxes[$0].width }.max() ?? 0
      let free = height - Self.margin * 2 - column.count * (Self.height + gaps.row)
      for (row, node) in column.enumerated() {
        boxes[node].x = x + (widest - boxes[node].width) / 2
        boxes[node].y = Self.margin + free / 2 + row * (Self.height + gaps.row)
      }
      x += widest + gaps.column
    }
    width = max(x - gaps.column + Self.margin, Self.margin * 2)
    curves = ways.map { curve(of: $0, columns) }
  }

  private func curve(of way: FlowGraphWay, _ columns: [Int]) -> Curve {
    let (from, to) = (boxes[way.from], boxes[way.to])
    let half = Self.height / 2
    let points: [(x: Int, y: Int)]
    if way.from == way.to {
      let (left, right) = (from.x + from.width / 2 - 14, from.x + from.width / 2 + 14)
      points = [(right, from.y), (right + 14, from.y - 34), (left - 14, from.y - 34), (left, from.y - 2)]
    } else if columns[way.to] > columns[way.from] {
      let (start, end) = (from.x + from.width, to.x - 2)
      let bend = max((end - start) / 2, 20)
      points = [
        (start, from.y + half), (start + bend, from.y + half), (end - bend, to.y + half), (end, to.y + half),
      ]
    } else if columns[way.to] == columns[way.from] {
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
        (start, from.y + Self.height), (start, from.y + Self.height + depth),
        (end, to.y + Self.height + depth), (end, to.y + Self.height + 2),
      ]
    }
    return Curve(points: points.map { Point(x: $0.x, y: $0.y) }, label: nil)
  }

  /// The distance of each node from the roots; what none of them reaches is next to them.
  private static func columns(count: Int, roots: [Int], _ ways: [FlowGraphWay]) -> [Int] {
    var next: [[Int]] = Array(repeating: [], count: count)
    for way in ways { next[way.from].append(way.to) }
    var columns = [Int?](repeating: nil, count: count)
    var queue = roots
    for root in roots { columns[root] = 0 }
    var index = 0
    while index < queue.count {
      let node = queue[index]
      index += 1
      for other in next[node] where columns[other] == nil {
        columns[other] = (columns[node] ?? 0) + 1
        queue.append(other)
      }
    }
    return columns.map { $0 ?? 1 }
  }

  /// The nodes of each column, from the top.
  private static func rows(_ columns: [Int], _ ways: [FlowGraphWay]) -> [[Int]] {
    var rows: [[Int]] = Array(repeating: [], count: (columns.max() ?? -1) + 1)
    for (node, column) in columns.enumerated() { rows[column].append(node) }
    var neighbours: [[Int]] = Array(repeating: [], count: columns.count)
    for way in ways where columns[way.from] + 1 == columns[way.to] { neighbours[way.to].append(way.from) }
    var position = [Double](repeating: 0, count: columns.count)
    for column in rows.indices {
      if column > 0 {
        let ranks = rows[column].enumerated().map { row, node in
          let places = neighbours[node].map { position[$0] }
          let mean = places.isEmpty ? 1 : places.reduce(0, +) / Double(places.count)
          return (mean: mean, row: row, node: node)
        }
        rows[column] = ranks.sorted { ($0.mean, $0.row) < ($1.mean, $1.row) }.map(\.node)
      }
      for (row, node) in rows[column].enumerated() {
        position[node] = (Double(row) + 0.5) / Double(rows[column].count)
      }
    }
    return rows
  }
}
