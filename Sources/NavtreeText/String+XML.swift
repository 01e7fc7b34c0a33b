extension String {
  /// The text as XML and HTML take it, in attributes too. Characters that XML can't have are replaced.
  package var escapedForXML: String {
    replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\t", "\n", "\u{20}"..."\u{7E}", "\u{A0}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}",
        "\u{10000}"..."\u{10FFFF}":
        nil
      default: "\u{FFFD}"
      }
    }
  }
}
