import NavtreeText

/// Text in XML 1.0.
package enum XMLText {
  static func content(_ text: String) -> String { escaped(text, isAttribute: false) }

  package static func attribute(_ text: String) -> String { escaped(text, isAttribute: true) }

  private static func escaped(_ text: String, isAttribute: Bool) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      // `]]>` ends a section of characters.
      case ">": "&gt;"
      case "\"" where isAttribute: "&quot;"
      // A parser turns these into spaces in an attribute (section 3.3.3), and a carriage return into a line's end
      // anywhere (section 2.11).
      case "\t" where isAttribute, "\n" where isAttribute, "\r": "&#\(scalar.value);"
      case "\t", "\n": nil
      // Section 2.2 has no way to write these, or they would deceive a reader.
      case "\u{FFFE}", "\u{FFFF}": scalar.escape
      case _ where scalar.isDeceptive: scalar.escape
      default: nil
      }
    }
  }
}
