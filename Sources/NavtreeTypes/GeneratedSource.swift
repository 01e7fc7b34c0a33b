import NavtreeText

/// The text of a source file while it is written.
struct GeneratedSource {
  private(set) var text = ""
  private var depth = 0
  private let indent: String

  /// - Parameter indent: the white space of one level.
  init(indent: Int) {
    self.indent = String(repeating: " ", count: indent)
  }

  /// Writes a line, or several where it would be wider than `LongLine.width`.
  mutating func line(_ line: String = "") {
    let room = LongLine.width - depth * indent.utf8.count
    guard line.utf8.count > room, line.unicodeScalars.count > room else { return put(line) }
    for part in LongLine(line, indent: indent).parts(in: room) { put(part) }
  }

  private mutating func put(_ line: String) {
    if !line.isEmpty {
      for _ in 0..<depth { text += indent }
      text += line
    }
    text += "\n"
  }

  /// Appends to the last line.
  mutating func append(_ end: String) {
    text.removeLast()
    text += end + "\n"
  }

  /// Appends another text.
  mutating func add(_ other: GeneratedSource) { text += other.text }

  /// Goes deeper by some levels.
  mutating func deepen(_ levels: Int) { depth += levels }
}

extension GeneratedSource {
  /// The text between quotes, as languages with the escapes of C and `\u` write it.
  static func quoted(_ text: String, dollar: String = "$", unicode: (Unicode.Scalar) -> String) -> String {
    let escaped = text.replacingScalars { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case "$": dollar
      case _
      where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        || scalar.properties.generalCategory == .format || scalar.properties.generalCategory == .lineSeparator
        || scalar.properties.generalCategory == .paragraphSeparator:
        unicode(scalar)
      default: nil
      }
    }
    return "\"\(escaped)\""
  }

  /// Four hexadecimal digits for each UTF-16 unit, each after `\u`.
  static func utf16Escape(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { "\\u" + $0.hexadecimal }.joined()
  }
}
