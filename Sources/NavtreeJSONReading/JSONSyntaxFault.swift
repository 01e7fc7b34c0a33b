/// The place at which a text stops being JSON.
public struct JSONSyntaxFault: Hashable, Sendable {
  /// The kind of fault.
  public enum Reason: Hashable, Sendable {
    /// The text ends inside its value, or before it.
    case unexpectedEnd
    /// Another character is expected here, such as a value, a comma or a closing bracket.
    case unexpectedCharacter
    /// A number with a leading zero, a missing digit or the like.
    case malformedNumber
    /// A backslash that begins no escape, or half a surrogate pair.
    case malformedEscape
    /// An unescaped control character in a string.
    case controlCharacter
    /// Something follows the value.
    case trailingContent
  }

  public var reason: Reason
  /// The number of bytes before the fault.
  public var offset: Int

  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension JSONSyntaxFault: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .unexpectedEnd: "the JSON text ends too early, after \(offset) bytes"
    case .unexpectedCharacter: "unexpected character at byte \(offset)"
    case .malformedNumber: "malformed number at byte \(offset)"
    case .malformedEscape: "malformed escape at byte \(offset)"
    case .controlCharacter: "unescaped control character in a string at byte \(offset)"
    case .trailingContent: "unexpected content after the value, at byte \(offset)"
    }
  }
}
