/// Lines to type instead of those that are there.
extension YAMLAdvice {
  /// The line of a mark with the value there quoted, and no more than that; nil where the line has no such
  /// value, or is too long to be typed.
  static func quoting(
    _ saying: String = "quote it", at mark: YAMLMark, in source: SourceText, isFlow: Bool = false
  ) -> Hint? {
    guard let line = source.shortLine(Int(mark.line)) else { return nil }
    let values = FlowValues(line, isFlow: isFlow)
    return values.range(at: Int(mark.column)).map { range in
      let keys = IndentRepair(source).keys(above: Int(mark.line))
      return quoting(saying, range, of: values, mark.line, below: keys)
    }
  }

  /// The line with one of its values quoted; with `${}` where that is an expression among a rule's values.
  ///
  /// - Parameter keys: The keys on lines above to which the line belongs.
  static func quoting(
    _ saying: String, _ range: Range<Int>, of values: FlowValues, _ line: Int32, below keys: [String] = []
  ) -> Hint {
    let text = values.text(range)
    if var list = SchemaCompiler.list(text) {
      if trimmed(values.text(0..<range.lowerBound)).hasSuffix("type:"), list.hasPrefix("[") {
        list = "array, items: \(list.dropFirst().dropLast())"
      }
      return Hint(
        "write the list as \(list): \(trimmed(values.replacing(range, with: list)))",
        .edit(replacing(range, ofLine: line, with: list)))
    }
    if let expression = inDoubleBraces(text) {
      return Hint(
        "write \(expression): \(trimmed(values.replacing(range, with: expression)))",
        .edit(replacing(range, ofLine: line, with: expression)))
    }
    let isTemplate = ExpressionText.isMeant(text, under: values.keys(around: range) + keys)
    let quoted = quoted(isTemplate ? "${\(text)}" : text)
    return Hint(
      "\(saying): \(trimmed(values.replacing(range, with: quoted)))",
      .edit(replacing(range, ofLine: line, with: quoted)))
  }

  /// The line with a key quoted that holds brackets; a place that isn't written as a pointer becomes one.
  static func quoting(key range: Range<Int>, of values: FlowValues, _ line: Int32) -> Hint {
    let text = values.text(range)
    let key = text.hasPrefix("/") ? text : ExpressionText.pointer(of: text) ?? text
    let isQuoted = key.contains { "{}[],".contains($0) }
    let written = isQuoted ? quoted(key) : key
    return Hint(
      "\(isQuoted ? "quote the key" : "write the place as \(key)"): \(trimmed(values.replacing(range, with: written)))",
      .edit(replacing(range, ofLine: line, with: written)))
  }

  /// `{{action.text}}`, the braces of another language around an expression, in this format.
  static func inDoubleBraces(_ text: String) -> String? {
    let braces = "{{"
    guard text.hasPrefix(braces) else { return nil }
    var inside = trimmed(String(text.dropFirst(braces.count)))
    while inside.hasSuffix("}") { inside.removeLast() }
    return quoted("${\(trimmed(inside))}")
  }

  /// The whole value of a line quoted, whatever closing quotes and brackets it holds.
  static func quotingAll(_ saying: String, line number: Int32, in source: SourceText) -> Hint? {
    guard let line = source.shortLine(Int(number)) else { return nil }
    let written = YAMLLine(line)
    guard let value = written.value, !value.isEmpty else { return nil }
    let scalars = Array(line.unicodeScalars)
    var end = scalars.count
    while end > 0, scalars[end - 1] == " " || scalars[end - 1] == "\t" { end -= 1 }
    let quoted = quoted(value)
    let range = end - value.unicodeScalars.count..<end
    return Hint(
      "\(saying): \(written.head)\(quoted)", .edit(replacing(range, ofLine: number, with: quoted)))
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

  /// An edit of the scalars of a line, both counted from 0.
  static func replacing(_ range: Range<Int>, ofLine line: Int32, with text: String) -> SourceEdit {
    SourceEdit(
      from: YAMLMark(line: line, column: Int32(clamping: range.lowerBound)),
      to: YAMLMark(line: line, column: Int32(clamping: range.upperBound)), with: text)
  }

  /// An edit at the end of a line, before the blanks there.
  static func appending(_ text: String, toLine number: Int32, in source: SourceText) -> SourceEdit {
    let scalars = source.line(Int(number)).unicodeScalars
    let end = scalars.reversed().drop { $0 == " " || $0 == "\t" }.count
    return replacing(end..<end, ofLine: number, with: text)
  }

  static func trimmedStart(_ text: String) -> String {
    String(text.drop { $0 == " " || $0 == "\t" })
  }

  static func trimmed(_ text: String) -> String {
    var text = trimmedStart(text)
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
