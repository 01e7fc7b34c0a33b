/// A place in a JSON value (RFC 6901): the keys and indexes on the way to it from the root.
public struct JSONPointer: Hashable, Sendable {
  /// What each reference token stands for, unescaped.
  public var tokens: [String]

  /// The pointer to the root when there are no tokens.
  public init(_ tokens: [String] = []) {
    self.tokens = tokens
  }

  /// Whether this is the root.
  public var isEmpty: Bool { tokens.isEmpty }
}

extension JSONPointer: CustomStringConvertible {
  /// The pointer as RFC 6901 writes it.
  public var description: String {
    var text = ""
    for token in tokens {
      text += "/"
      // Section 3: ~ is written as ~0 and / as ~1.
      for character in token.unicodeScalars {
        switch character {
        case "~": text += "~0"
        case "/": text += "~1"
        default: text.unicodeScalars.append(character)
        }
      }
    }
    return text
  }
}
