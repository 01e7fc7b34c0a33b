/// An operator of another language, with the words of this one.
struct ForeignOperator {
  let text: String
  /// The operator that it means, so that reading goes on.
  var symbol: Token.Symbol?
  let hint: String

  /// The operator of two or three characters with which a text begins.
  /// - Complexity: O(1)
  init?(_ first: Unicode.Scalar, _ second: Unicode.Scalar, _ third: Unicode.Scalar) {
    // Most symbols are followed by something else.
    switch second.value {
    case 0x2A...0x2E, 0x3A...0x3F, 0x7E: break
    default: return nil
    }
    switch (first, second) {
    case ("=", "=") where third == "=": self.init("===", .equal)
    case ("!", "=") where third == "=": self.init("!==", .notEqual)
    case ("<", ">"): self.init("<>", .notEqual)
    case ("=", ">"), ("-", ">"):
      self.init("\(first)>", "write the variable, a comma and the expression: list.map(x, x + 1)")
    case ("?", "?"), ("?", ":"):
      self.init("?\(second)", "write a != null ? a : b, or a.?b.orValue(c) for a field that may be missing")
    case ("+", "="), ("-", "="), ("*", "="), ("/", "="), ("%", "="):
      self.init("\(first)=", "an expression sets nothing: write a \(first) b")
    case ("+", "+"): self.init("++", "an expression sets nothing: write a + 1")
    case (":", "="): self.init(":=", "write cel.bind(name, value, expression)")
    case ("*", "*"): self.init("**", "write a * a")
    case ("<", "<"): self.init("<<", "write math.bitShiftLeft(a, b)")
    case (">", ">"): self.init(">>", "write math.bitShiftRight(a, b)")
    case ("=", "~"): self.init("=~", "write a.matches(b)")
    case ("!", "~"): self.init("!~", "write !a.matches(b)")
    case (".", ".") where third == ".": self.init("...", "join lists with '+': [a] + b")
    case (".", "."): self.init("..", "write lists.range(n)")
    default: return nil
    }
  }

  private init(_ text: String, _ symbol: Token.Symbol) {
    self.text = text
    self.symbol = symbol
    hint = "compare with '\(symbol.rawValue)'"
  }

  private init(_ text: String, _ hint: String) {
    self.text = text
    self.hint = hint
  }

  /// The words of the language for a character that begins none of its tokens.
  static func hint(for scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "=": "compare with '=='"
    case "&": "write '&&'"
    case "|": "write '||'"
    case "^": "write math.bitXor(a, b)"
    case "~": "write math.bitNot(a)"
    default: nil
    }
  }
}
