/// Primaries: literals, names and brackets.
extension Parser {
  @inline(never)
  mutating func literal(isNegative: Bool, from start: Int) -> SyntaxTree.Index? {
    let value: CELValue
    switch token.kind {
    case .int(let magnitude):
      if isNegative {
        value = .int(magnitude == 1 << 63 ? .min : -Int(magnitude))
      } else if let number = Int(exactly: magnitude) {
        value = .int(number)
      } else {
        report("the integer \(magnitude) is out of the 64-bit signed range", token.range)
        value = .int(0)
      }
    case .double(let number): value = .double(isNegative ? -number : number)
    case .uint(let number) where !isNegative: value = .uint(number)
    case .string(let text) where !isNegative: value = .string(text)
    case .bytes(let bytes) where !isNegative: value = .bytes(bytes)
    case .symbol(.true) where !isNegative: value = .bool(true)
    case .symbol(.false) where !isNegative: value = .bool(false)
    case .symbol(.null) where !isNegative: value = .null
    case .uint, .string, .bytes, .symbol, .identifier, .quotedIdentifier, .invalid, .end: return nil
    }
    advance()
    return add(.literal(value), range(from: start))
  }

  mutating func primary() -> SyntaxTree.Index {
    let start = token.range.start
    if let literal = literal(isNegative: false, from: start) { return literal }
    let isRooted = token.is(.dot)
    if isRooted { advance() }
    if case .identifier(let name) = token.kind {
      let place = token.range
      advance()
      if let hint = Parser.reserved[name] {
        report("'\(name)' is a reserved word", place, hint: hint)
        skipRest()
        return add(.invalid, place)
      }
      if take(.openParenthesis) {
        let arguments = arguments()
        let full = SyntaxTree.Name(text: (isRooted ? "." : "") + name, range: place)
        return call(full, arguments, range(from: start))
      }
      if refusesForeignPrefix(name, place) { return add(.invalid, place) }
      return add(.identifier(name, isRooted: isRooted), range(from: start))
    }
    if isRooted {
      unexpected("a name")
    } else if take(.openParenthesis) {
      let inner = expression()
      close(.closeParenthesis)
      return inner
    } else if take(.openBracket) {
      return list(from: start)
    } else if take(.openBrace) {
      let entries = entries(areFields: false)
      return add(.map(entries), range(from: start))
    } else {
      unexpected("an expression")
      // An operator in the place of an operand is skipped, so that what follows it is read.
      if case .invalid = token.kind {
        while case .invalid = token.kind { advance() }
        if token.beginsOperand, !token.is(.not) { return primary() }
      }
    }
    return add(.invalid, CELSourceRange(start, start))
  }

  /// Elements up to and including the `]`.
  private mutating func list(from start: Int) -> SyntaxTree.Index {
    var elements: [SyntaxTree.Element] = []
    while !token.is(.closeBracket) {
      let isOptional = take(.question)
      elements.append(.init(value: expression(), isOptional: isOptional))
      if !take(.comma) { break }
    }
    close(.closeBracket)
    return add(.list(elements), range(from: start))
  }

  /// Entries up to and including the `}`: keys or fields, with their values.
  mutating func entries(areFields: Bool) -> [SyntaxTree.Entry] {
    var entries: [SyntaxTree.Entry] = []
    while !token.is(.closeBrace) {
      let isOptional = take(.question)
      let key = areFields ? fieldName() : expression()
      expect(.colon)
      entries.append(.init(key: key, value: expression(), isOptional: isOptional))
      if !take(.comma) { break }
    }
    close(.closeBrace)
    return entries
  }

  private mutating func fieldName() -> SyntaxTree.Index {
    let place = token.range
    return add(takeFieldName().map { .literal(.string($0.text)) } ?? .invalid, place)
  }
}
