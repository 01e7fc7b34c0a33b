import NavtreeCEL

/// A string split into literal and computed parts: `Hello ${params.name}`.
package struct TemplateText {
  package enum Piece {
    case literal(String)
    /// The source between `${` and `}`, and where it begins in the text, in Unicode scalars.
    case expression(String, at: Int)
  }

  package let pieces: [Piece]

  /// A `${` whose expression doesn't end.
  package struct Unclosed: Error {
    /// The place of the `$`, in Unicode scalars.
    package let offset: Int
  }

  /// - Complexity: O(length · expressions).
  package init(_ text: String) throws(Unclosed) {
    if let whole = Self.simpleWhole(text) {
      pieces = [.expression(whole, at: 2)]
      return
    }
    let scalars = Array(text.unicodeScalars)
    var pieces: [Piece] = []
    var literal = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      if scalars[index] == "$", index + 2 < scalars.count, scalars[index + 1] == "$",
        scalars[index + 2] == "{"
      {
        literal.append(contentsOf: scalars[index + 1...index + 2])
        index += 3
      } else if scalars[index] == "$", index + 1 < scalars.count, scalars[index + 1] == "{" {
        if !literal.isEmpty {
          pieces.append(.literal(String(literal)))
          literal = String.UnicodeScalarView()
        }
        let start = index + 2
        guard let end = CEL.endOfTemplateExpression(in: scalars, from: start) else {
          throw Unclosed(offset: index)
        }
        pieces.append(
          .expression(String(String.UnicodeScalarView(scalars[start..<end])), at: start))
        index = end + 1
      } else {
        literal.append(scalars[index])
        index += 1
      }
    }
    if !literal.isEmpty || pieces.isEmpty { pieces.append(.literal(String(literal))) }
    self.pieces = pieces
  }

  /// The inside of a string that is one `${…}`, if nothing in it could hide a brace, as is usual.
  private static func simpleWhole(_ text: String) -> String? {
    var text = text
    let isSimple = text.withUTF8 { bytes in
      guard bytes.count >= 3, bytes[0] == UInt8(ascii: "$"), bytes[1] == UInt8(ascii: "{"),
        bytes[bytes.count - 1] == UInt8(ascii: "}")
      else { return false }
      for byte in bytes[2..<bytes.count - 1] {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "/"):
          return false
        default: break
        }
      }
      return true
    }
    guard isSimple else { return nil }
    return String(Substring(text.utf8.dropFirst(2).dropLast()))
  }
}
