/// Limits on the size of an expression and of the values it makes.
public struct CELLimits: Hashable, Sendable {
  /// The most Unicode scalars in the source of an expression.
  public var sourceSize: Int
  /// The deepest nesting of an expression. No recursion, at parse or at run, goes deeper.
  public var nesting: Int
  /// The number of diagnostics kept; further ones are dropped.
  public var diagnostics: Int

  public init(sourceSize: Int = 100_000, nesting: Int = 250, diagnostics: Int = 100) {
    self.sourceSize = sourceSize
    self.nesting = nesting
    self.diagnostics = diagnostics
  }

  /// The deepest nesting of lists and maps made by an expression.
  package static let valueDepth = 1_000
  /// The most bytes that the program of a regular expression may take.
  package static let regexMemory = 1 << 20
}
