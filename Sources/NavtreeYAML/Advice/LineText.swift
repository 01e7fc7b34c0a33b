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
    var text = trimmedStart(text)
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
