/// Cuts a source into tokens.
///
/// Positions are in Unicode scalars. Text that is no token is reported and skipped, so that all faults are
/// found.
struct Lexer {
  let scalars: [Unicode.Scalar]
  var position: Int
  var diagnostics: [CELDiagnostic] = []

  init(_ scalars: [Unicode.Scalar], from position: Int = 0) {
    self.scalars = scalars
    self.position = position
  }

  func scalar(at offset: Int) -> Unicode.Scalar {
    offset < scalars.count ? scalars[offset] : "\0"
  }

  var isAtEnd: Bool { position >= scalars.count }

  mutating func report(_ message: String, _ start: Int, _ end: Int, hint: String? = nil) {
    diagnostics.append(
      CELDiagnostic(code: .syntax, message: message, hint: hint, range: CELSourceRange(start, end)))
  }

  mutating func next() -> Token {
    skipBlank()
    let start = position
    guard !isAtEnd else { return Token(kind: .end, range: CELSourceRange(start, start)) }
    let first = scalars[start]
    let kind: Token.Kind
    switch first {
    case "a"..."z", "A"..."Z", "_": kind = word()
    case "0"..."9": kind = number()
    case ".": kind = scalar(at: start + 1).isDigit ? number() : symbol()
    case "\"", "'": kind = text(isRaw: false, isBytes: false)
    case "`": kind = quotedIdentifier()
    default: kind = symbol()
    }
    return Token(kind: kind, range: CELSourceRange(start, position))
  }

  /// Whitespace, and comments from `//` to the end of the line.
  private mutating func skipBlank() {
    while !isAtEnd {
      switch scalars[position] {
      case " ", "\t", "\n", "\r", "\u{0C}": position += 1
      case "/" where scalar(at: position + 1) == "/":
        while !isAtEnd, scalars[position] != "\n", scalars[position] != "\r" { position += 1 }
      case let scalar where scalar.isForeignSpace:
        let start = position
        while !isAtEnd, scalars[position] == scalar { position += 1 }
        let code = String(scalar.value, radix: 16, uppercase: true)
        let title = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
        report(Parser.foreign(title), start, position, hint: "write a plain space")
      default: return
      }
    }
  }

  private mutating func word() -> Token.Kind {
    let start = position
    // `b"…"`, `r"…"` and `br"…"`, in either case.
    var quote = start
    let isBytes = scalars[quote] == "b" || scalars[quote] == "B"
    if isBytes { quote += 1 }
    let isRaw = scalar(at: quote) == "r" || scalar(at: quote) == "R"
    if isRaw { quote += 1 }
    if isBytes || isRaw, scalar(at: quote) == "\"" || scalar(at: quote) == "'" {
      position = quote
      return text(isRaw: isRaw, isBytes: isBytes)
    }
    while !isAtEnd, scalars[position].isIdentifierPart { position += 1 }
    let name = text(start, position)
    switch name {
    case "true": return .symbol(.true)
    case "false": return .symbol(.false)
    case "null": return .symbol(.null)
    case "in": return .symbol(.in)
    default: return .identifier(name)
    }
  }

  func text(_ start: Int, _ end: Int) -> String {
    // Names are ASCII, and a string made of bytes costs a tenth of one made of scalars.
    String(unsafeUninitializedCapacity: 4 * (end - start)) { bytes in
      var count = 0
      for scalar in scalars[start..<end] {
        if scalar.isASCII {
          bytes[count] = UInt8(truncatingIfNeeded: scalar.value)
          count += 1
        } else {
          for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
            bytes[count] = unit
            count += 1
          }
        }
      }
      return count
    }
  }

  /// `` `name` `` of letters, digits, `_`, `.`, `-`, `/` and spaces.
  private mutating func quotedIdentifier() -> Token.Kind {
    let start = position
    position += 1
    while !isAtEnd, scalars[position].isIdentifierPart || "./- ".unicodeScalars.contains(scalars[position]) {
      position += 1
    }
    guard scalar(at: position) == "`", !isAtEnd else {
      if isAtEnd {
        report("a quoted field has no end", start, position, hint: "close it with `")
      } else {
        report("a quoted field can't hold '\(scalars[position])'", position, position + 1)
        position += 1
      }
      return .invalid
    }
    position += 1
    guard position - start > 2 else {
      report("a quoted field is empty", start, position)
      return .invalid
    }
    return .quotedIdentifier(text(start + 1, position - 1))
  }

  private mutating func symbol() -> Token.Kind {
    let start = position
    let (first, second) = (scalars[start], scalar(at: start + 1))
    if let foreign = ForeignOperator(first, second, scalar(at: start + 2)) {
      position += foreign.text.unicodeScalars.count
      report(Parser.foreign("'\(foreign.text)'"), start, position, hint: foreign.hint)
      return foreign.symbol.map(Token.Kind.symbol) ?? .invalid
    }
    if let symbol = Token.Symbol(first, second) {
      position += 2
      return .symbol(symbol)
    }
    position += 1
    if let symbol = Token.Symbol(first) { return .symbol(symbol) }
    if let closing = Lexer.curlyQuotes[first] { return curlyText(from: start, to: closing) }
    report(Parser.foreign("'\(first)'"), start, start + 1, hint: ForeignOperator.hint(for: first))
    return .invalid
  }

  /// The quotes of a word processor, each with the one that closes it.
  private static let curlyQuotes: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{201C}": "\u{201D}", "\u{2018}": "\u{2019}", "\u{201D}": "\u{201D}", "\u{2019}": "\u{2019}",
    "\u{201E}": "\u{201C}", "\u{AB}": "\u{BB}",
  ]

  /// A text in quotes that aren't the language's: reported, and read as a text.
  private mutating func curlyText(from start: Int, to closing: Unicode.Scalar) -> Token.Kind {
    while !isAtEnd, scalars[position] != closing, scalars[position] != "\n" { position += 1 }
    let content = text(start + 1, position)
    if !isAtEnd, scalars[position] == closing { position += 1 }
    report(Parser.foreign("'\(scalars[start])'"), start, start + 1, hint: "write straight quotes: '…'")
    return .string(content)
  }

  /// A string or bytes literal, from its opening quote.
  private mutating func text(isRaw: Bool, isBytes: Bool) -> Token.Kind {
    var literal = TextLiteral(scalars: scalars, position: position, isRaw: isRaw, isBytes: isBytes)
    let kind = literal.read()
    position = literal.position
    diagnostics += literal.diagnostics
    return kind
  }
}

extension Unicode.Scalar {
  /// A space, visible or not, that the language doesn't take for one.
  fileprivate var isForeignSpace: Bool {
    value > 0x7F && (properties.isWhitespace || (0x200B...0x200D).contains(value) || value == 0xFEFF)
  }

  var isDigit: Bool { ("0"..."9").contains(self) }

  var isIdentifierPart: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: false
    }
  }

  /// The value of a hexadecimal digit.
  var hexDigit: UInt32? {
    switch self {
    case "0"..."9": value - 48
    case "a"..."f": value - 87
    case "A"..."F": value - 55
    default: nil
    }
  }
}
