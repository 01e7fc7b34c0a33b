/// The Common Expression Language: parse, check, compile, evaluate.
public enum CEL {
  /// Parses, checks and compiles an expression.
  ///
  /// - Parameters:
  ///   - expected: The type that the expression must give, or nil for any. A nullable type takes null as well.
  ///   - observed: Whether `CELProgram.observe` can tell what each part gave. Such a program is slower.
  /// - Throws: all that is wrong with the expression.
  /// - Complexity: O(*n*) in the size of the source, times the overloads of the functions called.
  public static func compile(
    _ source: String, in environment: CELEnvironment, expecting expected: CELType? = nil,
    observed: Bool = false
  ) throws(CELDiagnostics) -> CELProgram {
    throw CELDiagnostics([])
  }

  /// Checks the form of an expression, without its names and types.
  public static func parse(_ source: String, limits: CELLimits = CELLimits()) throws(CELDiagnostics) {
  }

  /// Where the expression that begins at an offset in a text ends: the offset of the `}` that it doesn't open.
  ///
  /// For `${…}` in a text. Strings, comments and braces of the expression are those of the language, so
  /// `x == '}'` is right.
  /// - Parameter offset: In Unicode scalars from the start of the text, just after the `${`.
  /// - Throws: a diagnostic when the text ends first, or holds what is no token, ranges counted from the start
  ///   of the text.
  public static func endOfTemplateExpression(in text: String, from offset: Int) throws(CELDiagnostics) -> Int
  {
    throw CELDiagnostics([])
  }
}
