/// A conversation with navtree as a file: a command line after `$ `, comments after `# `, requests after `> `, and
/// after each the expected output before the next one is read, line by line after `< `.
package struct Transcript: Sendable {
  /// The ending of a file's name.
  package static let ending = ".transcript"

  package enum Line: Sendable, Equatable {
    case command(Substring)
    case request(Substring)
    case expected(Substring)
    /// A comment or a blank line.
    case other
    /// A line without such a mark.
    case unmarked
  }

  package let text: String
  /// The lines of the text, with their marks.
  package let lines: [Substring]

  package init(_ text: String) {
    self.text = text
    lines = Self.lines(of: text)
  }

  /// A line may end in CRLF.
  private static func lines(of text: String) -> [Substring] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
  }

  /// By number, from 0.
  package var content: [Line] {
    lines.map { line in
      switch line.utf8.prefix(2).map(\.self) {
      case Array("$ ".utf8): .command(Self.body(line))
      case Array("> ".utf8): .request(Self.body(line))
      case Array("< ".utf8): .expected(Self.body(line))
      default: line.hasPrefix("#") || Self.isBlank(line) ? .other : .unmarked
      }
    }
  }

  private static func isBlank(_ line: Substring) -> Bool { line.utf8.allSatisfy(" \t\r".utf8.contains) }

  private static func body(_ line: Substring) -> Substring {
    Substring(line.utf8.dropFirst(2))
  }

  /// The text with output that came in place of the expected.
  ///
  /// - Parameter output: gives the lines that came after a command line or request, by its number; nil leaves the
  ///   expected ones.
  package func played(_ output: (Int) -> [Substring]?) -> String {
    var played: [Substring] = []
    var keepsExpected = true
    for (number, line) in content.enumerated() {
      switch line {
      case .expected:
        if keepsExpected { played.append(lines[number]) }
      case .command, .request:
        played.append(lines[number])
        let output = output(number)
        keepsExpected = output == nil
        for line in output ?? [] { played.append("< " + line) }
      case .other, .unmarked: played.append(lines[number])
      }
    }
    return played.joined(separator: "\n")
  }

  /// The first line in which it differs from what was played.
  package func difference(to played: String) -> Difference? {
    let found = Self.lines(of: played)
    let index = zip(lines, found).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    if index == lines.count, index == found.count { return nil }
    return Difference(
      line: index + 1, expected: index < lines.count ? lines[index] : nil,
      found: index < found.count ? found[index] : nil)
  }

  package struct Difference: Sendable {
    /// From 1.
    package let line: Int
    package let expected: Substring?
    package let found: Substring?
  }
}
