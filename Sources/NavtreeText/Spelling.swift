/// Suggestions for misspelled names.
package enum Spelling {
  /// The most names considered: a suggestion isn't worth more time.
  package static let most = 10_000

  /// The most characters of a name considered.
  fileprivate static let longest = 64

  /// The name most like a misspelled one, if any is near enough.
  ///
  /// - Complexity: O(*n*) for *n* names with other letters, O(*m*²) more for each of *m* characters that has
  ///   nearly the same.
  package static func suggestion(for name: String, among names: some Sequence<String>) -> String? {
    candidate(for: name, among: names)?.name
  }

  /// The same, and whether no other name is as near, and some letter is the same.
  package static func candidate(
    for name: String, among names: some Sequence<String>
  ) -> (name: String, isAlone: Bool)? {
    var search = Search(for: name)
    for candidate in names.prefix(most) { search.consider(candidate) }
    return search.best.map { ($0.name, !search.isTied && $0.distance < name.count) }
  }

  /// `did you mean 'x'?`
  ///
  /// - Parameter prefix: stands before the name that was probably meant.
  package static func hint(
    for name: String, among names: some Sequence<String>, prefix: String = ""
  ) -> String? {
    suggestion(for: name, among: names).map { "did you mean '\(prefix)\($0)'?" }
  }
}

/// A search for the name most like a misspelled one.
private struct Search {
  private let name: String
  private let letters: Letters
  private lazy var lowercased = name.lowercased()
  private lazy var comparison = Comparison(name)
  private(set) var best: (name: String, distance: Int)?
  /// Whether another name is as near as the best.
  private(set) var isTied = false

  init(for name: String) {
    self.name = name
    letters = Letters(name)
  }

  mutating func consider(_ candidate: String) {
    let others = Letters(candidate)
    guard max(letters.count, others.count) <= Spelling.longest else { return }
    let bound = max(1, min(letters.count, others.count) / 3)
    let limit = min(bound, best?.distance ?? .max)
    let least = letters.leastDistance(to: others)
    guard least <= limit else { return }
    let isAlike = least == 0 && candidate.lowercased() == lowercased
    if let distance = isAlike ? 0 : comparison.distance(to: candidate, atMost: limit) {
      // Only a nearer name takes the place of the best one.
      if let best, best.distance == distance {
        isTied = isTied || candidate != best.name
      } else {
        best = (candidate, distance)
        isTied = false
      }
    }
  }
}

/// The number of characters of a name, and a set with its ASCII characters, upper and lower case alike.
///
/// Most names differ so much in them that they needn't be compared.
private struct Letters: Sendable {
  private(set) var count = 0
  private var set: UInt64 = 0

  init(_ name: String) {
    for byte in name.utf8 {
      if byte & 0xC0 != 0x80 { count += 1 }
      if byte < 0x80 { set |= 1 << UInt64((65...90).contains(byte) ? byte & 63 | 32 : byte & 63) }
    }
  }

  /// A bound that the distance of the names isn't below: an edit changes the number of characters by at most one, and
  /// takes at most one out of the set and puts one in.
  func leastDistance(to other: Letters) -> Int {
    max(abs(count - other.count), ((set ^ other.set).nonzeroBitCount + 1) / 2)
  }
}

/// A name that is compared with others.
private struct Comparison {
  private let name: [Unicode.Scalar]
  private var last: [Int]
  private var beforeLast: [Int]
  private var row: [Int]

  init(_ name: String) {
    self.name = Array(name.unicodeScalars)
    last = Array(repeating: 0, count: Spelling.longest + 1)
    beforeLast = last
    row = last
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours between the names; nil beyond a limit.
  mutating func distance(to other: String, atMost limit: Int) -> Int? {
    let other = Array(other.unicodeScalars)
    for j in 0...other.count { last[j] = j }
    var leastOfLast = 0
    for (i, a) in name.enumerated() {
      row[0] = i + 1
      var least = i + 1
      for (j, b) in other.enumerated() {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a == b ? 0 : 1))
        if i > 0, j > 0, a == other[j - 1], name[i - 1] == b { cost = min(cost, beforeLast[j - 1] + 1) }
        row[j + 1] = cost
        least = min(least, cost)
      }
      // A swap reaches back over two rows.
      if least > limit, leastOfLast > limit { return nil }
      leastOfLast = least
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[other.count] <= limit ? last[other.count] : nil
  }
}
