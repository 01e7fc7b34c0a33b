import NavigationTree

/// Turns libyaml's errors into hints about what to type.
enum YAMLAdvice {
  static func diagnostic(for error: YAMLSyntaxError, in source: SourceText) -> Diagnostic {
    if let byte = error.byte { return encoding(error.problem, at: byte, in: source) }
    let mark = error.mark
    let place = source.location(from: mark, to: YAMLMark(line: mark.line, column: mark.column + 1))
    let line = source.line(Int(mark.line))

    if let column = indentingTab(in: line) ?? (scalar(at: mark, in: source) == "\t" ? Int(mark.column) : nil)
    {
      let at = YAMLMark(line: mark.line, column: Int32(clamping: column))
      let spaced = line.map { $0 == "\t" ? "  " : String($0) }.joined()
      return Diagnostic(
        .error, .yamlTab, "a tab where YAML wants spaces",
        at: source.location(from: at, to: YAMLMark(line: at.line, column: at.column + 1)),
        hint: "indent with spaces: \(spaced)")
    }
    if let opening = unclosedQuote(error, in: source) {
      let quoted = source.line(Int(opening.line))
      let closed = trimmed(quoted) + String(scalar(at: opening, in: source).map(Character.init) ?? "\"")
      return Diagnostic(
        .error, .yamlQuote, "the quote that opens here isn't closed on its line",
        at: source.location(from: opening, to: YAMLMark(line: opening.line, column: opening.column + 1)),
        hint: "close it: \(trimmedStart(closed))")
    }
    let written = YAMLLine(line)
    switch error.problem {
    case "mapping values are not allowed in this context":
      let above = written.keyEnd == Int(mark.column) ? lineAbove(mark, in: source) : nil
      if let above, let fault = missingColon(above, in: source) { return fault }
      if let above, YAMLLine(above.text).indent < written.indent {
        let aligned = String(repeating: " ", count: YAMLLine(above.text).indent) + trimmedStart(line)
        return Diagnostic(
          .error, .yamlIndent, "this key stands deeper than the one above it, which has a value already",
          at: place,
          hint: "indent it like line \(above.number): \(aligned)")
      }
      return Diagnostic(
        .error, .yamlColon, "a ': ' inside an unquoted value begins another key", at: place,
        hint: quotedLine(line).map { "quote the value: \($0)" } ?? "quote the value")
    case "did not find expected key" where error.context == "while parsing a block mapping",
      "did not find expected '-' indicator":
      if let rest = written.value, "\"'[{".contains(rest.prefix(1)), mark.column > written.indent {
        return Diagnostic(
          .error, .yamlStart,
          "the value ends before this; what follows a closing quote or bracket isn't read",
          at: place, hint: quotedLine(line).map { "quote the whole value: \($0)" })
      }
      let width = error.contextMark.map { Int($0.column) } ?? 0
      let aligned = String(repeating: " ", count: width) + trimmedStart(line)
      return Diagnostic(
        .error, .yamlIndent, "this line is indented like none of the lines that it could belong to",
        at: place,
        hint: "indent it by \(width) spaces: \(aligned)")
    case "could not find expected ':'":
      let start = error.contextMark ?? mark
      let keyLine = source.line(Int(start.line))
      return Diagnostic(
        .error, .yamlSyntax, "this line is neither 'key: value' nor '- item'",
        at: source.location(from: start, to: YAMLMark(line: start.line + 1, column: 0)),
        hint: "write a colon and a space after the key: \(trimmed(keyLine)): …")
    case "block sequence entries are not allowed in this context":
      return Diagnostic(
        .error, .yamlSyntax, "a list can't begin on the line of its key", at: place,
        hint:
          "put '\(trimmed(String(String.UnicodeScalarView(line.unicodeScalars.dropFirst(Int(mark.column))))))' on a line of its own, or write [a, b]"
      )
    case "found character that cannot start any token",
      "did not find expected alphabetic or numeric character",
      "did not find expected whitespace or line break", "did not find expected '!'",
      "did not find expected tag URI",
      "did not find expected comment or line break":
      return special(error, at: place, line: line)
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
      return bracket(error, in: source)
    case "mapping keys are not allowed in this context" where line.contains("]?"):
      return Diagnostic(
        .error, .yamlSyntax, "a '?' behind a list isn't YAML", at: place,
        hint: quotedLine(line).map { "quote it: \($0)" } ?? "quote the list and its '?'")
    case "found unknown escape character", "did not find expected hexdecimal number":
      return Diagnostic(
        .error, .yamlQuote, "a backslash in double quotes begins an escape, and this is none", at: place,
        hint: "write \\\\ for a backslash, or use single quotes")
    case "did not find expected <document start>":
      return Diagnostic(
        .error, .yamlSyntax, "something stands here after the document's end", at: place,
        hint: "a flow is one map of 'key: value' lines")
    case "found undefined tag handle":
      return special(error, at: place, line: line)
    default:
      return Diagnostic(
        .error, .yamlSyntax, plain(error), at: place,
        hint: quotedLine(line).map { "if the value is text, quote it: \($0)" })
    }
  }

