/// A lexical element of an expression.
struct Token: Sendable {
  enum Kind: Sendable {
    case identifier(String)
    /// `` `content-type` ``, for a field that is no identifier.
    case quotedIdentifier(String)
    /// The magnitude of an integer; a sign before it belongs to the expression.
    case int(UInt)
    case uint(UInt)
    case double(Double)
    case string(String)
    case bytes([UInt8])
    case symbol(Symbol)
    /// Text that is no token; it has been reported.
    case invalid
    case end
  }

  /// Operators, punctuation and the words that are neither names nor selectors.
  enum Symbol: String, CaseIterable, Sendable {
    case question = "?"
    case colon = ":"
    case or = "||"
    case and = "&&"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case equal = "=="
    case notEqual = "!="
    case `in`
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"
    case remainder = "%"
    case not = "!"
    case dot = "."
    case comma = ","
    case openParenthesis = "("
    case closeParenthesis = ")"
    case openBracket = "["
    case closeBracket = "]"
    case openBrace = "{"
    case closeBrace = "}"
    case `true`
    case `false`
    case null
  }

  let kind: Kind
  let range: CELSourceRange

  var symbol: Symbol? {
    if case .symbol(let symbol) = kind { symbol } else { nil }
  }

  func `is`(_ symbol: Symbol) -> Bool {
    self.symbol == symbol
  }

  /// The token in an error message.
  var description: String {
    switch kind {
    case .identifier(let name): "'\(name)'"
    case .quotedIdentifier(let name): "'`\(name)`'"
    case .int, .uint, .double: "a number"
    case .string: "a string"
    case .bytes: "bytes"
    case .symbol(let symbol): "'\(symbol.rawValue)'"
    case .invalid: "this"
    case .end: "the end of the expression"
    }
  }
}

extension Token.Symbol {
  /// The symbol of one character.
  init?(_ scalar: Unicode.Scalar) {
    guard scalar.isASCII, let symbol = Token.Symbol.ofOneCharacter[Int(scalar.value)] else { return nil }
    self = symbol
  }

  /// The symbols of one character, by its code.
  private static let ofOneCharacter: [Token.Symbol?] = {
    var symbols: [Token.Symbol?] = Array(repeating: nil, count: 128)
    for symbol in allCases where symbol.rawValue.utf8.count == 1 {
      for code in symbol.rawValue.utf8 { symbols[Int(code)] = symbol }
    }
    return symbols
  }()

  /// The symbol of two characters.
  init?(_ first: Unicode.Scalar, _ second: Unicode.Scalar) {
    switch (first, second) {
    case ("|", "|"): self = .or
    case ("&", "&"): self = .and
    case ("<", "="): self = .lessOrEqual
    case (">", "="): self = .greaterOrEqual
    case ("=", "="): self = .equal
    case ("!", "="): self = .notEqual
    default: return nil
    }
  }

  /// The function that an operator calls, and how tightly it binds; nil if it is no operator between two operands.
  var binary: (name: String, precedence: Int)? {
    switch self {
    case .or: ("_||_", 1)
    case .and: ("_&&_", 2)
    case .less: ("_<_", 3)
    case .lessOrEqual: ("_<=_", 3)
    case .greater: ("_>_", 3)
    case .greaterOrEqual: ("_>=_", 3)
    case .equal: ("_==_", 3)
    case .notEqual: ("_!=_", 3)
    case .in: ("@in", 3)
    case .plus: ("_+_", 4)
    case .minus: ("_-_", 4)
    case .times: ("_*_", 5)
    case .divided: ("_/_", 5)
    case .remainder: ("_%_", 5)
    case .question, .colon, .not, .dot, .comma, .openParenthesis, .closeParenthesis, .openBracket,
      .closeBracket, .openBrace, .closeBrace, .true, .false, .null:
      nil
    }
  }
}
