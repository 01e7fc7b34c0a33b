/// The places of a graph's boxes, lines and labels in a drawing.
///
/// A layout of its own gives the same drawing on every machine, with Graphviz or without.
package struct GraphLayout: Sendable {
  package struct Point: Sendable, Equatable {
    package var x: Int
    package var y: Int
  }

  package struct Rectangle: Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package var middle: Point { Point(x: x + width / 2, y: y + height / 2) }
  }

  /// The line of a way.
  package struct Line: Sendable {
    /// The data of an SVG's path.
    package let path: String
    /// The place of its label; nil without one.
    package let label: Rectangle?
  }

  package struct Cluster: Sendable {
    package let title: String
    package let frame: Rectangle
  }

  /// The size of each place's box, and the lines of each way's label.
  package struct Sizes: Sendable {
    let places: [FlowGraphNode]
    let ways: [FlowGraphWay]
    let widths: [Int]
    let height: Int
    let labels: [[String]]

    /// - Parameter lines: the number of lines of text in a box.
    package init(_ graph: FlowGraph, widths: [Int], labels: [[String]], lines: Int = 1) {
      places = graph.places
      ways = graph.ways
      self.widths = widths
      self.labels = labels
      height = 12 + 16 * lines
    }

    /// The label of a way, beginning at the middle of its first line.
    func label(of way: Int, from start: Point) -> Rectangle? {
      guard let widest = labels[way].map(\.count).max() else { return nil }
      return Rectangle(
        x: start.x, y: start.y - GraphLayout.line / 2 - 1, width: widest * GraphLayout.character / 10 + 6,
        height: labels[way].count * GraphLayout.line + 2)
    }
  }

  /// The height of a line of a label in pixels, and the width of its characters in tenths of them.
  package static let (line, character) = (12, 62)
  static let margin = 20

  /// By place.
  package let boxes: [Rectangle]
  /// By way.
  package let lines: [Line]
  /// Those that others are in come first.
  package let clusters: [Cluster]
  package let width: Int
  package let height: Int

  /// The width of the box around a text.
  package static func width(of text: String) -> Int { max(64, text.count * 75 / 10 + 24) }
}
