import NavtreeEngine

/// The states that were found, each with the state before it and the move from there.
///
/// A state takes 56 bytes, about 6 more in the index of keys, 8 for each move from it that leads elsewhere, and with *n*
/// timers 8 (*n* + 1)² for their bounds.
struct StateTable {
  private var keys: [StateKey] = []
  private(set) var parents: [Int32] = []
  private(set) var moves: [Int32] = []
  private(set) var depths: [Int32] = []
  /// The number of its tree, among those of `TreeTable`.
  private(set) var trees: [Int32] = []
  private(set) var times: [TimeBounds] = []
  /// States by key plus 1, 0 where there is none; a power of two at most two thirds full.
  private var buckets = [Int32](repeating: 0, count: 1024)

  var count: Int { keys.count }

  /// The number of a state with a key in which these times may be left, and maybe others; nil if none is known.
  func index(of key: StateKey, _ times: TimeBounds) -> Int? {
    var bucket = Int(truncatingIfNeeded: key.low) & (buckets.count - 1)
    while buckets[bucket] != 0 {
      let index = Int(buckets[bucket]) - 1
      if keys[index] == key, self.times[index].cover(times) { return index }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    return nil
  }

  func key(of state: Int) -> StateKey { keys[state] }

  /// Adds a state that isn't known yet.
  mutating func append(_ key: StateKey, _ times: TimeBounds, parent: Int, move: Int, depth: Int, tree: Int) {
    keys.append(key)
    self.times.append(times)
    parents.append(Int32(parent))
    moves.append(Int32(move))
    depths.append(Int32(depth))
    trees.append(Int32(tree))
    if count * 3 > buckets.count * 2 {
      buckets = Array(repeating: 0, count: buckets.count * 2)
      for index in 0..<count { enter(index) }
    } else {
      enter(count - 1)
    }
  }

  private mutating func enter(_ index: Int) {
    var bucket = Int(truncatingIfNeeded: keys[index].low) & (buckets.count - 1)
    while buckets[bucket] != 0 { bucket = (bucket + 1) & (buckets.count - 1) }
    buckets[bucket] = Int32(index + 1)
  }

  /// The numbers of the moves that lead to a state from its root.
  ///
  /// - Complexity: O(number of moves).
  func way(to state: Int) -> [Int] {
    var way: [Int] = []
    var state = state
    while parents[state] >= 0 {
      way.append(Int(moves[state]))
      state = Int(parents[state])
    }
    return way.reversed()
  }

  /// The state without one before it from which the way to a state leads.
  ///
  /// - Complexity: O(number of moves).
  func root(of state: Int) -> Int {
    var state = state
    while parents[state] >= 0 { state = Int(parents[state]) }
    return state
  }
}
