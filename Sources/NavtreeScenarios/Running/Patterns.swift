import NavtreeRegex

/// The regular expressions of a file's expectations, each compiled once.
final class Patterns {
  private var compiled: [String: RegularExpression?] = [:]

  /// The most memory of one of them, in bytes.
  private static let memory = 1 << 20

  /// Whether a pattern matches anywhere in a text; false for a pattern that can't be compiled.
  func match(_ pattern: String, _ text: String) -> Bool {
    let expression: RegularExpression?
    if let known = compiled[pattern] {
      expression = known
    } else {
      expression = try? RegularExpression(pattern, memory: Self.memory)
      compiled.updateValue(expression, forKey: pattern)
    }
    return expression?.matches(text) ?? false
  }

  /// Whether a text is the expected one, or matches it if that is written as `/pattern/`.
  func fits(_ expected: String, _ text: String) -> Bool {
    guard expected.utf8.count > 2, expected.hasPrefix("/"), expected.hasSuffix("/") else {
      return expected == text
    }
    return match(String(expected.dropFirst().dropLast()), text)
  }
}
