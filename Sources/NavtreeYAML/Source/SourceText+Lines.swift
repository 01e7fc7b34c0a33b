/// Lines as advice reads them.
extension SourceText {
  /// The place of one scalar.
  func place(of mark: YAMLMark) -> SourceLocation {
    location(from: mark, to: YAMLMark(line: mark.line, column: mark.column + 1))
  }

  func scalar(at mark: YAMLMark) -> Unicode.Scalar? {
    line(Int(mark.line)).unicodeScalars.dropFirst(Int(mark.column)).first
  }

  /// The last line above with content, and its number from 1.
  func lineAbove(_ line: Int) -> (text: String, number: Int)? {
    var line = line - 1
    while line >= 0 {
      let text = self.line(line)
      let content = LineText.trimmedStart(text)
      if !content.isEmpty, !content.hasPrefix("#") { return (text, line + 1) }
      line -= 1
    }
    return nil
  }
}
