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

  /// The break that its lines end with: that of the first.
  package var lineEnd: String { Self.lineEnd(of: bytes) }

  package static func lineEnd(of bytes: [UInt8]) -> String {
    let first = bytes.firstIndex(of: 0x0A) ?? 0
    return first > 0 && bytes[first - 1] == 0x0D ? "\r\n" : "\n"
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
