/// The lines of two texts side by side: those that only the first has, those that only the second has, and those
/// of both.
struct LineDifference {
  enum Side {
    case both, first, second
  }

  /// Texts of more lines are compared from their ends alone.
  private static let most = 500

  let lines: [(side: Side, text: Substring)]

  /// - Complexity: O(*n* · *m*) for up to `most` lines that differ, else O(*n* + *m*).
  init(_ first: String, _ second: String) {
    let left = Self.split(first)
    let right = Self.split(second)
    let start = zip(left, right).prefix { $0 == $1 }.count
    let end = zip(left[start...].reversed(), right[start...].reversed()).prefix { $0 == $1 }.count
    var lines: [(side: Side, text: Substring)] = left[..<start].map { (.both, $0) }
    lines += Self.middle(Array(left[start..<left.count - end]), Array(right[start..<right.count - end]))
    lines += left[(left.count - end)...].map { (.both, $0) }
    self.lines = lines
  }

  private static func split(_ text: String) -> [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// By the longest common subsequence.
  private static func middle(_ left: [Substring], _ right: [Substring]) -> [(side: Side, text: Substring)] {
    if left.count > most || right.count > most {
      return left.map { (.first, $0) } + right.map { (.second, $0) }
    }
    var lengths = Array(repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
    for i in left.indices.reversed() {
      for j in right.indices.reversed() {
        lengths[i][j] =
          left[i] == right[j] ? lengths[i + 1][j + 1] + 1 : max(lengths[i + 1][j], lengths[i][j + 1])
      }
    }
    var lines: [(side: Side, text: Substring)] = []
    var (i, j) = (0, 0)
    while i < left.count || j < right.count {
      if i < left.count, j < right.count, left[i] == right[j] {
        lines.append((.both, left[i]))
        (i, j) = (i + 1, j + 1)
      } else if j == right.count || i < left.count && lengths[i + 1][j] >= lengths[i][j + 1] {
        lines.append((.first, left[i]))
        i += 1
      } else {
        lines.append((.second, right[j]))
        j += 1
      }
    }
    return lines
  }
}
