/// The causes of libyaml's errors.
extension YAMLAdvice {
  // MARK: Characters

  func encoding(_ problem: String, at byte: Int) -> Diagnostic {
    let bytes = source.bytes
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let offset = byte + (hasMark ? 3 : 0)
    let place = source.place(of: source.mark(of: offset))
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return Diagnostic(.error, .encoding, "the file is UTF-16", at: place, hint: "save it as UTF-8")
    }
    // Flows begin with ASCII, of which every second byte is 0 in UTF-16.
    if bytes.count > 3, (bytes[0] == 0) != (bytes[1] == 0), (bytes[2] == 0) == (bytes[0] == 0) {
      return Diagnostic(
        .error, .encoding, "the file is UTF-16 without a byte order mark", at: place,
        hint: "save it as UTF-8")
    }
    if problem.contains("control characters"), offset < bytes.count,
      let scalar = String(decoding: bytes[offset...].prefix(4), as: UTF8.self).unicodeScalars.first
    {
      let escape =
        scalar.value < 0x100 ? "\\x" + LineText.hex(scalar.value, 2) : "\\u" + LineText.hex(scalar.value, 4)
      return Diagnostic(
        .error, .encoding,
        "U+\(LineText.hex(scalar.value, 4)), a control character, which YAML doesn't allow",
        at: place,
        hint: Hint("take it out, or write it as an escape in double quotes: \"\(escape)\"", .span("")))
    }
    return Diagnostic(
      .error, .encoding, "these bytes are no UTF-8", at: place, hint: "save the file as UTF-8")
  }

  // MARK: Quotes and brackets

  func unclosed(_ opening: YAMLMark) -> Diagnostic {
    let quote = String(source.scalar(at: opening).map(Character.init) ?? "\"")
    return Diagnostic(
      .error, .yamlQuote, "the quote that opens here isn't closed on its line",
      at: source.location(from: opening, to: YAMLMark(line: opening.line, column: opening.column + 1)),
      hint: Hint(
        "close it: \(LineText.trimmed(source.line(Int(opening.line))) + quote)",
        .edit(.appending(quote, toLine: opening.line, in: source))))
  }

  func special(
    _ error: YAMLSyntaxError, at place: SourceLocation, _ line: YAMLLine
  ) -> Diagnostic {
    let first = source.scalar(at: error.contextMark ?? error.mark).map { String(Character($0)) } ?? ""
    let mark = error.contextMark.flatMap { $0.line == error.mark.line ? $0 : nil } ?? error.mark
    return Diagnostic(
      .error, .yamlStart, "an unquoted value can't begin with '\(first)'", at: place,
      hint: quoting(at: mark) ?? "quote it")
  }

  func bracket(_ error: YAMLSyntaxError) -> Diagnostic {
    let start = error.contextMark ?? error.mark
    let closing = error.problem.hasSuffix("']'") ? "]" : "}"
    let opening = closing == "]" ? "[" : "{"
    let here = source.place(of: error.mark)
    let message = "expected ',' or '\(closing)' here"
    let isFlow = start.line != error.mark.line
    if let line = source.shortLine(Int(error.mark.line)) {
      let values = FlowValues(line, isFlow: isFlow)
      if let key = values.cutKeys.first(where: { $0.contains(Int(error.mark.column)) }) {
        return Diagnostic(
          .error, .yamlBracket, message, at: here,
          hint: quoting(key: key, of: values, error.mark.line))
      }
      if let range = values.range(at: Int(error.mark.column)), values.isCut(range) || values.hasColon(range) {
        return Diagnostic(
          .error, .yamlBracket, message, at: here,
          hint: quoting(
            "quote it", range, of: values, error.mark.line,
            below: IndentRepair(source, vocabulary).keys(above: Int(error.mark.line))))
      }
    }
    if isFlow {
      let text = source.line(Int(start.line))
      let values = FlowValues(text)
      if let range = values.ranges.first(where: { LineText.inDoubleBraces(values.text($0)) != nil }) {
        let mark = YAMLMark(line: start.line, column: Int32(clamping: range.lowerBound))
        return Diagnostic(
          .error, .yamlBracket, "the '{{' that opens here isn't closed, and is no expression in YAML",
          at: source.location(from: mark, to: YAMLMark(line: mark.line, column: mark.column + 2)),
          hint: quoting("quote it", range, of: values, start.line))
      }
      let line = LineText.trimmed(text)
      return Diagnostic(
        .error, .yamlBracket,
        "the '\(opening)' that opens here isn't closed before line \(error.mark.line + 1)",
        at: source.location(from: start, to: YAMLMark(line: start.line, column: start.column + 1)),
        hint: Hint(
          "close it: \(line) \(closing)", .edit(.appending(" \(closing)", toLine: start.line, in: source))))
    }
    return Diagnostic(
      .error, .yamlBracket, message, at: here,
      hint: "put a comma between the items, or quote an item that holds any of [ ] { } ,")
  }

  // MARK: Keys

  /// A colon where no key can stand.
  func anotherKey(
    _ mark: YAMLMark, at place: SourceLocation, _ line: YAMLLine
  ) -> Diagnostic {
    let above = line.keyEnd == Int(mark.column) ? source.lineAbove(Int(mark.line)) : nil
    if let above, let fault = missingColon(above) { return fault }
    if let above, YAMLLine(above.text).indent < line.indent {
      let hint = IndentRepair.hint(for: Int(mark.line), width: YAMLLine(above.text).indent, in: source)
      return Diagnostic(
        .error, .yamlIndent, "this key stands deeper than the one above it, which has a value already",
        at: place, hint: hint)
    }
    return Diagnostic(
      .error, .yamlColon, "a ': ' inside an unquoted value begins another key", at: place,
      hint: quoting("quote the value", at: mark) ?? "quote the value")
  }

  /// A line above that was meant as a key, and joined this one as a text of two lines.
  private func missingColon(_ above: (text: String, number: Int)) -> Diagnostic? {
    let line = YAMLLine(above.text)
    guard line.keyEnd == nil else { return nil }
    let text = LineText.trimmed(above.text)
    let mark = YAMLMark(line: Int32(clamping: above.number - 1), column: Int32(clamping: line.indent))
    let place = source.location(from: mark, to: YAMLMark(line: mark.line + 1, column: 0))
    if let colon = text.firstIndex(of: ":"), vocabulary.isName(String(text[..<colon])) {
      let spaced = "\(text[...colon]) \(text[text.index(after: colon)...])"
      return Diagnostic(
        .error, .yamlColon, "a key's colon wants a space behind it", at: place,
        hint: .write(spaced, isCertain: true))
    }
    guard vocabulary.isName(text) else { return nil }
    return Diagnostic(
      .error, .yamlColon, "'\(text)' has no colon behind it", at: place,
      hint: .write("\(text):", isCertain: true))
  }

  /// The colon that a line lacks: behind its key where text follows that, else at its end.
  func colon(of mark: YAMLMark) -> Hint {
    let line = source.line(Int(mark.line))
    let text = LineText.trimmed(line)
    let saying = "write a colon and a space after the key"
    let end = line.unicodeScalars.count
    let start = Int(mark.column)
    if vocabulary.isName(text) {
      return Hint(
        "\(saying): \(text): …", .edit(.appending(":", toLine: mark.line, in: source)),
        isCertain: true)
    }
    for separator in [":", "=", " "] {
      guard let range = text.firstRange(of: separator) else { continue }
      let name = LineText.trimmed(String(text[..<range.lowerBound]))
      guard vocabulary.isName(name), separator != " " || vocabulary.isKey(name) else { continue }
      let written = "\(name): \(LineText.trimmed(String(text[range.upperBound...])))"
      return Hint(
        "\(saying): \(written)", .edit(SourceEdit(start..<end, ofLine: mark.line, with: written)),
        isCertain: true)
    }
    return Hint("\(saying): \(text): …")
  }

  /// A list that begins on the line of its key.
  func list(
    _ mark: YAMLMark, at place: SourceLocation, _ line: YAMLLine
  ) -> Diagnostic {
    let key = line.head.split(separator: " ").last.map { String($0.dropLast()) } ?? ""
    // After a bracket, as in '] - a: 1', the key lies in the list.
    let start = line.keyEnd.map { min($0 + 1, Int(mark.column)) } ?? Int(mark.column)
    if vocabulary.takesText(key) {
      return Diagnostic(
        .error, .yamlStart, "an unquoted value can't begin with '- '", at: place,
        hint: quoting(valueOfLine: mark.line))
    }
    let scalars = Array(source.line(Int(mark.line)).unicodeScalars)
    let item = LineText.trimmed(String(String.UnicodeScalarView(scalars.dropFirst(Int(mark.column)))))
    let below = YAMLLine(source.line(Int(mark.line) + 1))
    let width = below.head.hasPrefix("- ") && below.indent > line.indent ? below.indent : line.indent + 2
    return Diagnostic(
      .error, .yamlSyntax, "a list can't begin on the line of its key", at: place,
      hint: Hint(
        "put '\(item)' on a line of its own, or write [a, b]",
        .edit(
          SourceEdit(
            start..<Int(mark.column), ofLine: mark.line, with: "\n" + String(repeating: " ", count: width)))))
  }
}
