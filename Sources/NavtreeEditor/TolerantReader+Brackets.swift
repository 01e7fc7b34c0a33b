import NavtreeFlow
import NavtreeYAML

/// Maps and lists in brackets.
extension TolerantReader {
  mutating func flow(parent: Int) -> TextNode {
    let isMap = byte == UInt8(ascii: "{")
    let node = TextNode(isMap ? .mapping : .sequence, index..<index, isFlow: true)
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest {
      skipLine()
      return node
    }
    let first = lineStart
    index += 1
    while true {
      skipBlank()
      if isAtEnd { return node }
      let isClosing = Self.endsValue(byte) && byte != UInt8(ascii: ",")
      // The bracket isn't closed: a line begins that belongs to the block around it.
      if lineStart != first, column <= parent, !isClosing { return node }
      if isClosing {
        if (byte == UInt8(ascii: "}")) == isMap { index += 1 }
        return node
      }
      if byte == UInt8(ascii: ",") {
        index += 1
        continue
      }
      let before = index
      let key = flowValue(parent: parent)
      skipSpaces()
      let hasValue = byte == UInt8(ascii: ":")
      if hasValue {
        index += 1
        let empty = index
        skipSpaces()
        let isEmpty = isAtEnd || Self.endsValue(byte)
        var value = TextNode(.scalar, empty..<empty)
        if !isEmpty {
          skipBlank()
          value = lineStart != first && column <= parent ? value : flowValue(parent: parent)
        }
        if isMap {
          node.members.append((key, value))
        } else {
          let single = TextNode(.mapping, key.range.lowerBound..<key.range.lowerBound, isFlow: true)
          single.members = [(key, value)]
          node.items.append(single)
        }
      } else if isMap {
        node.members.append((key, TextNode(.scalar, key.range.upperBound..<key.range.upperBound)))
      } else {
        node.items.append(key)
      }
      if index == before { index += 1 }
    }
  }

  private static func endsValue(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
  }

  mutating func flowValue(parent: Int) -> TextNode {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return flow(parent: parent)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return quoted(parent: parent)
    default: break
    }
    let start = index
    while !isAtEnd, !Self.isBreak(byte), !Self.endsValue(byte) {
      if byte == UInt8(ascii: ":"), byte(index + 1) <= 0x20 || Self.endsValue(byte(index + 1)) { break }
      // A bracket within a text that isn't quoted, as in an expression that is being typed.
      if byte == UInt8(ascii: "{"), index > start, bytes[index - 1] == UInt8(ascii: "$") {
        while !isAtEnd, !Self.isBreak(byte), byte != UInt8(ascii: "}") { index += 1 }
        if isAtEnd || Self.isBreak(byte) { break }
      }
      if byte == UInt8(ascii: "#"), index > start, Self.isBlank(bytes[index - 1]) { break }
      index += 1
    }
    var end = index
    while end > start, Self.isBlank(bytes[end - 1]) { end -= 1 }
    return TextNode(.scalar, start..<end, text: string(start..<end))
  }
}
