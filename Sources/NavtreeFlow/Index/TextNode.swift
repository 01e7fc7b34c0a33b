package import NavtreeYAML

/// A node of a text that needn't parse.
package final class TextNode: FormatNode {
  package let kind: YAMLNode.Kind
  package let text: String
  /// Its bytes; of a list or a map where it begins.
  package let range: Range<Int>
  package var members: [(key: TextNode, value: TextNode)] = []
  package var items: [TextNode] = []
  /// Whether it is in quotes.
  package let isQuoted: Bool
  /// Whether it is a word alone in its line, which may become a key.
  package let mayBeKey: Bool
  /// Whether a map or a list is in brackets.
  package let isFlow: Bool

  package init(
    _ kind: YAMLNode.Kind, _ range: Range<Int>, text: String = "", isQuoted: Bool = false,
    mayBeKey: Bool = false, isFlow: Bool = false
  ) {
    self.kind = kind
    self.range = range
    self.text = text
    self.isQuoted = isQuoted
    self.mayBeKey = mayBeKey
    self.isFlow = isFlow
  }

  /// A way from the root down: through the value of a key, to a key itself, or through an item.
  package enum Step {
    case value(of: TextNode, in: TextNode)
    case key(TextNode, in: TextNode)
    case item(in: TextNode)
  }

  /// The place that a way from the root leads to; that of the map for a way to a key.
  package static func place(of steps: [Step], isOfScenarios: Bool) -> FormatPlace {
    steps.reduce(.root(ofScenarios: isOfScenarios)) { place, step in
      switch step {
      case .value(let key, let node): place.value(of: key, in: node)
      case .item: place.item()
      case .key: place
      }
    }
  }

  /// The way to the scalar or the key at which a byte lies, and that node.
  package func way(to offset: Int) -> (steps: [Step], node: TextNode)? {
    var steps: [Step] = []
    var node = self
    while true {
      if let pair = node.members.last(where: { $0.key.range.lowerBound <= offset }) {
        if offset <= pair.key.range.upperBound { return (steps + [.key(pair.key, in: node)], pair.key) }
        steps.append(.value(of: pair.key, in: node))
        node = pair.value
      } else if let item = node.items.last(where: { $0.range.lowerBound <= offset }) {
        steps.append(.item(in: node))
        node = item
      } else {
        return node.kind == .scalar && node.range.lowerBound <= offset ? (steps, node) : nil
      }
    }
  }
}
