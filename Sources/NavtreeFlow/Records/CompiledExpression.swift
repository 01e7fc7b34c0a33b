package import NavtreeCEL
package import NavtreeYAML

/// A compiled expression, with the place in the file of each of its characters.
package final class CompiledExpression: Sendable {
  package let program: CELProgram
  /// Whether it reads a sensitive field.
  package let isSensitive: Bool
  private let node: YAMLNode
  /// Where the expression begins in the node's content.
  private let offset: Int
  /// The expression's length, in Unicode scalars.
  private let length: Int
  /// The number of its first scalars that aren't in the node's content.
  private let unwritten: Int
  /// The environment that it was compiled in.
  private let environment: CELEnvironment

  /// - Parameter offset: Where the expression begins in the node's content, in Unicode scalars.
  init(
    program: CELProgram, in environment: CELEnvironment, isSensitive: Bool, at offset: Int, of node: YAMLNode,
    length: Int, unwritten: Int = 0
  ) {
    self.program = program
    self.environment = environment
    self.isSensitive = isSensitive
    self.node = node
    self.offset = offset
    self.length = length
    self.unwritten = unwritten
  }

  /// The place in the file, computed on demand because few are needed.
  ///
  /// - Complexity: O(length of the scalar and of its line in the file).
  package var location: SourceLocation {
    ScalarMap.location(of: offset..<offset + length, in: node)
  }

  /// The same expression, compiled to report the results of its parts.
  ///
  /// - Complexity: as compiling it.
  package func observable() -> CELProgram? {
    try? CEL.compile(program.source, in: environment, observed: true)
  }

  /// The place in the file of a part of the expression.
  ///
  /// - Complexity: O(length of the scalar and of its line in the file).
  package func location(of range: CELSourceRange) -> SourceLocation {
    let start = max(0, range.start - unwritten)
    return ScalarMap.location(of: offset + start..<offset + max(start, range.end - unwritten), in: node)
  }
}
