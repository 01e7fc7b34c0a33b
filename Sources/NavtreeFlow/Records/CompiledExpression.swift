package import NavtreeCEL

/// A compiled expression and the place in the file where each of its characters stands.
package final class CompiledExpression: Sendable {
  package let program: CELProgram
  /// Whether it reads a sensitive field.
  package let isSensitive: Bool
  private let node: YAMLNode
  /// Where the expression begins in the node's content.
  private let offset: Int
  /// Of the expression, in Unicode scalars.
  private let length: Int
  /// The environment that it was compiled in.
  private let environment: CELEnvironment

  /// - Parameter offset: Where the expression begins in the node's content, in Unicode scalars.
  init(
    program: CELProgram, in environment: CELEnvironment, isSensitive: Bool, at offset: Int, of node: YAMLNode,
    length: Int
  ) {
    self.program = program
    self.environment = environment
    self.isSensitive = isSensitive
    self.node = node
    self.offset = offset
    self.length = length
  }

  /// The place in the file, which few expressions are asked for.
  ///
  /// - Complexity: O(length of the scalar and of its line in the file).
  package var location: SourceLocation {
    ScalarMap.location(of: offset..<offset + length, in: node)
  }

  /// The same expression, compiled so that it tells what its parts give.
  ///
  /// - Complexity: that of compiling it.
  package func observable() -> CELProgram? {
    try? CEL.compile(program.source, in: environment, observed: true)
  }

  /// The place in the file of a part of the expression.
  ///
  /// - Complexity: O(length of the scalar and of its line in the file).
  package func location(of range: CELSourceRange) -> SourceLocation {
    ScalarMap.location(of: offset + range.start..<offset + range.end, in: node)
  }
}
