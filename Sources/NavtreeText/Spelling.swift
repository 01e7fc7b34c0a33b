/// Suggestions for misspelled names.
package enum Spelling {
  /// The most names considered: a suggestion isn't worth more time.
  private static let most = 10_000

  /// The name most like a misspelled one, if any is near enough.
  /// - Complexity: O(*n* · *m*²) for *n* names of length *m*.
  package static func suggestion(for name: String, among names: some Sequence<String>) -> String? {
    let wanted = Array(name.unicodeScalars)
    guard wanted.count <= 64 else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in names.prefix(most) {
      let scalars = Array(candidate.unicodeScalars)
      let bound = max(1, min(wanted.count, scalars.count) / 3)
      guard abs(scalars.count - wanted.count) <= bound, scalars.count <= 64 else { continue }
      let distance = candidate.lowercased() == name.lowercased() ? 0 : distance(wanted, scalars)
      if distance <= bound, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// `did you mean 'x'?`
  package static func hint(for name: String, among names: some Sequence<String>) -> String? {
    suggestion(for: name, among: names).map { "did you mean '\($0)'?" }
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours between two names.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var row = [i + 1]
      for (j, b) in right.enumerated() {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a == b ? 0 : 1))
        if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { cost = min(cost, beforeLast[j - 1] + 1) }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[right.count]
  }
}
