/// A word of a shell's command line.
package enum ShellWord {
  /// The text as one word: as it is where no shell reads it otherwise, else between single quotes.
  package static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty && text.utf8.first != UInt8(ascii: "-")
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
          true
        default: "._/-+,:@%=".utf8.contains(byte)
        }
      }
    if isPlain { return text }
    return "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
  }

  /// The words of a line: spaces separate them, quotes and backslashes keep spaces within one.
  ///
  /// - Returns: nil if a quote is never closed. Nothing is expanded.
  package static func words(of line: some StringProtocol) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " || character == "\t" || character == "\r" {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if quote != nil || isEscaped { return nil }
    if let word { words.append(word) }
    return words
  }
}
