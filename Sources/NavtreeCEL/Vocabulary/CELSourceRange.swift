/// A part of an expression's source, in Unicode scalars from its start.
public struct CELSourceRange: Hashable, Sendable {
  public let start: Int
  public let end: Int

  public init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = max(start, end)
  }

  /// From the start of this range to the end of the other.
  package func through(_ other: CELSourceRange) -> CELSourceRange {
    CELSourceRange(start, other.end)
  }
}
