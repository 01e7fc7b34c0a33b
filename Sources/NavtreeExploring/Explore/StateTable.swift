import NavtreeEngine

/// The states that were found, each with the state before it and the move from there.
///
/// A state takes 32 bytes, about 6 more in the index of keys, and 4 for each move from it that leads elsewhere.
struct StateTable {
  private var high: [UInt64] = []
  private var low: [UInt64] = []
  private(set) var parents: [Int32] = []
  private(set) var moves: [Int32] = []
  private(set) var depths: [Int32] = []
  /// The number of its tree, among those of `TreeTable`.
  private(set) var trees: [Int32] = []
  /// States by key plus 1, 0 where there is none; a power of two at most two thirds full.
  private var buckets = [Int32](repeating: 0, count: 1024)

  var count: Int { high.count }

  /// The number of a state; nil if it isn't known.
  func index(of key: StateKey) -> Int? {
    var bucket = Int(truncatingIfNeeded: key.low) & (buckets.count - 1)
    while buckets[bucket] != 0 {
      let index = Int(buckets[bucket]) - 1
      if high[index] == key.high, low[index] == key.low { return index }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    return nil
  }

  /// Adds a state that isn't known yet.
  mutating func append(_ key: StateKey, parent: Int, move: Int, tree: Int) {
    high.append(key.high)
    low.append(key.low)
    parents.append(Int32(parent))
    moves.append(Int32(move))
    depths.append(parent < 0 ? 0 : depths[parent] + 1)
    trees.append(Int32(tree))
    if count * 3 > buckets.count * 2 {
      buckets = Array(repeating: 0, count: buckets.count * 2)
      for index in 0..<count { enter(index) }
    } else {
      enter(count - 1)
    }
  }

  private mutating func enter(_ index: Int) {
    var bucket = Int(truncatingIfNeeded: low[index]) & (buckets.count - 1)
    while buckets[bucket] != 0 { bucket = (bucket + 1) & (buckets.count - 1) }
    buckets[bucket] = Int32(index + 1)
  }

  /// The numbers of the moves that lead to a state from the first one.
  ///
  /// - Complexity: O(number of moves).
  func way(to state: Int) -> [Int] {
    var way: [Int] = []
    var state = state
    while state > 0 {
      way.append(Int(moves[state]))
      state = Int(parents[state])
    }
    return way.reversed()
  }
}

/// The states that follow each expanded state, in the order in which these were expanded.
struct EdgeTable {
  private var starts: [Int] = [0]
  private var targets: [Int32] = []

  /// The number of expanded states; they are the first ones.
  var count: Int { starts.count - 1 }

  mutating func append(_ successors: [Int32]) {
    targets += successors
    starts.append(targets.count)
  }

  subscript(state: Int) -> ArraySlice<Int32> { targets[starts[state]..<starts[state + 1]] }
}
