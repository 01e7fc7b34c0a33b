import NavigationTree

/// How effects were over, as long as that is remembered: until one ends whose number is greater by the limit.
///
/// A ring by number needs no hashing, which an effect's end would pay for.
struct EffectStones {
  struct Stone {
    let id: Int
    let end: EffectEnd
    let screen: ScreenID
  }

  private var ring: [Stone?] = []
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  subscript(id: Int) -> Stone? {
    guard limit > 0, id % limit < ring.count, let stone = ring[id % limit], stone.id == id else { return nil }
    return stone
  }

  /// - Complexity: O(1), amortized.
  mutating func add(_ stone: Stone) {
    guard limit > 0 else { return }
    let place = stone.id % limit
    while ring.count <= place { ring.append(nil) }
    ring[place] = stone
  }

  /// Forgets some of them.
  ///
  /// - Complexity: O(number of stones).
  mutating func forget(where isForgotten: (Int) -> Bool) {
    for place in ring.indices {
      if let stone = ring[place], isForgotten(stone.id) { ring[place] = nil }
    }
  }
}
