extension String {
  /// The text as XML and HTML take it, in attributes too. Characters that XML can't have are replaced.
  package var escapedForXML: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\t", "\n", "\u{20}"..."\u{7E}", "\u{A0}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}",
        "\u{10000}"..."\u{10FFFF}":
        text.unicodeScalars.append(scalar)
      default: text += "\u{FFFD}"
      }
    }
    return text
  }
}
