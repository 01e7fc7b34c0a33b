public import NavtreeJSON

/// The reason that a text can't be read as JSON.
public enum JSONError: Error, Hashable, Sendable {
  /// The text violates RFC 8259's grammar at this offset.
  case syntax(JSONSyntaxFault)
  /// The bytes aren't UTF-8.
  case invalidUTF8
  /// Arrays and objects are nested deeper than the parser's limit.
  case depth(limit: Int)
  /// A number is well-formed, but neither a 64-bit integer nor a finite double holds it.
  case numberOutOfRange
  /// An integer at this place lies beyond `Int`.
  case integerOutOfRange(JSONPointer)
  /// The text is longer than the parser can read.
  case capacity
  /// There is no memory for the parsed text.
  case outOfMemory
}

extension JSONError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .syntax(let fault): "\(fault)"
    case .invalidUTF8: "invalid UTF-8"
    case .depth(let limit): "arrays and objects are nested deeper than \(limit) levels"
    case .numberOutOfRange: "a number is out of range"
    case .integerOutOfRange(let pointer):
      pointer.isEmpty
        ? "the integer is out of range (\(Int.min) to \(Int.max))"
        : "the integer at \(pointer) is out of range (\(Int.min) to \(Int.max))"
    case .capacity: "the text is too long to be parsed"
    case .outOfMemory: "out of memory"
    }
  }
}
