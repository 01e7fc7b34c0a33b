import NavtreeFlow

/// The places of a graph's nodes in a drawing: columns from the windows and links to the right, in which each node
/// stands as near as possible to its neighbours on the left.
///
/// A layout of its own gives the same drawing on every machine, with Graphviz or without.
struct GraphLayout {
  struct Box {
    var x: Int
    var y: Int
    let width: Int
  }

  static let height = 40
  private static let columnGap = 130
  private static let rowGap = 28
  private static let margin = 50
  /// The width of a character in tenths of a pixel.
  private static let character = 75

  /// By node.
  private(set) var boxes: [Box] = []
  /// By node.
  private(set) var columns: [Int]
  private(set) var width = 0
  private(set) var height = 0

  /// - Parameter ways: From node to node, each once.
  /// - Complexity: O((nodes + ways) log nodes).
  init(labels: [String], roots: [Int], ways: [(from: Int, to: Int)]) {
    columns = Self.columns(count: labels.count, roots: roots, ways)
    let rows = Self.rows(columns, ways)
    boxes = labels.map { Box(x: 0, y: 0, width: max(70, $0.count * Self.character / 10 + 24)) }
    let most = rows.map(\.count).max() ?? 0
    height = Self.margin * 2 + most * (Self.height + Self.rowGap)
    var x = Self.margin
    for column in rows {
      let widest = column.map { boxes[$0].width }.max() ?? 0
      let free = height - Self.margin * 2 - column.count * (Self.height + Self.rowGap)
      for (row, node) in column.enumerated() {
        boxes[node].x = x + (widest - boxes[node].width) / 2
        boxes[node].y = Self.margin + free / 2 + row * (Self.height + Self.rowGap)
      }
      x += widest + Self.columnGap
    }
    width = max(x - Self.columnGap + Self.margin, Self.margin * 2)
  }

  /// The distance of each node from the roots; what none of them reaches is next to them.
  private static func columns(count: Int, roots: [Int], _ ways: [(from: Int, to: Int)]) -> [Int] {
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
  private static func rows(_ columns: [Int], _ ways: [(from: Int, to: Int)]) -> [[Int]] {
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
