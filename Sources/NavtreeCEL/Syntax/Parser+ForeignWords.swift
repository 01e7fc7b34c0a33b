/// Words of other languages in the place of an operator, or before an operand.
///
/// Each gives one error. A word that means one of the language's operators is read as that, so that reading goes
/// on; after any other the rest is skipped.
extension Parser {
  /// Words for operators of the language.
  private static let operators: [String: Token.Symbol] = [
    "and": .and, "or": .or, "is": .equal, "eq": .equal, "equals": .equal, "ne": .notEqual, "neq": .notEqual,
    "xor": .notEqual, "lt": .less, "le": .lessOrEqual, "lte": .lessOrEqual, "gt": .greater,
    "ge": .greaterOrEqual, "gte": .greaterOrEqual, "in": .in, "mod": .remainder, "div": .divided,
  ]

  private static let condition = "write condition ? value : other"

  /// Words between two operands for what the language has other forms for.
  private static let forms: [String: String] = [
    "contains": "write a.contains(b), or b in a for a list",
    "includes": "write a.contains(b), or b in a for a list", "startswith": "write a.startsWith(b)",
    "endswith": "write a.endsWith(b)", "matches": "write a.matches(b)", "like": "write a.matches(b)",
    "if": condition, "unless": condition, "then": condition, "else": condition,
  ]

  /// Reports a word that stands between two operands.
  @inline(never)
  mutating func takeForeignOperator(_ word: String) {
    let lower = word.lowercased()
    if lower == "is", peek().word == "not" {
      replace("'\(word) not'", .notEqual, isTwoWords: true)
    } else if lower == "not", peek().word == "in" {
      replace("'\(word) in'", .in, isTwoWords: true, hint: "write !(a in b)")
    } else if let symbol = Parser.operators[lower] {
      replace("'\(word)'", symbol)
    } else if let form = Parser.forms[lower] {
      report(Parser.foreign("'\(word)'"), token.range, hint: form)
      skipRest()
    }
  }

  /// Reports a word or two, which are read as an operator.
  private mutating func replace(
    _ title: String, _ symbol: Token.Symbol, isTwoWords: Bool = false, hint: String? = nil
  ) {
    var range = token.range
    if isTwoWords {
      advance()
      range = range.through(token.range)
    }
    let verb = symbol == .equal || symbol == .notEqual ? "compare with" : "write"
    report(Parser.foreign(title), range, hint: hint ?? "\(verb) '\(symbol.rawValue)'")
    token = Token(kind: .symbol(symbol), range: range)
  }

  /// Reports a word that stands before an operand, and tells whether it did.
  @inline(never)
  mutating func refusesForeignPrefix(_ word: String, _ place: CELSourceRange) -> Bool {
    guard token.beginsOperand else { return false }
    let hint: String? =
      switch word.lowercased() {
      case "not": "write '!' before it"
      case "typeof": "write type(x)"
      case "new", "await": "write the value itself"
      case "lambda": "write the variable, a comma and the expression: list.map(x, x + 1)"
      default: nil
      }
    guard let hint else { return false }
    report(Parser.foreign("'\(word)'"), place, hint: hint)
    skipRest()
    return true
  }

  /// Reports `?.`, another language's way to a field or an element that may be missing.
  @inline(never)
  mutating func refuseChain(_ question: CELSourceRange, isIndex: Bool = false) {
    let form = isIndex ? "a[?b]" : "a.?b"
    report(
      Parser.foreign("'?.'"), CELSourceRange(question.start, question.end + 1),
      hint: "write \(form), and .orValue(c) after it for a value in its place")
    skipRest()
  }

  static func foreign(_ title: String) -> String { "\(title) doesn't belong in an expression" }

  /// Words that the language keeps for itself, with what to write where there is something.
  static let reserved: [String: String?] = {
    let binding = "write cel.bind(name, value, expression)"
    let loop = "write a macro: list.map(x, x + 1), .filter, .reduce"
    return [
      "if": condition, "else": condition, "let": binding, "var": binding, "const": binding, "for": loop,
      "while": loop, "loop": loop, "return": "write the value itself",
      "function": "write the expression itself",
      "as": nil, "break": nil, "continue": nil, "import": nil, "package": nil, "namespace": nil, "void": nil,
    ]
  }()
}

extension Token {
  /// The word that it is, in lower case.
  fileprivate var word: String? {
    switch kind {
    case .identifier(let name): name.lowercased()
    case .symbol(.in): "in"
    default: nil
    }
  }

  /// Whether an operand can begin with it, where an operator can't.
  var beginsOperand: Bool {
    switch kind {
    case .identifier, .int, .uint, .double, .string, .bytes: true
    case .symbol(.true), .symbol(.false), .symbol(.null), .symbol(.not): true
    case .quotedIdentifier, .symbol, .invalid, .end: false
    }
  }
}
