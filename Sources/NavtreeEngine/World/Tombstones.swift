import NavigationTree

/// What is remembered of the screens that were removed last.
struct Tombstones {
  struct Stone {
    /// The name of its window.
    let window: String
    let parent: ScreenID?
    /// The slot of the parent.
    let slot: Int
    let seq: Int
    let type: Int
    /// The request or action that removed it.
    let cause: String
  }

  private var stones: [ScreenID: Stone] = [:]
  /// The ids in the order in which they were removed; a ring once it is full.
  private var order: [ScreenID] = []
  private var oldest = 0
  private let limit: Int
  /// Whether the ids of those that are remembered and forgotten are kept until they are taken.
  var isWatched = false
  private var changed: [ScreenID] = []

  init(limit: Int) {
    self.limit = limit
  }

  subscript(id: ScreenID) -> Stone? { stones[id] }

  /// Remembers a screen; the oldest one is forgotten for it when the limit is reached.
  ///
  /// Screens are to be added before those that held them, so that what one was held by is remembered at
  /// least as long as itself.
  mutating func add(_ id: ScreenID, _ stone: Stone) {
    guard limit > 0 else { return }
    if isWatched {
      if order.count == limit { changed.append(order[oldest]) }
      changed.append(id)
    }
    if order.count < limit {
      order.append(id)
    } else {
      stones[order[oldest]] = nil
      order[oldest] = id
      oldest = oldest + 1 == limit ? 0 : oldest + 1
    }
    stones[id] = stone
  }

  /// Forgets some of them.
  ///
  /// - Complexity: O(number of stones).
  mutating func forget(where isForgotten: (ScreenID, Stone) -> Bool) {
    for (id, stone) in stones where isForgotten(id, stone) { stones[id] = nil }
  }

  /// Those that were remembered or forgotten since the last time.
  mutating func takeChanged() -> [ScreenID] {
    defer { changed.removeAll() }
    return changed
  }

  /// All that are remembered, the oldest first.
  ///
  /// - Complexity: O(limit).
  var inOrder: [ScreenID] {
    var seen: Set<ScreenID> = []
    let latestFirst = (order[oldest...] + order[..<oldest]).reversed()
    return latestFirst.filter { stones[$0] != nil && seen.insert($0).inserted }.reversed()
  }
}
