/// A comment that takes what a tool tells of a line out of its report: `# TOOL: ignore REASON`.
///
/// It stands at the end of the line, or alone above it, also behind the dash of an item that begins below.
package struct IgnoreComment {
  /// The words behind `ignore`.
  package let words: [Substring]
  /// From `#` to its end.
  package let location: SourceLocation
  /// The line that it is about, from 1: its own, or the first one below it with something else than a comment.
  package let line: Int
  package var isAlone: Bool { line != location.line }

  /// Those of a file in which the tool is named, in the order of its lines.
  ///
  /// - Complexity: O(size of the file).
  package static func all(for tool: String, in source: SourceText) -> [IgnoreComment] {
    let start = Array("\(tool):".utf8)
    var comments: [IgnoreComment] = []
    var lastLine: Int32 = -1
    for (offset, byte) in zip(source.bytes.indices, source.bytes) where byte == UInt8(ascii: "#") {
      let text = source.bytes[(offset + 1)...].drop(while: isSpace)
      guard text.starts(with: start) else { continue }
      let line = source.mark(of: offset).line
      guard line != lastLine, let comment = comment(start, ofLine: Int(line), in: source) else { continue }
      comments.append(comment)
      lastLine = line
    }
    return comments
  }

  private static func comment(_ start: [UInt8], ofLine line: Int, in source: SourceText) -> IgnoreComment? {
    let bytes = source.bytes(ofLine: line)
    guard let mark = mark(in: bytes) else { return nil }
    let words = String(decoding: bytes[(mark + 1)...], as: UTF8.self)
      .split(whereSeparator: { $0 == " " || $0 == "\t" })
    guard words.count > 1, words[0].utf8.elementsEqual(start), words[1] == "ignore" else { return nil }
    var subject = line
    if bytes[..<mark].allSatisfy({ isSpace($0) || $0 == UInt8(ascii: "-") }) {
      repeat { subject += 1 } while subject < source.lineCount && isComment(source.bytes(ofLine: subject))
    }
    let column = bytes[..<mark].count { $0 & 0xC0 != 0x80 } + 1
    let length = bytes[mark...].count { $0 & 0xC0 != 0x80 }
    return IgnoreComment(
      words: Array(words.dropFirst(2)),
      location: SourceLocation(
        line: line + 1, column: column, endColumn: column + length, file: source.number),
      line: subject + 1)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func isComment(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.drop(while: isSpace).first == UInt8(ascii: "#")
  }

  /// The index of the `#` that begins a comment; within quotes it begins none.
  private static func mark(in bytes: ArraySlice<UInt8>) -> Int? {
    var quote: UInt8?
    var before = UInt8(ascii: " ")
    for (index, byte) in zip(bytes.indices, bytes) {
      defer { before = byte }
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        // An apostrophe within a word opens nothing.
        if " [{,:-".utf8.contains(before) { quote = byte }
      case UInt8(ascii: "#") where isSpace(before): return index
      default: break
      }
    }
    return nil
  }
}
