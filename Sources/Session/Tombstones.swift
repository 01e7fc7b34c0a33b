import NavigationTree

/// What is remembered of those that are over: the latest of them, up to a limit.
struct Tombstones<ID: Hashable, Stone> {
  private var stones: [ID: Stone] = [:]
  /// The ids in the order in which they ended; a ring once it is full.
  private var order: [ID] = []
  private var oldest = 0
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  subscript(id: ID) -> Stone? { stones[id] }

  /// Remembers one; the oldest one is forgotten for it when the limit is reached.
  ///
  /// Screens are to be added before those that held them, so that what one was held by is remembered at
  /// least as long as itself.
  mutating func add(_ id: ID, _ stone: Stone) {
    guard limit > 0 else { return }
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
  mutating func forget(where isForgotten: (ID, Stone) -> Bool) {
    for (id, stone) in stones where isForgotten(id, stone) { stones[id] = nil }
  }
}

/// What is remembered of a screen that was removed.
struct ScreenStone {
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

/// What is remembered of an effect that is over.
struct EffectStone {
  let end: EffectEnd
  let screen: ScreenID
}
