import NavtreeJSON
import NavtreeYAML

/// A text as an editor sees it: lines end with LF, CR LF or CR, and a line's columns count code units.
struct EditorText {
  /// The unit of columns.
  enum Encoding: String { case utf8 = "utf-8", utf16 = "utf-16" }

  private(set) var bytes: [UInt8]
  /// The byte at which each line begins.
  private var lines: [Int] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    scan()
  }

  private mutating func scan() {
    lines = [0]
    bytes.withUnsafeBufferPointer { bytes in
      for (index, byte) in bytes.enumerated() where byte == 0x0A || byte == 0x0D {
        if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
        lines.append(index + 1)
      }
    }
  }

  /// The byte at a place; a place behind the end of a line or of the text is that end.
  func offset(line: Int, column: Int, _ encoding: Encoding) -> Int {
    guard line >= 0 else { return 0 }
    guard line < lines.count else { return bytes.count }
    var index = lines[line]
    let end = self.end(ofLine: line)
    var left = column
    while left > 0, index < end {
      let lead = bytes[index]
      let length = Self.length(lead)
      left -= encoding == .utf8 ? length : lead >= 0xF0 ? 2 : 1
      // A place within a scalar is the place before it.
      if left < 0 { break }
      index = min(index + length, end)
    }
    return index
  }

  private func end(ofLine line: Int) -> Int {
    var end = line + 1 < lines.count ? lines[line + 1] : bytes.count
    while end > lines[line], bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  private static func length(_ lead: UInt8) -> Int {
    lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
  }

  func offset(_ position: JSONValue?, _ encoding: Encoding) -> Int {
    offset(
      line: position?["line"]?.integer ?? 0, column: position?["character"]?.integer ?? 0, encoding)
  }

  func position(_ offset: Int, _ encoding: Encoding) -> JSONValue {
    let offset = min(max(offset, 0), bytes.count)
    var (low, high) = (0, lines.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines[middle] <= offset { low = middle } else { high = middle }
    }
    var column = 0
    for byte in bytes[lines[low]..<offset] {
      if encoding == .utf8 {
        column += 1
      } else if byte & 0xC0 != 0x80 {
        column += byte >= 0xF0 ? 2 : 1
      }
    }
    return ["line": .integer(low), "character": .integer(column)]
  }

  func range(_ range: Range<Int>, _ encoding: Encoding) -> JSONValue {
    ["start": position(range.lowerBound, encoding), "end": position(range.upperBound, encoding)]
  }

  /// Applies an edit of `textDocument/didChange`: of a range, or of the whole text.
  mutating func apply(_ change: JSONValue, _ encoding: Encoding) {
    let text = Array((change["text"]?.string ?? "").utf8)
    guard let range = change["range"], !range.isNull else {
      bytes = text
      return scan()
    }
    let start = offset(range["start"], encoding)
    let end = max(start, offset(range["end"], encoding))
    bytes.replaceSubrange(start..<end, with: text)
    scan()
  }

  /// The bytes of a place.
  static func bytes(of location: SourceLocation, in source: SourceText) -> Range<Int> {
    SourceEdit(location, with: "").range(in: source)
  }
}

extension UInt8 {
  /// Whether names have it.
  var isOfName: Bool {
    self == UInt8(ascii: "_") || self == UInt8(ascii: "-") || (0x30...0x39).contains(self)
      || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }
}

extension [UInt8] {
  /// The bytes of a kind around a place.
  func word(at offset: Int, where isPart: (UInt8) -> Bool) -> Range<Int> {
    var (start, end) = (Swift.min(offset, count), Swift.min(offset, count))
    while start > 0, isPart(self[start - 1]) { start -= 1 }
    while end < count, isPart(self[end]) { end += 1 }
    return start..<end
  }
}
