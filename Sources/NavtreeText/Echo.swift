extension String {
  /// The text as an error quotes it: its first 200 characters.
  package var echo: String {
    guard utf8.count > 200, let end = endOfEcho, end < endIndex else { return self }
    return self[..<end] + "…"
  }

  /// The end of the first 200 characters; nil if there are fewer.
  ///
  /// In ASCII without CR, which is one character with a LF, each is a byte, unless a scalar that isn't ASCII follows: to
  /// look for characters takes 100 instructions for each.
  private var endOfEcho: Index? {
    if utf8.prefix(201).allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
      return utf8.index(startIndex, offsetBy: 200)
    }
    return index(startIndex, offsetBy: 200, limitedBy: endIndex)
  }

  /// A sentence with every given text, between apostrophes or a single word, cut to the length that errors
  /// repeat.
  package var abridged: String {
    guard utf8.count > 200 else { return self }
    let pieces = split(separator: "'", omittingEmptySubsequences: false)
    return pieces.indices.map { index in
      let isQuoted = index > 0 && index < pieces.count - 1
      return isQuoted
        ? String(pieces[index]).echo
        : pieces[index].split(separator: " ", omittingEmptySubsequences: false)
          .map { String($0).echo }.joined(separator: " ")
    }.joined(separator: "'")
  }

  /// The text with what would deceive a reader escaped as in JSON: control characters, which a terminal obeys, breaks of
  /// lines, which forge a message, and controls of direction, which reorder what is read.
  package var escapingControls: String { escaping { $0.isDeceptive } }

  /// The same of a text of several lines.
  package var escapingControlsInLines: String { escaping { $0.isDeceptive && $0 != "\n" } }

  private func escaping(_ isEscaped: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: isEscaped) else { return self }
    return replacingScalars { isEscaped($0) ? $0.escape : nil }
  }

  /// The text with others in place of scalars; a scalar stays where there is none.
  package func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if let other = replacement(scalar) { text += other } else { text.unicodeScalars.append(scalar) }
    }
    return text
  }

  package var hasControls: Bool { unicodeScalars.contains(where: \.isControl) }
}

extension Unicode.Scalar {
  /// A scalar of at most 16 bits as JSON and YAML escape it: `\u001f`.
  package var escape: String { "\\u" + UInt16(truncatingIfNeeded: value).hexadecimal }

  /// The C0 and C1 control characters, and DEL.
  package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

  /// Control characters, separators of lines and paragraphs, and the controls of direction (UAX #9, section 2).
  package var isDeceptive: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension FixedWidthInteger {
  /// All its hexadecimal digits, leading zeros included.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.utf8.count) + digits
  }
}
