/// How large an expression, and what it works on, may be.
public struct CELLimits: Hashable, Sendable {
  /// The most Unicode scalars in the source of an expression.
  public var sourceSize: Int
  /// The deepest that an expression may nest. No recursion, at parse or at run, goes deeper.
  public var nesting: Int
  /// How many diagnostics are gathered before the rest is left out.
  public var diagnostics: Int

  public init(sourceSize: Int = 100_000, nesting: Int = 250, diagnostics: Int = 100) {
    self.sourceSize = sourceSize
    self.nesting = nesting
    self.diagnostics = diagnostics
  }

  /// The deepest that lists and maps made by an expression may nest.
  package static let valueDepth = 1_000
  /// The most bytes that the program of a regular expression may take.
  package static let regexMemory = 1 << 20
}
