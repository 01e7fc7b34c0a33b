/// Turns libyaml's errors into hints about what to type.
struct YAMLAdvice {
  let source: SourceText
  let vocabulary: any YAMLVocabulary

  init(on source: SourceText, _ vocabulary: any YAMLVocabulary) {
    self.source = source
    self.vocabulary = vocabulary
  }

  func diagnostic(for error: YAMLSyntaxError) -> Diagnostic {
    if let byte = error.byte { return encoding(error.problem, at: byte) }
    let mark = error.mark
    if let hint = error.hint {
      return Diagnostic(.error, .yamlSyntax, error.problem, at: source.place(of: mark), hint: hint)
    }
    let line = source.line(Int(mark.line))
    if let column = LineText.indentingTab(in: line)
      ?? (source.scalar(at: mark) == "\t" ? Int(mark.column) : nil)
    {
      return TabRepair.diagnostic(
        YAMLMark(line: mark.line, column: Int32(clamping: column)), width: 2, in: source)
    }
    if let opening = unclosedQuote(error) { return unclosed(opening) }
    return diagnostic(for: error, at: source.place(of: mark), YAMLLine(line))
  }

  private func diagnostic(
    for error: YAMLSyntaxError, at place: SourceLocation, _ line: YAMLLine
  ) -> Diagnostic {
    let mark = error.mark
    switch error.problem {
    case "mapping values are not allowed in this context":
      return anotherKey(mark, at: place, line)
    case "did not find expected key" where error.context == "while parsing a block mapping",
      "did not find expected '-' indicator":
      if let rest = line.value, "\"'[{".contains(rest.prefix(1)), mark.column > line.indent {
        return Diagnostic(
          .error, .yamlStart,
          "the value ends before this; what follows a closing quote or bracket isn't read",
          at: place, hint: quoting(valueOfLine: mark.line, saying: "quote the whole value"))
      }
      let width = error.contextMark.map { Int($0.column) } ?? 0
      return Diagnostic(
        .error, .yamlIndent, "this line is indented like none of the lines that it could belong to",
        at: place, hint: IndentRepair.hint(for: Int(mark.line), width: width, in: source))
    case "could not find expected ':'":
      let start = error.contextMark ?? mark
      return Diagnostic(
        .error, .yamlSyntax, "this line is neither 'key: value' nor '- item'",
        at: source.location(from: start, to: YAMLMark(line: start.line + 1, column: 0)),
        hint: colon(of: start))
    case "block sequence entries are not allowed in this context":
      return list(mark, at: place, line)
    case "found character that cannot start any token",
      "did not find expected alphabetic or numeric character",
      "did not find expected whitespace or line break", "did not find expected '!'",
      "did not find expected tag URI",
      "did not find expected comment or line break", "found undefined tag handle":
      return special(error, at: place, line)
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
      return bracket(error)
    case "mapping keys are not allowed in this context" where source.line(Int(mark.line)).contains("]?"):
      return Diagnostic(
        .error, .yamlSyntax, "a '?' behind a list isn't YAML", at: place,
        hint: quoting(at: mark) ?? "quote the list and its '?'")
    case "found unknown escape character", "did not find expected hexdecimal number":
      return Diagnostic(
        .error, .yamlQuote, "a backslash in double quotes begins an escape, and this is none", at: place,
        hint: Hint(
          "write \\\\ for a backslash, or use single quotes",
          .edit(SourceEdit(from: mark, to: mark, with: "\\"))))
    case "did not find expected <document start>":
      return Diagnostic(
        .error, .yamlSyntax, "something stands here after the document's end", at: place,
        hint: "a flow is one map of 'key: value' lines")
    default:
      let problem = error.context.isEmpty ? error.problem : "\(error.problem) \(error.context)"
      return Diagnostic(
        .error, .yamlSyntax, problem, at: place,
        hint: quoting(valueOfLine: mark.line, saying: "if the value is text, quote it"))
    }
  }

  /// The opening quote of a value that runs past its line and so swallows the text after it.
  private func unclosedQuote(_ error: YAMLSyntaxError) -> YAMLMark? {
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
}
