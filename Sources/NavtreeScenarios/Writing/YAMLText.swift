package import NavtreeJSON
import NavtreeYAML

/// Values as YAML of files of scenarios, in which `${` is written `$${`.
package enum YAMLText {
  /// The longest line that is written where it can be broken, in bytes.
  static let width = 110

  /// A value in one line, such as `{ index: 0, tags: [a, b] }`.
  ///
  /// Recursion is bounded by the depth of the value.
  package static func line(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): return scalar(text)
    case .array(let elements): return "[\(elements.map(line).joined(separator: ", "))]"
    case .object(let members):
      if members.isEmpty { return "{}" }
      return "{ \(members.map { "\(scalar($0.key)): \(line($0.value))" }.joined(separator: ", ")) }"
    case .null, .boolean, .integer, .number: return "\(value)"
    }
  }

  /// `key: value` from a column on, in one line if it fits, else in several; each but the first is indented.
  ///
  /// - Parameter isBroken: whether a map is written as a line for each member even if it fits into one.
  package static func member(_ name: String, _ value: JSONValue, indent: Int, isBroken: Bool = false)
    -> String
  {
    let start = "\(scalar(name)):"
    let text = line(value)
    let margin = String(repeating: " ", count: indent + 2)
    switch value {
    case .object(let members) where !members.isEmpty:
      if !isBroken, indent + start.utf8.count + 1 + text.utf8.count <= width { break }
      return start
        + members.map { "\n\(margin)\(member($0.key, $0.value, indent: indent + 2))" }.joined()
    case .array(let elements) where !elements.isEmpty:
      if indent + start.utf8.count + 1 + text.utf8.count <= width { break }
      return start + elements.map { "\n\(margin)- \(item($0, indent: indent + 4))" }.joined()
    case .array, .object, .string, .null, .boolean, .integer, .number: break
    }
    return "\(start) \(text)"
  }

  /// An element of a list, from a column on.
  private static func item(_ value: JSONValue, indent: Int) -> String {
    let text = line(value)
    guard indent + text.utf8.count > width, case .object(let members) = value else { return text }
    return members.map { member($0.key, $0.value, indent: indent) }
      .joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  // MARK: Scalars

  /// A text as a value, or as a key.
  package static func scalar(_ text: String) -> String {
    let text = text.replacing("${", with: "$${")
    return isPlain(text) ? text : LineText.escaped(text)
  }

  /// Whether a text stands for itself without quotes, in a list of one line too.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last, text.utf8.count <= width else {
      return false
    }
    // A number has none of these letters.
    let isWord =
      isLetter(first) || first == UInt8(ascii: "/") || first == UInt8(ascii: "_") || text.hasPrefix("../")
      || isDigit(first) && text.utf8.contains { "hmsHMS".utf8.contains($0) }
    return isWord && last != UInt8(ascii: " ")
      && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || Self.others.contains($0) }
      && !LineText.isWordOfType(text)
  }

  /// A text as the value of a key in a line of its own, where a comma separates nothing.
  package static func sentence(_ text: String) -> String {
    isPlain(text.replacing(", ", with: " ")) ? text : scalar(text)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static let others = Set("_-./ ".utf8)

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// A duration such as `1m30s`.
  package static func duration(_ milliseconds: Int) -> String {
    if milliseconds == 0 { return "0ms" }
    var text = ""
    var rest = milliseconds
    for (size, unit) in [(3_600_000, "h"), (60_000, "m"), (1_000, "s"), (1, "ms")] where rest >= size {
      text += "\(rest / size)\(unit)"
      rest %= size
    }
    return text
  }
}
