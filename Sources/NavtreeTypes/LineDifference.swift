/// The first place where a text isn't the expected one.
package struct LineDifference {
  /// The number of the first line that differs, from 1.
  package let line: Int
  /// The lines there: those of the text after `-`, the expected ones after `+`.
  package let excerpt: String

  private static let mostLines = 5

  /// - Complexity: O(length of the texts).
  package init(of text: String, from expected: String) {
    var actual = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var start = 0
    // The head has the hash, which says only that there is a difference.
    var end = 0
    while start < min(actual.count, wanted.count), actual[start] == wanted[start] { start += 1 }
    if start == 0, actual.count > 1, wanted.count > 1 {
      start = 1
      while start < min(actual.count, wanted.count), Self.isSame(actual[start], wanted[start]) { start += 1 }
      if start == min(actual.count, wanted.count), actual.count == wanted.count { start = 0 }
    }
    line = start + 1
    actual = actual.dropFirst(start)
    wanted = wanted.dropFirst(start)
    while end < min(actual.count, wanted.count), actual.dropLast(end).last == wanted.dropLast(end).last {
      end += 1
    }
    let lines =
      Self.marked(actual.dropLast(end), "-") + Self.marked(wanted.dropLast(end), "+")
    excerpt = lines.joined(separator: "\n")
  }

  private static func isSame(_ line: Substring, _ other: Substring) -> Bool {
    line == other || line.contains("hash") && other.contains("hash")
  }

  private static func marked(_ lines: ArraySlice<Substring>, _ mark: String) -> [String] {
    let shown = lines.prefix(mostLines).map { "  \(mark) \($0)" }
    return lines.count > mostLines ? shown + ["  \(mark) … \(lines.count - mostLines) more lines"] : shown
  }
}
