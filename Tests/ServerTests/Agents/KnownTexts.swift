import NavtreeJSON
import NavtreeJSONReading

/// What a client has read: texts, names and numbers.
struct KnownTexts {
  private var lines: [Substring] = []
  private var words: Set<Substring> = []

  /// Takes all texts of a value, and of the JSON that they are.
  mutating func read(_ value: JSONValue) {
    for text in Self.texts(in: value) {
      lines += text.split(separator: "\n")
      words.formUnion(Self.words(in: text))
      guard text.hasPrefix("{"), let inner = try? JSONValue(parsing: text) else { continue }
      read(inner)
    }
  }

  /// The texts of a call's arguments that weren't read: as a whole, or line by line, of which one may be mended with
  /// words that were.
  func unread(in arguments: JSONValue) -> [String] {
    Self.texts(in: arguments).filter { text in
      let unknown = text.split(separator: "\n").filter { !contains($0) }
      let isMended = unknown.count == 1 && text.contains("\n")
      return !(unknown.isEmpty || isMended && words.isSuperset(of: Self.words(in: unknown[0])))
    }
  }

  /// Whether a text stands in a line, and not within a word.
  private func contains(_ text: Substring) -> Bool {
    lines.contains { line in
      line.ranges(of: text).contains { range in
        !(Self.isWord(text.first) && Self.isWord(line[..<range.lowerBound].last))
          && !(Self.isWord(text.last) && Self.isWord(line[range.upperBound...].first))
      }
    }
  }

  private static func isWord(_ character: Character?) -> Bool {
    character.map { $0.isLetter || $0.isNumber } ?? false
  }

  private static func words(in text: some StringProtocol) -> [Substring] {
    Substring(text).split { !isWord($0) }
  }

  private static func texts(in value: JSONValue) -> [String] {
    switch value {
    case .null, .boolean: []
    case .integer, .number: ["\(value)"]
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(texts)
    case .object(let members): members.flatMap { [$0.key] + texts(in: $0.value) }
    }
  }
}
