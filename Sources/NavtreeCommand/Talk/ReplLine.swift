import ArgumentParser

/// A line of the prompt, split in words.
///
/// Spaces within quotes, brackets and braces belong to a word. Single quotes are taken away, as by a shell; double
/// quotes stay, since they are JSON's.
struct ReplLine {
  /// The words, without an address.
  private(set) var words: [String] = []
  /// The address given as `@ADDRESS`.
  private(set) var address: String?

  init(_ line: String) throws(ValidationError) {
    var word = ""
    var isQuoted = false
    var quote: Character?
    var depth = 0
    var isEscaped = false
    for character in line {
      if let open = quote {
        if open == "\"" || character != "'" { word.append(character) }
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = open == "\""
        } else if character == open {
          quote = nil
        }
        continue
      }
      switch character {
      case "\"":
        quote = character
        word.append(character)
      case "'":
        quote = character
        isQuoted = true
      case " ", "\t":
        if depth > 0 { word.append(character) } else { add(&word, &isQuoted) }
      default:
        if "[{".contains(character) { depth += 1 }
        if "]}".contains(character) { depth -= 1 }
        word.append(character)
      }
    }
    if quote != nil { throw ValidationError("a quote is never closed") }
    if depth > 0 { throw ValidationError("a bracket is never closed") }
    add(&word, &isQuoted)
  }

  private mutating func add(_ word: inout String, _ isQuoted: inout Bool) {
    defer {
      word = ""
      isQuoted = false
    }
    guard !word.isEmpty || isQuoted else { return }
    if word.hasPrefix("@"), address == nil { address = String(word.dropFirst()) } else { words.append(word) }
  }
}
