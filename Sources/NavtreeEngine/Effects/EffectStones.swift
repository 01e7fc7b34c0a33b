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
  /// Whether the ids of those that are remembered and forgotten are kept until they are taken.
  var isWatched = false
  private var changed: [Int] = []

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
    if isWatched {
      if let old = ring[place] { changed.append(old.id) }
      changed.append(stone.id)
    }
    ring[place] = stone
  }

  /// Those that were remembered or forgotten since the last time.
  mutating func takeChanged() -> [Int] {
    defer { changed.removeAll() }
    return changed
  }

  /// The ids of all that are remembered.
  ///
  /// - Complexity: O(*n* log *n*)
  var ids: [Int] { ring.compactMap { $0?.id }.sorted() }

  /// Forgets some of them.
  ///
  /// - Complexity: O(number of stones).
  mutating func forget(where isForgotten: (Int) -> Bool) {
    for place in ring.indices {
      if let stone = ring[place], isForgotten(stone.id) { ring[place] = nil }
    }
  }
}
