/// Reads an expression into a syntax tree.
///
/// Precedence climbing. Every recursion goes through `expression`, which holds it to the nesting limit; chains of
/// `||` and `&&` become one node with many terms, so that their length isn't nesting.
///
/// Functions that don't recurse are kept out of line, so that each level of nesting takes little of the stack.
struct Parser {
  let limits: CELLimits
  var lexer: Lexer
  var tree = SyntaxTree()
  var token: Token
  private var previousEnd = 0
  private var depth = 0
  /// The rest of the source can't be checked and was skipped.
  private var isSkipping = false
  /// Where an error was reported last, so that one fault gives one diagnostic.
  private var reportedAt = -1

  init(_ source: String, limits: CELLimits) {
    self.limits = limits
    lexer = Lexer(Array(source.unicodeScalars))
    token = Token(kind: .end, range: CELSourceRange(0, 0))
  }

  /// Reads the whole source.
  /// - Complexity: O(*n*)
  static func parse(_ source: String, limits: CELLimits) throws(CELDiagnostics) -> SyntaxTree {
    let size = source.unicodeScalars.count
    if size > limits.sourceSize {
      throw CELDiagnostics([
        CELDiagnostic(
          code: .limit, message: "the expression has \(size) characters, the limit is \(limits.sourceSize)",
          range: CELSourceRange(limits.sourceSize, size))
      ])
    }
    var parser = Parser(source, limits: limits)
    parser.token = parser.lexer.next()
    parser.tree.root = parser.expression()
    if case .end = parser.token.kind {} else { parser.unexpected("an operator or the end") }
    if !parser.lexer.diagnostics.isEmpty {
      throw CELDiagnostics(Array(parser.lexer.diagnostics.prefix(limits.diagnostics)))
    }
    return parser.tree
  }

  // MARK: Tokens

  @inline(never)
  mutating func advance() {
    previousEnd = token.range.end
    token = lexer.next()
  }

  /// The token after the current one.
  @inline(never)
  func peek() -> Token {
    var ahead = lexer
    return ahead.next()
  }

  mutating func take(_ symbol: Token.Symbol) -> Bool {
    guard token.is(symbol) else { return false }
    advance()
    return true
  }

  mutating func expect(_ symbol: Token.Symbol) {
    if !take(symbol) { unexpected("'\(symbol.rawValue)'") }
  }

  @inline(never)
  mutating func report(_ message: String, _ range: CELSourceRange, hint: String? = nil) {
    guard lexer.diagnostics.count < limits.diagnostics, !isSkipping else { return }
    lexer.diagnostics.append(CELDiagnostic(code: .syntax, message: message, hint: hint, range: range))
  }

  /// Reports that something else was expected, once for each place.
  @inline(never)
  mutating func unexpected(_ wanted: String) {
    guard token.range.start != reportedAt, !isSkipping else { return }
    reportedAt = token.range.start
    if case .invalid = token.kind { return }
    report("expected \(wanted), found \(token.description)", token.range)
  }

  /// From a start to the end of the last token taken.
  func range(from start: Int) -> CELSourceRange { CELSourceRange(start, previousEnd) }

  @inline(never)
  mutating func add(_ kind: SyntaxTree.Kind, _ range: CELSourceRange) -> SyntaxTree.Index {
    let index = tree.add(kind, range)
    if tree[index].height <= limits.nesting { return index }
    tooDeep(range)
    return tree.add(.invalid, range)
  }

  @inline(never)
  private mutating func tooDeep(_ range: CELSourceRange) {
    if isSkipping { return }
    lexer.diagnostics.append(
      CELDiagnostic(
        code: .limit, message: "the expression nests deeper than \(limits.nesting) levels",
        hint: "group a long chain of operators with parentheses, or split it", range: range))
    skipRest()
  }

  /// Skips what can't be checked after a fault.
  @inline(never)
  mutating func skipRest() {
    isSkipping = true
    lexer.position = lexer.scalars.count
    token = Token(kind: .end, range: CELSourceRange(lexer.position, lexer.position))
  }

  // MARK: Expressions

  /// `condition ? first : second`, or less.
  mutating func expression() -> SyntaxTree.Index {
    depth += 1
    defer { depth -= 1 }
    let start = token.range.start
    if depth > limits.nesting {
      tooDeep(token.range)
      return tree.add(.invalid, CELSourceRange(start, start))
    }
    let condition = binary(above: 0)
    let question = token.range
    guard take(.question) else { return condition }
    // `a?.b` is refused, but `a ?.b : c` is a condition with a name from the root.
    let isChain = token.is(.dot) && token.range.start == question.end
    if isChain, peek().is(.openBracket) { refuseChain(question, isIndex: true) }
    let first = binary(above: 0)
    if isChain, !token.is(.colon) { refuseChain(question) }
    expect(.colon)
    let second = expression()
    return add(.conditional(condition, first, second), range(from: start))
  }

