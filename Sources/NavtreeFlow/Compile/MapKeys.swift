import NavtreeYAML

/// The keys of a map of the flow, for questions about many of them.
final class MapKeys {
  let node: YAMLNode
  private lazy var texts = Set(node.pairs.map(\.key.text))

  init(of node: YAMLNode) {
    self.node = node
  }

  /// - Complexity: O(pairs) for the first question, O(1) for the others.
  func contains(_ text: String) -> Bool { texts.contains(text) }
}
