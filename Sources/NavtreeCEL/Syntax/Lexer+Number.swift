extension Lexer {
  /// `12`, `0x1F`, with `u` for unsigned; `1.5`, `.5`, `1e3`.
  mutating func number() -> Token.Kind {
    let start = position
    if scalars[start] == "0", scalar(at: start + 1) == "x", scalar(at: start + 2).hexDigit != nil {
      position += 2
      while !isAtEnd, scalars[position].hexDigit != nil { position += 1 }
      return integer(text(start + 2, position), radix: 16, from: start)
    }
    skipDigits()
    let digitsEnd = position
    if scalar(at: position) == ".", scalar(at: position + 1).isDigit {
      position += 1
      skipDigits()
    }
    if scalar(at: position) == "e" || scalar(at: position) == "E" {
      let sign = scalar(at: position + 1)
      let first = sign == "+" || sign == "-" ? position + 2 : position + 1
      if scalar(at: first).isDigit {
        position = first
        skipDigits()
      }
    }
    if position == digitsEnd { return integer(text(start, position), radix: 10, from: start) }
    guard let value = Double(text(start, position)), value.isFinite else {
      report("the number \(text(start, position)) is out of range", start, position)
      return .invalid
    }
    return followed(.double(value), from: start)
  }

  private mutating func skipDigits() {
    while !isAtEnd, scalars[position].isDigit { position += 1 }
  }

  private mutating func integer(_ digits: String, radix: Int, from start: Int) -> Token.Kind {
    let isUnsigned = scalar(at: position) == "u" || scalar(at: position) == "U"
    if isUnsigned { position += 1 }
    guard let value = UInt(digits, radix: radix), isUnsigned || value <= 1 << 63 else {
      report(
        "the integer \(text(start, position)) is out of the 64-bit \(isUnsigned ? "unsigned" : "signed") range",
        start, position)
      return .invalid
    }
    return followed(isUnsigned ? .uint(value) : .int(value), from: start)
  }

  /// A number must not run into a name: `1st` is a mistake, not two tokens.
  private mutating func followed(_ kind: Token.Kind, from start: Int) -> Token.Kind {
    guard !isAtEnd, scalars[position].isIdentifierPart, scalars[position] != "i" else { return kind }
    let end = position
    while !isAtEnd, scalars[position].isIdentifierPart { position += 1 }
    let unit = text(end, position)
    let isDuration = ["h", "m", "s", "ms", "us", "ns"].contains(unit)
    report(
      "'\(unit)' follows a number", end, position,
      hint: isDuration ? "write duration('\(text(start, position))')" : nil)
    return .invalid
  }
}
