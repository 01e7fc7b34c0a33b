/// The Common Expression Language: parse, check, compile, evaluate.
public enum CEL {
  /// Parses, checks and compiles an expression.
  ///
  /// - Parameters:
  ///   - expected: The type that the expression must give, or nil for any. A nullable type also takes null.
  ///   - observed: Whether `CELProgram.observe` can report the result of each part. Such a program is slower.
  /// - Throws: all faults in the expression.
  /// - Complexity: O(*n*) in the size of the source, times the overloads of the functions called.
  public static func compile(
    _ source: String, in environment: CELEnvironment, expecting expected: CELType? = nil,
    observed: Bool = false
  ) throws(CELDiagnostics) -> CELProgram {
    let tree = try Parser.parse(source, limits: environment.limits)
    let analysis = try Checker.check(tree, in: environment, expecting: expected)
    var compiler = Compiler(tree, analysis, isChecked: environment.isChecked, isObserved: observed)
    let root = compiler.compile(tree.root)
    if !compiler.diagnostics.isEmpty { throw CELDiagnostics(compiler.diagnostics) }
    var estimator = CostEstimator(tree, analysis, environment, source)
    let estimatedCost = estimator.estimate()
    let references = References(tree: tree, analysis: analysis)
    return CELProgram(
      source: source, resultType: analysis.types[tree.root], root: root, slots: analysis.slotCount,
      references: references.all(), reference: references.whole(),
      estimatedCost: estimatedCost, unboundedComprehensions: estimator.warnings,
      members: MissableMembers(tree, analysis, source))
  }

  /// Checks the form of an expression, without its names and types.
  public static func parse(_ source: String, limits: CELLimits = CELLimits()) throws(CELDiagnostics) {
    _ = try Parser.parse(source, limits: limits)
  }

  /// The end of the expression that begins at an offset in a text: the offset of the first unmatched `}`.
  ///
  /// For `${…}` in a text. Braces in the expression's strings and comments don't count, so `x == '}'` is read
  /// as a whole.
  /// - Parameters:
  ///   - text: The whole text, as scalars, so that several expressions in it are found in one pass.
  ///   - offset: The offset after the `${`.
  /// - Returns: nil when the text ends before the expression does.
  /// - Complexity: O(*n*) in the length of the expression.
  public static func endOfTemplateExpression(in text: [Unicode.Scalar], from offset: Int) -> Int? {
    var lexer = Lexer(text, from: offset)
    var open = 0
    while true {
      let token = lexer.next()
      switch token.kind {
      case .end: return nil
      case .symbol(.openBrace): open += 1
      case .symbol(.closeBrace):
        if open == 0 { return token.range.start }
        open -= 1
      case .identifier, .quotedIdentifier, .int, .uint, .double, .string, .bytes, .symbol, .invalid:
        break
      }
    }
  }
}
