/// A place in a text as the scanner counts: a byte, and its line and column.
struct TextCursor {
  private(set) var offset = 0
  private(set) var mark = YAMLMark(line: 0, column: 0)

  /// Advances to a byte, or past the scalar that holds it.
  mutating func advance(to end: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    while offset < end, offset <= bytes.count { step(in: bytes) }
  }

  /// Advances to a mark, or to the end of the text.
  mutating func advance(to end: YAMLMark, in bytes: UnsafeBufferPointer<UInt8>) {
    while (mark.line, mark.column) < (end.line, end.column), offset <= bytes.count { step(in: bytes) }
  }

  /// The end of a text without a last break is a line further on for libyaml: one byte behind the last.
  private mutating func step(in bytes: UnsafeBufferPointer<UInt8>) {
    let length = lengthOfBreak(in: bytes)
    if length > 0 {
      offset += length
      mark = YAMLMark(line: mark.line + 1, column: 0)
      return
    }
    offset += 1
    while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    mark.column += 1
  }

  /// The bytes of the break that is next, or 0: those of YAML 1.1 count too.
  private func lengthOfBreak(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard offset < bytes.count else { return 1 }
    func isNext(_ next: UInt8...) -> Bool {
      offset + next.count < bytes.count && next.indices.allSatisfy { bytes[offset + 1 + $0] == next[$0] }
    }
    return switch bytes[offset] {
    case 0x0A: 1
    case 0x0D: isNext(0x0A) ? 2 : 1
    case 0xC2 where isNext(0x85): 2
    case 0xE2 where isNext(0x80, 0xA8) || isNext(0x80, 0xA9): 3
    default: 0
    }
  }
}
