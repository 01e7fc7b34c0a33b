/// A way for people: each move, and lines below it. Moves that come again and again are counted.
package struct MoveLines {
  package private(set) var lines: [String] = []

  /// The most moves that come again as one round.
  private static let longestRound = 8
  /// The fewest rounds that are counted.
  private static let fewestRounds = 5

  /// - Parameters:
  ///   - moves: the lines of each, the move itself first.
  ///   - most: the most lines, of which the middle is left out.
  /// - Complexity: O(number of moves).
  package init(_ moves: [[String]], atMost most: Int = .max) {
    var index = 0
    while index < moves.count {
      let (length, count) = Self.round(at: index, of: moves)
      let last = index + length * (count - 1)
      if count > 1 {
        lines += moves[index..<index + length].joined()
        let round = length == 1 ? "again" : "these \(length) moves again"
        lines.append("... \(round), \(count - 2) times ...")
      }
      lines += moves[last..<last + length].joined()
      index = last + length
    }
    if lines.count > most {
      let left = lines.count - most
      lines.replaceSubrange(most / 2..<most / 2 + left, with: ["... \(left) lines more ..."])
    }
  }

  /// The moves from an index on that come again, and how often they come, of which that is counted; else one move, once.
  private static func round(at index: Int, of moves: [[String]]) -> (length: Int, count: Int) {
    var best = (length: 1, count: 1)
    for length in 1...longestRound where index + length <= moves.count {
      var end = index + length
      while end < moves.count, moves[end].first == moves[end - length].first { end += 1 }
      let count = (end - index) / length
      if count >= fewestRounds, length * count > best.length * best.count { best = (length, count) }
    }
    return best
  }
}
