package import CEL

/// A compiled expression and the place in the file where each of its characters stands.
package final class CompiledExpression: Sendable {
  package let program: CELProgram
  package let location: SourceLocation
  private let node: YAMLNode
  /// Where the expression begins in the node's content.
  private let offset: Int

  /// - Parameter offset: Where the expression begins in the node's content, in Unicode scalars.
  init(program: CELProgram, at offset: Int, of node: YAMLNode, length: Int) {
    self.program = program
    self.node = node
    self.offset = offset
    location = ScalarMap.location(of: offset..<offset + length, in: node)
  }

  /// The place in the file of a part of the expression.
  ///
  /// - Complexity: O(length of the scalar in the file).
  package func location(of range: CELSourceRange) -> SourceLocation {
    ScalarMap.location(of: offset + range.start..<offset + range.end, in: node)
  }
}
