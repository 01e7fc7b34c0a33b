import NavtreeText

/// Text on one line of YAML.
package enum LineText {
  /// Any text quoted for YAML, on one line.
  package static func quoted(_ text: String) -> String {
    // Text that is quoted already, except for a quote inside, means its content.
    if text.count > 1, let quote = text.first, text.last == quote, quote == "'" || quote == "\"" {
      let inside = text.dropFirst().dropLast()
      if inside.contains(quote), !inside.contains(" + "), !inside.contains(" == ") {
        return quoted(String(inside))
      }
    }
    if !text.contains("\""), !text.contains("\\") { return "\"\(text)\"" }
    return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  /// A text in double quotes, with escapes for characters that YAML doesn't print (YAML 1.2, 5.1 and 5.7) and
  /// for those that deceive a reader.
  package static func escaped(_ text: String) -> String {
    let escaped = text.replacingScalars { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\t": "\\t"
      case "\u{A0}", "\u{FEFF}", "\u{FFFE}"..."\u{FFFF}": scalar.escape
      case _ where scalar.isDeceptive: scalar.escape
      default: nil
      }
    }
    return "\"\(escaped)\""
  }

  private static let wordsOfTypes: Set = [
    "null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf",
  ]

  /// Whether some reader of YAML takes a text without quotes for a value of another type.
  package static func isWordOfType(_ text: String) -> Bool { wordsOfTypes.contains(text.lowercased()) }

  /// `{{action.text}}`, the braces of another language around an expression, in this format.
  static func inDoubleBraces(_ text: String) -> String? {
    let braces = "{{"
    guard text.hasPrefix(braces) else { return nil }
    var inside = trimmed(String(text.dropFirst(braces.count)))
    while inside.hasSuffix("}") { inside.removeLast() }
    return quoted("${\(trimmed(inside))}")
  }

  static func trimmedStart(_ text: String) -> String {
    String(text.drop { $0 == " " || $0 == "\t" })
  }

  package static func trimmed(_ text: String) -> String {
    trimmedEnd(trimmedStart(text))
  }

  static func trimmedEnd(_ text: String) -> String {
    var text = text
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }

  /// The column of the first tab of a line's indent.
  static func indentingTab(in line: String) -> Int? {
    for (column, scalar) in line.unicodeScalars.enumerated() {
      if scalar == "\t" { return column }
      if scalar != " " { return nil }
    }
    return nil
  }

  /// Upper-case hexadecimal digits, with zeros up to a width.
  static func hex(_ value: UInt32, _ width: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
