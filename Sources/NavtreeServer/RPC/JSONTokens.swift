/// The tokens of a text that is known to be JSON, for numbers out of range, for which the parser leaves no
/// tape.
struct JSONTokens: Sequence, IteratorProtocol {
  struct Token {
    enum Kind {
      /// A bracket or a brace that opens.
      case opening
      /// A bracket or a brace that closes.
      case closing
      case comma
      case colon
      case string
      case number
      /// `true`, `false` or `null`.
      case literal
    }

    let kind: Kind
    let range: Range<Int>
  }

  private let text: UnsafeRawBufferPointer
  private var offset = 0

  init(_ text: UnsafeRawBufferPointer) {
    self.text = text
  }

  /// - Complexity: O(*n*) in the length of the token.
  mutating func next() -> Token? {
    while offset < text.count {
      let start = offset
      offset += 1
      switch text[start] {
      case UInt8(ascii: "["), UInt8(ascii: "{"): return Token(kind: .opening, range: start..<offset)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): return Token(kind: .closing, range: start..<offset)
      case UInt8(ascii: ","): return Token(kind: .comma, range: start..<offset)
      case UInt8(ascii: ":"): return Token(kind: .colon, range: start..<offset)
      case UInt8(ascii: "\""):
        skipString()
        return Token(kind: .string, range: start..<offset)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        skipWord()
        return Token(kind: .number, range: start..<offset)
      case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
        skipWord()
        return Token(kind: .literal, range: start..<offset)
      default: continue
      }
    }
    return nil
  }

  private mutating func skipString() {
    while offset < text.count {
      let byte = text[offset]
      offset += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return }
    }
    offset = text.count
  }

  private mutating func skipWord() {
    while offset < text.count {
      switch text[offset] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "E"),
        UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        offset += 1
      default: return
      }
    }
  }
}

extension JSONTokens {
  /// The ranges of an array's elements; nil if the text isn't an array.
  ///
  /// - Complexity: O(*n*)
  static func elements(of text: UnsafeRawBufferPointer) -> [Range<Int>]? {
    var elements: [Range<Int>] = []
    var depth = 0
    var start = 0
    for token in JSONTokens(text) {
      switch token.kind {
      case .opening:
        if depth == 0 {
          guard text[token.range.lowerBound] == UInt8(ascii: "[") else { return nil }
          start = token.range.upperBound
        }
        depth += 1
      case .closing:
        depth -= 1
        if depth == 0 { elements.append(start..<token.range.lowerBound) }
      case .comma where depth == 1:
        elements.append(start..<token.range.lowerBound)
        start = token.range.upperBound
      case .comma, .colon, .string, .number, .literal:
        if depth == 0 { return nil }
      }
    }
    return elements
  }
}