  // MARK: Lines to type

  /// `key: value` with the value quoted, where the line is of that form and the value isn't quoted yet.
  static func quotedLine(_ line: String) -> String? {
    let written = YAMLLine(line)
    guard let value = written.value, !value.isEmpty else { return nil }
    return written.head + quoted(value)
  }

  /// The same for the line of a mark; nil for a line too long to be typed.
  static func quotedLine(_ mark: YAMLMark, in source: SourceText) -> String? {
    source.shortLine(Int(mark.line)).flatMap(quotedLine)
  }

  /// Any text quoted for YAML, on one line.
  static func quoted(_ text: String) -> String {
    // Text that is quoted already, except for a quote inside, means its content.
    if text.count > 1, let quote = text.first, text.last == quote, quote == "'" || quote == "\"" {
      let inside = text.dropFirst().dropLast()
      if inside.contains(quote), !inside.contains(" + "), !inside.contains(" == ") {
        return quoted(String(inside))
      }
    }
    if !text.contains("\""), !text.contains("\\") { return "\"\(text)\"" }
    return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  // MARK: Causes

  private static func encoding(_ problem: String, at byte: Int, in source: SourceText) -> Diagnostic {
    let hasMark = source.bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let mark = source.mark(of: byte + (hasMark ? 3 : 0))
    let place = source.location(from: mark, to: YAMLMark(line: mark.line, column: mark.column + 1))
    if source.bytes.starts(with: [0xFF, 0xFE]) || source.bytes.starts(with: [0xFE, 0xFF]) {
      return Diagnostic(.error, .encoding, "the file is UTF-16", at: place, hint: "save it as UTF-8")
    }
    if problem.contains("control characters") {
      return Diagnostic(
        .error, .encoding, "a control character, which YAML doesn't allow", at: place,
        hint: "take it out, or write it as an escape in double quotes: \"\\x07\"")
    }
    return Diagnostic(
      .error, .encoding, "these bytes are no UTF-8", at: place, hint: "save the file as UTF-8")
  }

  private static func special(_ error: YAMLSyntaxError, at place: SourceLocation, line: String) -> Diagnostic
  {
    let written = YAMLLine(line)
    let first = written.value?.prefix(1) ?? trimmedStart(line).prefix(1)
    return Diagnostic(
      .error, .yamlStart, "an unquoted value can't begin with '\(first)'", at: place,
      hint: quotedLine(line).map { "quote it: \($0)" } ?? "quote it")
  }

  private static func bracket(_ error: YAMLSyntaxError, in source: SourceText) -> Diagnostic {
    let start = error.contextMark ?? error.mark
    let closing = error.problem.hasSuffix("']'") ? "]" : "}"
    let opening = closing == "]" ? "[" : "{"
    let line = source.line(Int(start.line))
    if start.line != error.mark.line {
      return Diagnostic(
        .error, .yamlBracket,
        "the '\(opening)' that opens here isn't closed before line \(error.mark.line + 1)",
        at: source.location(from: start, to: YAMLMark(line: start.line, column: start.column + 1)),
        hint: "close it: \(trimmed(line)) \(closing)")
    }
    let hint: String
    if let template = unquotedTemplate(line) {
      hint = "quote it: \"\(template)\""
    } else if let item = unquotedItem(line, around: Int(error.mark.column)) {
      hint = "quote it: \(item)"
    } else {
      hint = "put a comma between the items, or quote an item that holds any of [ ] { } ,"
    }
    return Diagnostic(
      .error, .yamlBracket, "expected ',' or '\(closing)' here",
      at: source.location(
        from: error.mark, to: YAMLMark(line: error.mark.line, column: error.mark.column + 1)),
      hint: hint)
  }

  /// `key: "value"` for the item of a map in braces that a column lies in, where its value holds brackets.
  private static func unquotedItem(_ line: String, around column: Int) -> String? {
    let scalars = Array(line.unicodeScalars)
    guard column <= scalars.count else { return nil }
    var colon = column - 1
    while colon > 0, !(scalars[colon - 1] == ":" && scalars[colon] == " ") { colon -= 1 }
    guard colon > 0 else { return nil }
    var key = colon - 1
    while key > 0, isOfName(scalars[key - 1]) { key -= 1 }
    let name = String(String.UnicodeScalarView(scalars[key..<(colon - 1)]))
    guard NavigationPath.isName(name) else { return nil }
    var end = colon
    var depth = 0
    while end < scalars.count {
      switch scalars[end] {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      default: break
      }
      if depth < 0 || depth == 0 && scalars[end] == "," { break }
      end += 1
    }
    let value = trimmed(String(String.UnicodeScalarView(scalars[colon..<end])))
    guard value.contains("[") || value.contains("{") else { return nil }
    return "\(name): \(quoted(value))"
  }

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
    default: false
    }
  }

  /// A line above that was meant as a key, and joined this one as a text of two lines.
  private static func missingColon(_ above: (text: String, number: Int), in source: SourceText) -> Diagnostic?
  {
    let line = YAMLLine(above.text)
    guard line.keyEnd == nil else { return nil }
    let text = trimmed(above.text)
    let mark = YAMLMark(line: Int32(clamping: above.number - 1), column: Int32(clamping: line.indent))
    let place = source.location(from: mark, to: YAMLMark(line: mark.line + 1, column: 0))
    if let colon = text.firstIndex(of: ":"), NavigationPath.isName(String(text[..<colon])) {
      return Diagnostic(
        .error, .yamlColon, "a key's colon wants a space behind it", at: place,
        hint: "write \(text[...colon]) \(text[text.index(after: colon)...])")
    }
    guard NavigationPath.isName(text) else { return nil }
    return Diagnostic(
      .error, .yamlColon, "'\(text)' has no colon behind it", at: place, hint: "write \(text):")
  }

  private static func plain(_ error: YAMLSyntaxError) -> String {
    error.context.isEmpty ? error.problem : "\(error.problem) \(error.context)"
  }

  /// `${…}` in braces without quotes around it.
  private static func unquotedTemplate(_ line: String) -> String? {
    guard let range = line.firstRange(of: "${") else { return nil }
    if let before = line[..<range.lowerBound].last, before == "\"" || before == "'" { return nil }
    var depth = 0
    for index in line.indices[range.lowerBound...] {
      if line[index] == "{" { depth += 1 }
      if line[index] == "}" {
        depth -= 1
        if depth == 0 { return String(line[range.lowerBound...index]) }
      }
    }
    return nil
  }

  /// The opening quote of a value that runs past its line and so swallows the text after it.
  private static func unclosedQuote(_ error: YAMLSyntaxError, in source: SourceText) -> YAMLMark? {
    if error.context == "while scanning a quoted scalar", let opening = error.contextMark {
      let isOpen = error.problem.hasPrefix("found unexpected") || opening.line != error.mark.line
      return isOpen ? opening : nil
    }
    // The scanner takes the next quote, lines below, for the closing one, and stumbles over what follows it.
    var line = Int(error.mark.line)
    let last = max(0, line - 20)
    while line >= last {
      let written = YAMLLine(source.line(line))
      if let column = written.openQuote {
        return line < error.mark.line || column < error.mark.column
          ? YAMLMark(line: Int32(clamping: line), column: Int32(clamping: column)) : nil
      }
      line -= 1
    }
    return nil
  }

  private static func indentingTab(in line: String) -> Int? {
    for (column, scalar) in line.unicodeScalars.enumerated() {
      if scalar == "\t" { return column }
      if scalar != " " { return nil }
    }
    return nil
  }

  private static func scalar(at mark: YAMLMark, in source: SourceText) -> Unicode.Scalar? {
    source.line(Int(mark.line)).unicodeScalars.dropFirst(Int(mark.column)).first
  }

  private static func lineAbove(_ mark: YAMLMark, in source: SourceText) -> (text: String, number: Int)? {
    var line = Int(mark.line) - 1
    while line >= 0 {
      let text = source.line(line)
      let content = trimmedStart(text)
      if !content.isEmpty, !content.hasPrefix("#") { return (text, line + 1) }
      line -= 1
    }
    return nil
  }

  private static func trimmedStart(_ text: String) -> String {
    String(text.drop { $0 == " " || $0 == "\t" })
  }

  private static func trimmed(_ text: String) -> String {
    var text = trimmedStart(text)
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
