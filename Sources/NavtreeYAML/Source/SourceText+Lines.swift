/// Lines as advice reads them.
extension SourceText {
  /// The place of one scalar.
  func place(of mark: YAMLMark) -> SourceLocation {
    location(from: mark, to: YAMLMark(line: mark.line, column: mark.column + 1))
  }

  func scalar(at mark: YAMLMark) -> Unicode.Scalar? {
    line(Int(mark.line)).unicodeScalars.dropFirst(Int(mark.column)).first
  }

  /// The end of a line from a byte on; of the breaks, LF and CR count alone (YAML 1.2, 5.4).
  func endOfLine(from offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return end
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
