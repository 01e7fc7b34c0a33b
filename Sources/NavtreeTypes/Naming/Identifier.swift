/// Texts of a flow as identifiers of programming languages.
enum Identifier {
  /// `listMore` for `list.more` and for `list_more`.
  static func lower(_ text: String) -> String {
    let words = words(text)
    guard let first = words.first else { return "field" }
    let start = words.count > 1 && first == first.uppercased() ? first.lowercased() : lowerFirst(first)
    return start + words.dropFirst().map(capitalised).joined()
  }

  /// `ListMore` for `list.more` and for `list_more`.
  static func upper(_ text: String) -> String {
    let words = words(text)
    return words.isEmpty ? "Field" : words.map(capitalised).joined()
  }

  /// `list_more` for `list.more`, `user_list` for `userList`.
  static func snake(_ text: String) -> String {
    var name = ""
    var isAfterSmall = false
    for character in words(text).joined(separator: "_") {
      if character.isUppercase, isAfterSmall { name += "_" }
      isAfterSmall = character.isLowercase || character.isNumber
      name += character.lowercased()
    }
    return name.isEmpty ? "field" : name
  }

  /// Whether it is one of letters, digits and `_` in ASCII, and begins with no digit.
  static func isPlain(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, !isDigit(first) else { return false }
    return bytes.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
  }

  /// The parts that may stand in an identifier, apart by what may not or by `_`. The first begins with no digit.
  private static func words(_ text: String) -> [String] {
    var words = text.unicodeScalars.split { !stands($0) || $0 == "_" }.map {
      String(String.UnicodeScalarView($0))
    }
    if let first = words.first?.utf8.first, isDigit(first) { words[0] = "_" + words[0] }
    return words
  }

  /// Whether a scalar may stand in identifiers of all languages, and is the same in every normal form.
  private static func stands(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      return isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_")
    }
    // Kotlin takes no letter beyond the basic plane.
    guard scalar.value <= 0xFFFF else { return false }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .otherLetter: return !scalar.properties.changesWhenNFKCCaseFolded
    case .uppercaseLetter:
      let lower = scalar.properties.lowercaseMapping.unicodeScalars
      guard let first = lower.first, lower.count == 1 else { return false }
      return !first.properties.changesWhenNFKCCaseFolded
    default: return false
    }
  }

  private static func lowerFirst(_ word: String) -> String { word.prefix(1).lowercased() + word.dropFirst() }

  private static func capitalised(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }
}
