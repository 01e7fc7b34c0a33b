/// Shrinks a failing list of moves to one from which no move can be left out, and whose moves are as simple as they can
/// be.
///
/// It asks for a verdict on each candidate, and keeps those that still fail. The same list, verdicts and budget give the
/// same result.
package struct Shrinker<Move> {
  /// Whether a list fails as the first one did.
  private let fails: ([Move]) -> Bool
  /// Simpler moves to try in place of one, the simplest first.
  private let simpler: (Move) -> [Move]
  /// Other forms of a list whose move at an index was left out.
  private let mended: ([Move], _ index: Int) -> [[Move]]
  /// Whether it is to end with what it has.
  private let isOver: () -> Bool
  /// The verdicts that may still be asked for.
  private var budget: Int
  /// Lists of at most this length are tried without each two of their moves.
  private static var longestForPairs: Int { 40 }

  /// - Parameters:
  ///   - budget: The most verdicts.
  ///   - isOver: Whether it is to end with what it has; asked before each verdict.
  ///   - simpler: Simpler moves to try in place of one, the simplest first; each must come nearer to one that has none.
  ///   - mended: Other forms to try of a list whose move at an index was left out, such as those in which later moves
  ///     count without it.
  ///   - fails: Whether a list fails as the first one did.
  package init(
    budget: Int = 20_000, isOver: @escaping () -> Bool = { false },
    simpler: @escaping (Move) -> [Move] = { _ in [] },
    mended: @escaping ([Move], _ index: Int) -> [[Move]] = { _, _ in [] }, fails: @escaping ([Move]) -> Bool
  ) {
    self.budget = budget
    self.isOver = isOver
    self.simpler = simpler
    self.mended = mended
    self.fails = fails
  }

  /// - Parameter moves: A list that fails.
  /// - Returns: The list, shrunk as far as the budget allows.
  /// - Complexity: O(*n*²) verdicts for *n* moves, in most cases O(*n* log *n*).
  package mutating func shrink(_ moves: [Move]) -> [Move] {
    var moves = moves
    var isShrinking = true
    while isShrinking, budget > 0 {
      isShrinking = removeChunks(from: &moves)
      isShrinking = removePairs(from: &moves) || isShrinking
      isShrinking = removeAndMend(&moves) || isShrinking
      isShrinking = simplify(&moves) || isShrinking
    }
    return moves
  }

  private mutating func stillFails(_ moves: [Move]) -> Bool {
    if isOver() { budget = 0 }
    guard budget > 0 else { return false }
    budget -= 1
    return fails(moves)
  }

  /// Leaves out ever smaller chunks (Zeller and Hildebrandt's ddmin, by complements), at last single moves until none can
  /// be left out.
  private mutating func removeChunks(from moves: inout [Move]) -> Bool {
    var isShorter = false
    var size = max(1, moves.count / 2)
    while !moves.isEmpty, budget > 0 {
      var hasShrunk = false
      // From the end: the last moves build on the first ones.
      var end = moves.count
      while end > 0, budget > 0 {
        let start = max(0, end - size)
        var fewer = moves
        fewer.removeSubrange(start..<end)
        if stillFails(fewer) {
          moves = fewer
          hasShrunk = true
          isShorter = true
        }
        end = start
      }
      if size == 1, !hasShrunk { break }
      size = hasShrunk && size == 1 ? 1 : max(1, size / 2)
    }
    return isShorter
  }

  /// Leaves out two moves that only make sense together, such as one that opens and one that closes.
  private mutating func removePairs(from moves: inout [Move]) -> Bool {
    guard moves.count <= Self.longestForPairs else { return false }
    var isShorter = false
    var first = 0
    while first < moves.count, budget > 0 {
      var second = first + 1
      while second < moves.count {
        var fewer = moves
        fewer.remove(at: second)
        fewer.remove(at: first)
        if stillFails(fewer) {
          moves = fewer
          isShorter = true
          second = first + 1
        } else {
          second += 1
        }
      }
      first += 1
    }
    return isShorter
  }

  /// Leaves out a move that later ones count, and counts anew.
  private mutating func removeAndMend(_ moves: inout [Move]) -> Bool {
    var isShorter = false
    var index = moves.count - 1
    while index >= 0, budget > 0 {
      var fewer = moves
      fewer.remove(at: index)
      for other in mended(fewer, index) where stillFails(other) {
        moves = other
        isShorter = true
        break
      }
      index = min(index, moves.count) - 1
    }
    return isShorter
  }

  /// Puts simpler moves in place of each.
  private mutating func simplify(_ moves: inout [Move]) -> Bool {
    var isSimpler = false
    for index in moves.indices {
      var hasChanged = true
      while hasChanged, budget > 0 {
        hasChanged = false
        for move in simpler(moves[index]) {
          var others = moves
          others[index] = move
          guard stillFails(others) else { continue }
          moves = others
          hasChanged = true
          isSimpler = true
          break
        }
      }
    }
    return isSimpler
  }
}
