import NavtreeJSON
import NavigationTree

/// The ends of effects, remembered until an effect ends whose number is greater by the limit.
///
/// A ring by number needs no hashing, for which every ended effect would pay.
struct EffectStones {
  struct Stone {
    let id: Int
    let end: EffectEnd
    /// The screen that had requested it; 0 for the session.
    let screen: ScreenID
  }

  private var ring: [Stone?] = []
  private let limit: Int
  /// Whether the ids of remembered and forgotten effects are collected until they are taken.
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
  private mutating func add(_ stone: Stone) {
    guard limit > 0 else { return }
    let place = stone.id % limit
    while ring.count <= place { ring.append(nil) }
    if isWatched {
      if let old = ring[place] { changed.append(old.id) }
      changed.append(stone.id)
    }
    ring[place] = stone
  }

}

extension StoredPart {
  package static let ended = StoredPart("ended", key: "effect")
}

extension EffectStones: Ledger {
  static var part: StoredPart { .ended }

  @discardableResult
  mutating func put(_ stone: Stone?, for id: Int) -> Stone? {
    let former = self[id]
    if let stone {
      add(stone)
    } else if former != nil {
      ring[id % limit] = nil
    }
    return former
  }

  /// - Complexity: O(*n* log *n*)
  var numbers: [Int] { ring.compactMap { $0?.id }.sorted() }

  func division(of id: Int, _ form: EntryForm) -> StoredDivision? {
    self[id].map { stone in
      StoredDivision([
        Self.part.key: .integer(id), "screen": .integer(stone.screen.number), "end": .string(stone.end.name),
      ])
    }
  }

  mutating func restore(_ stored: LedgerEntry) throws(StoredFault) {
    let screen = ScreenID(try stored.reader.id("screen"))
    let end = try stored.reader.member("end")
    guard let known = EffectEnd(name: try end.string(), screen: screen) else {
      throw end.fault("is no end of an effect")
    }
    put(Stone(id: stored.number, end: known, screen: screen), for: stored.number)
  }

  mutating func takeTouched() -> [Int] {
    defer { changed.removeAll() }
    return changed
  }

  /// - Complexity: O(number of stones).
  mutating func forget(after moment: Moment) {
    for place in ring.indices {
      guard let id = ring[place]?.id else { continue }
      if id >= moment.nextEffect || moment.effectsInFlight.contains(id) { ring[place] = nil }
    }
  }
}
