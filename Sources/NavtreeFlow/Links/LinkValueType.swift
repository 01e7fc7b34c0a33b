package import NavtreeJSON
import NavtreeJSONReading

/// The type that a part of a URL is read as.
package enum LinkValueType: String, Sendable, Hashable, CaseIterable {
  case string, integer, number, boolean

  /// The names that other formats give them.
  static let others: [String: LinkValueType] = [
    "int": .integer, "float": .number, "double": .number, "bool": .boolean, "str": .string,
  ]

  /// The value that a text represents; nil if it represents none of this type.
  ///
  /// Numbers are written as in JSON: `007`, `+7` and `0x7` are texts.
  ///
  /// - Complexity: O(length of the text).
  package func read(_ text: String) -> JSONValue? {
    switch self {
    case .string: return .string(text)
    case .boolean:
      switch text {
      case "true": return .boolean(true)
      case "false": return .boolean(false)
      default: return nil
      }
    case .integer:
      guard case .integer(let integer)? = Self.number(text) else { return nil }
      return .integer(integer)
    case .number:
      guard let number = Self.number(text)?.number, number.isFinite else { return nil }
      return .number(number)
    }
  }

  var schemaType: ValueTypes {
    switch self {
    case .string: .string
    case .integer: .integer
    case .number: .number
    case .boolean: .boolean
    }
  }

  /// RFC 8259 section 6, without the surrounding white space that JSON allows.
  private static func number(_ text: String) -> JSONValue? {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let first = text.utf8.first, let last = text.utf8.last, digits.contains(last),
      digits.contains(first) || first == UInt8(ascii: "-")
    else { return nil }
    return try? JSONValue(parsing: text)
  }
}