  /// Operators that bind more tightly than a level, left to right.
  private mutating func binary(above level: Int) -> SyntaxTree.Index {
    let start = token.range.start
    var left = unary()
    while let (name, precedence) = binaryOperator(), precedence > level {
      let place = token.range
      if token.is(.or) || token.is(.and) {
        let symbol = token.is(.or) ? Token.Symbol.or : .and
        var terms = [left]
        while take(symbol) { terms.append(binary(above: precedence)) }
        left = add(symbol == .or ? .or(terms) : .and(terms), range(from: start))
        continue
      }
      advance()
      let right = binary(above: precedence)
      left = add(.call(.init(text: name, range: place), [left, right]), range(from: start))
    }
    return left
  }

  @inline(never)
  private mutating func binaryOperator() -> (name: String, precedence: Int)? {
    if case .identifier(let word) = token.kind { takeForeignOperator(word) }
    return token.symbol?.binary
  }

  private mutating func unary() -> SyntaxTree.Index {
    let start = token.range.start
    if token.is(.not) {
      let place = token.range
      var count = 0
      while take(.not) { count += 1 }
      return negated(member(), "!_", place, count, start)
    }
    guard token.is(.minus) else { return member() }
    let place = token.range
    var count = 0
    while take(.minus) { count += 1 }
    // The last sign belongs to a number, so that the smallest integer can be written.
    if let literal = literal(isNegative: true, from: previousEnd - 1) {
      return negated(postfix(literal, from: previousEnd), "-_", place, count - 1, start)
    }
    return negated(member(), "-_", place, count, start)
  }

  /// Signs cancel out in pairs, but one pair is kept so that its operand is checked.
  @inline(never)
  private mutating func negated(
    _ operand: SyntaxTree.Index, _ name: String, _ place: CELSourceRange, _ count: Int, _ start: Int
  ) -> SyntaxTree.Index {
    var result = operand
    for _ in 0..<(count <= 2 ? count : 2 - count % 2) {
      result = add(.call(.init(text: name, range: place), [result]), range(from: start))
    }
    return result
  }

  // MARK: Members

  private mutating func member() -> SyntaxTree.Index {
    let start = token.range.start
    return postfix(primary(), from: start)
  }

  /// Selections, calls and indexes after an operand.
  private mutating func postfix(_ operand: SyntaxTree.Index, from start: Int) -> SyntaxTree.Index {
    var operand = operand
    while true {
      if take(.dot) {
        operand = selection(of: operand, from: start)
      } else if take(.openBracket) {
        let isOptional = take(.question)
        let index = expression()
        close(.closeBracket)
        operand = add(.index(operand, index, isOptional: isOptional), range(from: start))
      } else if token.is(.openBrace), let name = messageName(operand) {
        advance()
        let fields = entries(areFields: true)
        operand = add(.message(name, fields), range(from: start))
      } else {
        return operand
      }
    }
  }

  /// The name of a message's type, if a node can be one.
  @inline(never)
  private func messageName(_ operand: SyntaxTree.Index) -> SyntaxTree.Name? {
    guard let name = tree.qualifiedName(operand) else { return nil }
    return SyntaxTree.Name(
      text: (name.isRooted ? "." : "") + name.parts.dotted, range: tree.range(operand))
  }

  private mutating func selection(of operand: SyntaxTree.Index, from start: Int) -> SyntaxTree.Index {
    let isOptional = take(.question)
    let isPlain = if case .identifier = token.kind { true } else { false }
    guard let name = takeFieldName() else {
      if token.symbol == .in || token.symbol == .true || token.symbol == .false || token.symbol == .null {
        advance()
      }
      return add(.invalid, range(from: start))
    }
    if isPlain, !isOptional, take(.openParenthesis) {
      if Macro.named[name.text] != nil, refusesArrow(in: name.text) {
        return add(.invalid, range(from: start))
      }
      let arguments = arguments()
      return memberCall(operand, name, arguments, range(from: start))
    }
    return add(.select(operand, name, isOptional ? .optional : .plain), range(from: start))
  }

  /// A field's name, plain or quoted, or nil after reporting that there is none.
  @inline(never)
  mutating func takeFieldName() -> SyntaxTree.Name? {
    switch token.kind {
    case .identifier(let text), .quotedIdentifier(let text):
      let name = SyntaxTree.Name(text: text, range: token.range)
      advance()
      return name
    case .int, .uint, .double, .string, .bytes, .symbol, .invalid, .end:
      unexpected("a field's name")
      return nil
    }
  }

  /// The closing bracket. Anything before it is reported and skipped.
  mutating func close(_ symbol: Token.Symbol) {
    if take(symbol) { return }
    unexpected("'\(symbol.rawValue)'")
    var open = 0
    while true {
      switch token.kind {
      case .end: return
      case .symbol(.openParenthesis), .symbol(.openBracket), .symbol(.openBrace): open += 1
      case .symbol(.closeParenthesis), .symbol(.closeBracket), .symbol(.closeBrace):
        if open == 0 {
          _ = take(symbol)
          return
        }
        open -= 1
      case .identifier, .quotedIdentifier, .int, .uint, .double, .string, .bytes, .symbol, .invalid: break
      }
      advance()
    }
  }

  /// Arguments up to and including the `)`.
  mutating func arguments() -> [SyntaxTree.Index] {
    if take(.closeParenthesis) { return [] }
    var arguments = [expression()]
    while take(.comma) { arguments.append(expression()) }
    close(.closeParenthesis)
    return arguments
  }
}
