/// A layout in which lines meet neither boxes nor labels, by the way it is made.
///
/// Places stand in columns. To the right of each box is room for the labels of its ways, one below the other. Between two
/// columns is a channel, in which lines go up and down; through a column they go in rows of their own. All lines to one
/// place come together. Clusters are above one another, with rows of their own. Odd columns have their rows between those
/// of even ones, so that no line covers another one.
package struct GraphRouting {
  /// What takes rows of a column.
  private enum Item: Hashable {
    case box(Int)
    /// The lines that go to a place and pass through.
    case passage(to: Int)

    var place: Int {
      switch self {
      case .box(let place), .passage(let place): place
      }
    }
  }

  /// Where a line crosses a channel, from the row of its source or passage to that of its target.
  private struct Crossing {
    let channel: Int
    let from: Int
    let to: Int
  }

  /// The height of a row, the distance of lines in a channel, and a channel's margins, in pixels.
  private static let (row, track, side) = (16, 9, 18)

  private let sizes: GraphLayout.Sizes
  private let arrangement: GraphArrangement
  /// By column, in the order from the top.
  private var columns: [[Item]] = []
  /// By column, the first row of each item.
  private var rows: [[Item: Int]] = []
  /// By place, its ways, in the order from the top, and the rows from the box's first one to that of each.
  private var exits: [[Int]] = []
  private var exitRows: [Int]
  /// By place, the rows of its box.
  private var heights: [Int] = []
  /// By cluster, the row of its title and its last row.
  private var bands: [ClosedRange<Int>] = []
  private var lastRow = 0

  /// - Complexity: O(places × columns × log places + ways × columns).
  package init(_ sizes: GraphLayout.Sizes) {
    self.sizes = sizes
    arrangement = GraphArrangement(sizes.places, sizes.ways)
    exitRows = Array(repeating: 0, count: sizes.ways.count)
    fill()
    order()
    setRows()
  }

  private func column(_ place: Int) -> Int { arrangement.columns[place] }

  private func isForward(_ way: FlowGraphWay) -> Bool { column(way.from) < column(way.to) }

  /// The columns that a way passes through.
  private func passed(_ way: FlowGraphWay) -> [Int] {
    let (from, to) = (column(way.from), column(way.to))
    return from < to ? Array((from + 1)..<to) : (to...from).reversed()
  }

  // MARK: Rows

  private mutating func fill() {
    columns = Array(repeating: [], count: (arrangement.columns.max() ?? -1) + 1)
    for place in sizes.places.indices { columns[column(place)].append(.box(place)) }
    var known: Set<[Int]> = []
    for way in sizes.ways {
      for column in passed(way) where known.insert([way.to, column]).inserted {
        columns[column].append(.passage(to: way.to))
      }
    }
  }

  /// The clusters from the top; at first what is in none.
  private var bandOrder: [Int?] {
    let clusters = arrangement.clusters
    let inner = Dictionary(grouping: clusters.indices.filter { clusters[$0].parent != nil }) {
      clusters[$0].parent
    }
    return [nil] + clusters.indices.filter { clusters[$0].parent == nil }.flatMap { [$0] + (inner[$0] ?? []) }
  }

  /// Puts the items of a column in the order of their neighbours, within their clusters.
  private mutating func order() {
    let ranks = Dictionary(uniqueKeysWithValues: bandOrder.enumerated().map { ($1, $0) })
    var neighbours: [[Int]] = Array(repeating: [], count: sizes.places.count)
    for way in sizes.ways where way.from != way.to {
      neighbours[way.to].append(way.from)
      neighbours[way.from].append(way.to)
    }
    var positions = sizes.places.indices.map(Double.init)
    func settle(_ column: [Item]) -> [Item] {
      let keys = column.map { item in
        let near = item == .box(item.place) ? neighbours[item.place] : []
        let mean =
          near.isEmpty ? positions[item.place] : near.reduce(0) { $0 + positions[$1] } / Double(near.count)
        return (ranks[arrangement.cluster[item.place]] ?? 0, mean, item.place)
      }
      return zip(keys, column).sorted { $0.0 < $1.0 }.map(\.1)
    }
    for sweep in 0..<8 {
      for index in sweep % 2 == 0 ? Array(columns.indices) : columns.indices.reversed() {
        columns[index] = settle(columns[index])
        let count = Double(max(columns[index].count, 1))
        for (row, item) in columns[index].enumerated() where item == .box(item.place) {
          positions[item.place] =
            Double(ranks[arrangement.cluster[item.place]] ?? 0) + (Double(row) + 0.5) / count
        }
      }
    }
    exits = Array(repeating: [], count: sizes.places.count)
    for way in sizes.ways.indices { exits[sizes.ways[way].from].append(way) }
    for place in exits.indices {
      exits[place].sort { (positions[sizes.ways[$0].to], $0) < (positions[sizes.ways[$1].to], $1) }
    }
  }

  /// The rows that a way's label takes.
  private func height(ofLabel way: Int) -> Int {
    max(1, (sizes.labels[way].count * GraphLayout.line + 19) / Self.row)
  }

  private mutating func setRows() {
    let least = sizes.height / Self.row
    for place in exits.indices {
      let taken = exits[place].reduce(0) { $0 + height(ofLabel: $1) }
      var row = max(0, least - taken) / 2
      for way in exits[place] {
        exitRows[way] = row
        row += height(ofLabel: way)
      }
      heights.append(max(least, taken))
    }
    rows = Array(repeating: [:], count: columns.count)
    bands = Array(repeating: 0...0, count: arrangement.clusters.count)
    var top = 0
    for band in bandOrder {
      var last = top
      for (column, items) in columns.enumerated() {
        var row = top + 2
        var isAfterPassage = false
        for item in items where arrangement.cluster[item.place] == band {
          switch item {
          case .box(let place):
            if isAfterPassage { row += 1 }
            rows[column][item] = row
            last = max(last, row + heights[place] - 1)
            row += heights[place] + 2
            isAfterPassage = false
          case .passage:
            rows[column][item] = row
            last = max(last, row)
            row += 1
            isAfterPassage = true
          }
        }
      }
      if let band {
        bands[band] = top...last
        if let parent = arrangement.clusters[band].parent { bands[parent] = bands[parent].lowerBound...last }
      }
      lastRow = max(lastRow, last)
      if last > top { top = last + 4 }
    }
  }

  // MARK: Lines

  private func y(_ row: Int, _ column: Int) -> Int {
    GraphLayout.margin + row * Self.row + (column % 2) * Self.row / 2
  }

  private func y(_ item: Item, _ column: Int) -> Int {
    let row = rows[column][item] ?? 0
    if case .box(let place) = item { return y(row + (heights[place] - 1) / 2, column) }
    return y(row, column)
  }

  /// Where a way crosses channels, from its source to its target. A channel has the number of the column on its right.
  private func crossings(of way: Int) -> [Crossing] {
    let ends = sizes.ways[way]
    let start = column(ends.from)
    var from = y((rows[start][.box(ends.from)] ?? 0) + exitRows[way], start)
    var channel = start + 1
    var crossings: [Crossing] = []
    for column in passed(ends) {
      let to = y(.passage(to: ends.to), column)
      crossings.append(Crossing(channel: channel, from: from, to: to))
      from = to
      channel = isForward(ends) ? column + 1 : column
    }
    return crossings + [Crossing(channel: channel, from: from, to: y(.box(ends.to), column(ends.to)))]
  }

  /// By channel, the track of each place's lines; and the number of tracks.
  private func tracks(_ crossings: [[Crossing]]) -> [(of: [Int: Int], count: Int)] {
    var spans: [[Int: ClosedRange<Int>]] = Array(repeating: [:], count: columns.count + 1)
    for (way, crossings) in crossings.enumerated() {
      let place = sizes.ways[way].to
      for crossing in crossings {
        let (low, high) = (min(crossing.from, crossing.to), max(crossing.from, crossing.to))
        let span = spans[crossing.channel][place]
        spans[crossing.channel][place] =
          min(low, span?.lowerBound ?? low)...max(high, span?.upperBound ?? high)
      }
    }
    return spans.map { spans in
      var ends: [Int] = []
      var tracks: [Int: Int] = [:]
      for (place, span) in spans.sorted(by: { ($0.value.lowerBound, $0.key) < ($1.value.lowerBound, $1.key) })
      {
        let track = ends.firstIndex { $0 + Self.row < span.lowerBound } ?? ends.count
        if track == ends.count { ends.append(0) }
        ends[track] = span.upperBound
        tracks[place] = track
      }
      return (tracks, ends.count)
    }
  }

  // MARK: The layout

  /// - Complexity: O(ways × columns + places).
  package func layout() -> GraphLayout {
    let crossings = sizes.ways.indices.map(crossings)
    let tracks = tracks(crossings)
    var titleWidths = Array(repeating: 0, count: columns.count)
    let members = clusterColumns
    for (cluster, columns) in zip(arrangement.clusters, members) {
      titleWidths[columns.lowerBound] = max(
        titleWidths[columns.lowerBound], cluster.title.count * 75 / 10 + 16)
    }
    var lefts: [Int] = []
    var rights: [Int] = []
    var x = GraphLayout.margin
    for (column, items) in columns.enumerated() {
      x += tracks[column].count * Self.track + (column > 0 || tracks[0].count > 0 ? 2 * Self.side : 0)
      lefts.append(x)
      x += items.reduce(titleWidths[column]) { widest, item in
        guard case .box(let place) = item else { return widest }
        let label = exits[place].compactMap { sizes.label(of: $0, from: .init(x: 8, y: 0))?.width }.max() ?? 0
        return max(widest, sizes.widths[place] + label + 16)
      }
      rights.append(x)
    }
    let boxes = sizes.places.indices.map { place in
      let column = column(place)
      let top = y(rows[column][.box(place)] ?? 0, column) - 14
      return GraphLayout.Rectangle(
        x: lefts[column], y: top, width: sizes.widths[place], height: (heights[place] - 1) * Self.row + 28)
    }
    let lines = sizes.ways.indices.map { way in
      let ends = sizes.ways[way]
      var points = [
        GraphLayout.Point(x: boxes[ends.from].x + sizes.widths[ends.from], y: crossings[way][0].from)
      ]
      let label = sizes.label(of: way, from: .init(x: points[0].x + 8, y: points[0].y))
      for crossing in crossings[way] {
        let left = crossing.channel > 0 ? rights[crossing.channel - 1] : GraphLayout.margin
        let x = left + Self.side + (tracks[crossing.channel].of[ends.to] ?? 0) * Self.track
        points += [.init(x: x, y: crossing.from), .init(x: x, y: crossing.to)]
      }
      points.append(.init(x: boxes[ends.to].x - 2, y: crossings[way].last?.to ?? 0))
      return GraphLayout.Line(path: Self.path(points), label: label)
    }
    let clusters = arrangement.clusters.indices.map { index in
      let (cluster, columns, rows) = (arrangement.clusters[index], members[index], bands[index])
      let pad = cluster.parent == nil ? 10 : 5
      return GraphLayout.Cluster(
        title: cluster.title,
        frame: .init(
          x: lefts[columns.lowerBound] - pad, y: y(rows.lowerBound, 0) - 10,
          width: rights[columns.upperBound] - lefts[columns.lowerBound] + 2 * pad,
          height: (rows.upperBound - rows.lowerBound) * Self.row + 32 + pad))
    }
    return GraphLayout(
      boxes: boxes, lines: lines, clusters: clusters,
      width: x + tracks[columns.count].count * Self.track + 2 * Self.side,
      height: y(lastRow, 0) + 2 * GraphLayout.margin + 14)
  }

  /// By cluster, the columns of its places and of those in its own clusters.
  private var clusterColumns: [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>?] = Array(repeating: nil, count: arrangement.clusters.count)
    for (place, cluster) in arrangement.cluster.enumerated() {
      let column = column(place)
      var outer = cluster
      while let index = outer {
        let range = ranges[index] ?? column...column
        ranges[index] = min(range.lowerBound, column)...max(range.upperBound, column)
        outer = arrangement.clusters[index].parent
      }
    }
    return ranges.map { $0 ?? 0...0 }
  }

  /// A path with round corners.
  private static func path(_ points: [GraphLayout.Point]) -> String {
    var path = "M\(points[0].x) \(points[0].y)"
    for (index, corner) in points.enumerated().dropFirst().dropLast() {
      func near(_ end: GraphLayout.Point) -> GraphLayout.Point {
        let (x, y) = (end.x - corner.x, end.y - corner.y)
        let radius = min(6, (abs(x) + abs(y)) / 2)
        return .init(x: corner.x + x.signum() * radius, y: corner.y + y.signum() * radius)
      }
      let (start, end) = (near(points[index - 1]), near(points[index + 1]))
      path += "L\(start.x) \(start.y)Q\(corner.x) \(corner.y) \(end.x) \(end.y)"
    }
    return path + "L\(points[points.count - 1].x) \(points[points.count - 1].y)"
  }
}
