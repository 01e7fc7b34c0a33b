/// The lines in which two texts differ.
package struct LineDifference {
  package enum Side {
    case both, first, second
  }

  /// Texts of more lines are compared from their ends alone.
  private static let most = 500

  private let before: ArraySlice<Substring>
  private let after: ArraySlice<Substring>
  /// The lines from the first that differs to the last.
  package let first: [Substring]
  package let second: [Substring]

  package var isEmpty: Bool { first.isEmpty && second.isEmpty }
  /// The number of the first line that differs, from 1.
  package var line: Int { before.count + 1 }

  /// - Complexity: O(length of the texts).
  package init(_ left: [Substring], _ right: [Substring], isSame: (Substring, Substring) -> Bool = (==)) {
    let start = zip(left, right).prefix(while: isSame).count
    let end = zip(left[start...].reversed(), right[start...].reversed()).prefix(while: ==).count
    before = left[..<start]
    first = Array(left[start..<left.count - end])
    second = Array(right[start..<right.count - end])
    after = left[(left.count - end)...]
  }

  /// The lines of both side by side, by the longest common subsequence.
  ///
  /// - Complexity: O(*n* · *m*) for up to `most` lines that differ, else O(*n* + *m*).
  package var lines: [(side: Side, text: Substring)] {
    before.map { (.both, $0) } + middle + after.map { (.both, $0) }
  }

  private var middle: [(side: Side, text: Substring)] {
    if first.count > Self.most || second.count > Self.most {
      return first.map { (.first, $0) } + second.map { (.second, $0) }
    }
    var lengths = Array(repeating: Array(repeating: 0, count: second.count + 1), count: first.count + 1)
    for i in first.indices.reversed() {
      for j in second.indices.reversed() {
        lengths[i][j] =
          first[i] == second[j] ? lengths[i + 1][j + 1] + 1 : max(lengths[i + 1][j], lengths[i][j + 1])
      }
    }
    var lines: [(side: Side, text: Substring)] = []
    var (i, j) = (0, 0)
    while i < first.count || j < second.count {
      if i < first.count, j < second.count, first[i] == second[j] {
        lines.append((.both, first[i]))
        (i, j) = (i + 1, j + 1)
      } else if j == second.count || i < first.count && lengths[i + 1][j] >= lengths[i][j + 1] {
        lines.append((.first, first[i]))
        i += 1
      } else {
        lines.append((.second, second[j]))
        j += 1
      }
    }
    return lines
  }
}
