package import NavtreeJSON
package import NavtreeYAML

/// An expected value, and the places in the file of its members.
package struct Expected: Sendable {
  package let value: JSONValue
  package let location: SourceLocation
  /// The value as the file has it, if it was read from one.
  private let node: YAMLNode?

  package init(value: JSONValue, location: SourceLocation) {
    self.value = value
    self.location = location
    node = nil
  }

  package init(_ value: JSONValue, of node: YAMLNode) {
    self.value = value
    location = node.location
    self.node = node
  }

  /// The place of the member at a pointer, or of the nearest member around it.
  package func location(at pointer: String) -> SourceLocation {
    guard let node, let pointer = try? JSONPointer(parsing: pointer) else { return location }
    return node.member(at: pointer).location
  }
}

extension YAMLNode {
  /// The node that a pointer leads to, or the last one on the way.
  func member(at pointer: JSONPointer) -> YAMLNode {
    var node = self
    for token in pointer.tokens {
      switch node.kind {
      case .scalar: return node
      case .sequence:
        guard let index = Int(token), index >= 0,
          let element = node.elements.dropFirst(index).first(where: { _ in true })
        else { return node }
        node = element
      case .mapping:
        guard let member = node[token] else { return node }
        node = member
      }
    }
    return node
  }
}
