import NavtreeFlow
import NavtreeYAML

/// Reads the lines and the indentation of a text as far as they go: it never fails.
///
/// A bracket that isn't closed ends where a line begins that isn't further in than the line that opens it; a quote ends with
/// its line.
struct TolerantReader {
  /// The most maps and lists within each other; what lies deeper is text.
  static let deepest = 120

  let bytes: [UInt8]
  var index = 0
  var lineStart = 0
  var depth = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  static func read(_ bytes: [UInt8]) -> TextNode {
    var reader = TolerantReader(bytes)
    reader.skipBlank()
    var root = reader.block(above: -1)
    if root.kind != .mapping {
      let map = TextNode(.mapping, 0..<0)
      if !root.text.isEmpty {
        map.members = [(root, TextNode(.scalar, root.range.upperBound..<root.range.upperBound))]
      }
      root = map
    }
    // Lines that belong nowhere may be further keys of the root.
    while reader.index < bytes.count {
      let before = reader.index
      let rest = reader.block(above: -1)
      root.members += rest.members
      if reader.index == before { reader.skipLine() }
      reader.skipBlank()
    }
    return root
  }

  var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }
  func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }
  var column: Int { index - lineStart }
  var isAtEnd: Bool { index >= bytes.count }
  static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  mutating func skipSpaces() { while !isAtEnd, Self.isBlank(byte) { index += 1 } }

  mutating func skipLine() {
    while !isAtEnd, !Self.isBreak(byte) { index += 1 }
    skipBreak()
  }

  mutating func skipBreak() {
    guard !isAtEnd else { return }
    if byte == 0x0D, byte(index + 1) == 0x0A { index += 1 }
    index += 1
    lineStart = index
  }

  /// Goes on to what isn't a space, a break, a comment or a marker of documents.
  mutating func skipBlank() {
    while !isAtEnd {
      if Self.isBlank(byte) {
        index += 1
      } else if Self.isBreak(byte) {
        skipBreak()
      } else if byte == UInt8(ascii: "#"), index == lineStart || Self.isBlank(bytes[index - 1]) {
        skipLine()
      } else {
        return
      }
    }
  }

  var isDash: Bool {
    byte == UInt8(ascii: "-") && (index + 1 >= bytes.count || byte(index + 1) <= 0x20)
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  // MARK: Blocks

  /// Reads the block that begins here, if it is further in than a column.
  mutating func block(above parent: Int) -> TextNode {
    let start = index
    guard !isAtEnd, column > parent else { return TextNode(.scalar, start..<start) }
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest { return plain(parent: parent) }
    if isDash { return list() }
    let own = column
    if isKey(at: index) { return map(parent: parent) }
    let node = inline(parent: parent, isAlone: true)
    guard node.mayBeKey else { return node }
    let (last, lastStart) = (index, lineStart)
    skipBlank()
    // A word above keys of its column is a key that is being typed.
    guard !isAtEnd, column == own, !isDash, isKey(at: index) else {
      (index, lineStart) = (last, lastStart)
      return node
    }
    let rest = map(parent: parent)
    rest.members.insert((node, TextNode(.scalar, node.range.upperBound..<node.range.upperBound)), at: 0)
    return rest
  }

  mutating func list() -> TextNode {
    let node = TextNode(.sequence, index..<index)
    let own = column
    while !isAtEnd, column == own, isDash {
      index += 1
      skipSpaces()
      if isAtEnd || Self.isBreak(byte) || byte == UInt8(ascii: "#") {
        let empty = index
        skipBlank()
        node.items.append(
          !isAtEnd && column > own ? block(above: own) : TextNode(.scalar, empty..<empty, mayBeKey: true))
      } else {
        node.items.append(block(above: own))
      }
      skipBlank()
    }
    return node
  }

  mutating func map(parent: Int) -> TextNode {
    let node = TextNode(.mapping, index..<index)
    let own = column
    while !isAtEnd, column > parent {
      if column > own {
        // A line that is too far in belongs to the key above it, if that has no value.
        if let last = node.members.last, last.value.kind == .scalar, last.value.range.isEmpty {
          node.members[node.members.count - 1].value = block(above: own)
        } else {
          let rest = block(above: own)
          node.members.last?.value.members += rest.members
        }
        skipBlank()
        continue
      }
      if column < own, !isKey(at: index) { break }
      if isDash { break }
      let key = key()
      skipSpaces()
      guard byte == UInt8(ascii: ":") else {
        node.members.append((key, TextNode(.scalar, key.range.upperBound..<key.range.upperBound)))
        skipLine()
        skipBlank()
        continue
      }
      index += 1
      let empty = index
      skipSpaces()
      if isAtEnd || Self.isBreak(byte) || byte == UInt8(ascii: "#") {
        skipBlank()
        let isNested = !isAtEnd && (column > own || column == own && isDash)
        node.members.append(
          (key, isNested ? block(above: isDash ? own - 1 : own) : TextNode(.scalar, empty..<empty)))
      } else {
        node.members.append((key, inline(parent: own, isAlone: false)))
      }
      skipBlank()
    }
    return node
  }

  /// Whether a key begins at a byte: a colon follows in its line, outside of quotes and brackets.
  func isKey(at start: Int) -> Bool {
    var index = start
    if byte(index) == UInt8(ascii: "{") || byte(index) == UInt8(ascii: "[") { return false }
    if byte(index) == UInt8(ascii: "\"") || byte(index) == UInt8(ascii: "'") {
      let quote = byte(index)
      index += 1
      while index < bytes.count, bytes[index] != quote, !Self.isBreak(bytes[index]) { index += 1 }
      index += 1
      while Self.isBlank(byte(index)) { index += 1 }
      return byte(index) == UInt8(ascii: ":") && byte(index + 1) <= 0x20
    }
    while index < bytes.count, !Self.isBreak(bytes[index]) {
      if bytes[index] == UInt8(ascii: ":"), byte(index + 1) <= 0x20 { return true }
      if bytes[index] == UInt8(ascii: "#"), Self.isBlank(byte(index - 1)) { return false }
      index += 1
    }
    return false
  }

  /// A key, or the word that may become one.
  mutating func key() -> TextNode {
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return quoted(parent: column) }
    let start = index
    while !isAtEnd, !Self.isBreak(byte) {
      if byte == UInt8(ascii: ":"), byte(index + 1) <= 0x20 { break }
      if byte == UInt8(ascii: "#"), Self.isBlank(byte(index - 1)) { break }
      index += 1
    }
    var end = index
    while end > start, Self.isBlank(bytes[end - 1]) { end -= 1 }
    return TextNode(.scalar, start..<end, text: string(start..<end))
  }

  // MARK: Values

  /// A value that begins here, in the line of its key or in one of its own.
  mutating func inline(parent: Int, isAlone: Bool) -> TextNode {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return flow(parent: parent)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return quoted(parent: parent)
    case UInt8(ascii: "|"), UInt8(ascii: ">"): return literal(parent: parent)
    case UInt8(ascii: "&"), UInt8(ascii: "!"):
      while !isAtEnd, byte > 0x20 { index += 1 }
      skipSpaces()
      if isAtEnd || Self.isBreak(byte) {
        skipBlank()
        return block(above: parent)
      }
      let isFurther = byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!")
      return isFurther ? plain(parent: parent) : inline(parent: parent, isAlone: isAlone)
    default: return plain(parent: parent, mayBeKey: isAlone)
    }
  }

  mutating func plain(parent: Int, mayBeKey: Bool = false) -> TextNode {
    let start = index
    var end = index
    var text = ""
    while true {
      let line = index
      while !isAtEnd, !Self.isBreak(byte) {
        if byte == UInt8(ascii: "#"), index > line, Self.isBlank(bytes[index - 1]) { break }
        index += 1
      }
      end = index
      while end > line, Self.isBlank(bytes[end - 1]) { end -= 1 }
      text = text.isEmpty ? string(line..<end) : "\(text) \(string(line..<end))"
      let (last, lastStart) = (index, lineStart)
      if isAtEnd || !Self.isBreak(byte) { break }
      skipBlank()
      if isAtEnd || column <= parent || isDash || isKey(at: index) || mayBeKey {
        (index, lineStart) = (last, lastStart)
        break
      }
    }
    return TextNode(.scalar, start..<end, text: text, mayBeKey: mayBeKey)
  }

  mutating func quoted(parent: Int) -> TextNode {
    let (start, quote, first) = (index, byte, lineStart)
    index += 1
    var text: [UInt8] = []
    var lineEnd: Int?
    while !isAtEnd {
      if byte == quote {
        if quote == UInt8(ascii: "'"), byte(index + 1) == quote {
          index += 1
        } else {
          index += 1
          return TextNode(
            .scalar, start..<index, text: String(decoding: text, as: UTF8.self), isQuoted: true)
        }
      } else if quote == UInt8(ascii: "\""), byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
        index += 1
      } else if Self.isBreak(byte) {
        if lineEnd == nil { lineEnd = index }
        skipBlank()
        if isAtEnd || column <= parent { break }
        text.append(0x20)
        continue
      }
      text.append(byte)
      index += 1
    }
    let end = lineEnd ?? index
    (index, lineStart) = (end, first)
    return TextNode(
      .scalar, start..<end, text: string(min(start + 1, end)..<end), isQuoted: true)
  }

  mutating func literal(parent: Int) -> TextNode {
    let start = index
    skipLine()
    var end = index
    var text = ""
    while !isAtEnd {
      let line = index
      skipSpaces()
      if !Self.isBreak(byte), !isAtEnd, column <= parent {
        index = line
        break
      }
      let content = index
      while !isAtEnd, !Self.isBreak(byte) { index += 1 }
      text += string(content..<index) + "\n"
      end = index
      skipBreak()
    }
    return TextNode(.scalar, start..<max(start, end), text: text)
  }
}
