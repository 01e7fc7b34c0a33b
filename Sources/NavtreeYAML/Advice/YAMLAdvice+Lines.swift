/// Lines to type instead of those that are there.
extension YAMLAdvice {
  /// The line of a mark with the value there quoted, and no more than that; nil where the line has no such
  /// value, or is too long to be typed.
  func quoting(
    _ saying: String = "quote it", at mark: YAMLMark, isFlow: Bool = false
  ) -> Hint? {
    guard let line = source.shortLine(Int(mark.line)) else { return nil }
    let values = FlowValues(line, isFlow: isFlow)
    return values.range(at: Int(mark.column)).map { range in
      let keys = IndentRepair(source, vocabulary).keys(above: Int(mark.line))
      return quoting(saying, range, of: values, mark.line, below: keys)
    }
  }

  /// The line with one of its values quoted; with `${}` where that is an expression among a rule's values.
  ///
  /// - Parameter keys: The keys on lines above to which the line belongs.
  func quoting(
    _ saying: String, _ range: Range<Int>, of values: FlowValues, _ line: Int32, below keys: [String] = []
  ) -> Hint {
    let text = values.text(range)
    if var list = vocabulary.list(text) {
      if LineText.trimmed(values.text(0..<range.lowerBound)).hasSuffix("type:"), list.hasPrefix("[") {
        list = "array, items: \(list.dropFirst().dropLast())"
      }
      return Hint(
        "write the list as \(list): \(LineText.trimmed(values.replacing(range, with: list)))",
        .edit(SourceEdit(range, ofLine: line, with: list)), isCertain: true)
    }
    if let expression = LineText.inDoubleBraces(text) {
      return Hint(
        "write \(expression): \(LineText.trimmed(values.replacing(range, with: expression)))",
        .edit(SourceEdit(range, ofLine: line, with: expression)), isCertain: true)
    }
    let isTemplate = vocabulary.isExpression(text, under: values.keys(around: range) + keys)
    let quoted = LineText.quoted(isTemplate ? "${\(text)}" : text)
    return Hint(
      "\(saying): \(LineText.trimmed(values.replacing(range, with: quoted)))",
      .edit(SourceEdit(range, ofLine: line, with: quoted)),
      isCertain: isTemplate || !saying.hasPrefix("if ") && !holdsKey(text))
  }

  /// The whole value of a line quoted.
  func quoting(valueOfLine line: Int32, saying: String = "quote it") -> Hint? {
    let hint = Hint.quoting(valueOfLine: line, in: source, saying: saying)
    let isValue = YAMLLine(source.line(Int(line))).value.map { !holdsKey($0) } ?? true
    return hint.map { Hint($0.text, $0.change, isCertain: isValue) }
  }

  /// Whether a text looks as if keys of the format stood in it, so that it may not be one value.
  func holdsKey(_ text: String) -> Bool {
    text.split(separator: ":").dropLast().contains { part in
      part.split { !$0.isLetter }.last.map { vocabulary.isKey(String($0)) } ?? false
    }
  }

  /// The line with a key quoted that holds brackets; a place that isn't written as a pointer becomes one.
  func quoting(key range: Range<Int>, of values: FlowValues, _ line: Int32) -> Hint {
    let text = values.text(range)
    let key = text.hasPrefix("/") ? text : vocabulary.pointer(of: text) ?? text
    let isQuoted = key.contains { "{}[],".contains($0) }
    let written = isQuoted ? LineText.quoted(key) : key
    return Hint(
      "\(isQuoted ? "quote the key" : "write the place as \(key)"): \(LineText.trimmed(values.replacing(range, with: written)))",
      .edit(SourceEdit(range, ofLine: line, with: written)), isCertain: true)
  }
}
