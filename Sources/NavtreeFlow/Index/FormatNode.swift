package import NavtreeYAML

/// A node that the format's tables are followed through: of a document, or of a text that needn't parse.
package protocol FormatNode {
  var kind: YAMLNode.Kind { get }
  var text: String { get }
  var members: [(key: Self, value: Self)] { get }
  var items: [Self] { get }
}

extension FormatNode {
  package func member(_ key: String) -> Self? { members.first { $0.key.text == key }?.value }
}

extension YAMLNode: FormatNode {
  package var members: [(key: YAMLNode, value: YAMLNode)] { pairs.map { ($0.key, $0.value) } }
  package var items: [YAMLNode] { Array(elements) }
}
