import NavtreeText

/// Text in XML 1.0.
package enum XMLText {
  static func content(_ text: String) -> String { escaped(text, isAttribute: false) }

  package static func attribute(_ text: String) -> String { escaped(text, isAttribute: true) }

  private static func escaped(_ text: String, isAttribute: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      // `]]>` ends a section of characters.
      case ">": escaped += "&gt;"
      case "\"" where isAttribute: escaped += "&quot;"
      // A parser turns these into spaces in an attribute (section 3.3.3), and a carriage return into a line's end
      // anywhere (section 2.11).
      case "\t" where isAttribute, "\n" where isAttribute, "\r": escaped += "&#\(scalar.value);"
      case "\t", "\n": escaped.unicodeScalars.append(scalar)
      // Section 2.2 has no way to write these, or they would deceive a reader.
      case "\u{FFFE}", "\u{FFFF}": escaped += scalar.escape
      case _ where scalar.isDeceptive: escaped += scalar.escape
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
