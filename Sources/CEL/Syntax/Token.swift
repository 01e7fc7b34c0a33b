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
    /// Text that is no token, which was reported.
    case invalid
    case end
  }

  /// Operators, punctuation and the words that are neither names nor selectors.
  enum Symbol: String, Sendable {
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

  /// What an error message calls the token.
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
