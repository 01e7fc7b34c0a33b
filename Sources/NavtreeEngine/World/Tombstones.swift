import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections
import NavtreeText

/// The records of the screens removed last.
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
  /// Whether the ids of remembered and forgotten screens are collected until they are taken.
  var isWatched = false
  private var changed: [ScreenID] = []

  init(limit: Int) {
    self.limit = limit
  }

  subscript(id: ScreenID) -> Stone? { stones[id] }

  /// Remembers a screen; at the limit, the oldest one is forgotten.
  ///
  /// Children are added before parents, so that a parent is remembered at least as long.
  private mutating func add(_ id: ScreenID, _ stone: Stone) {
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

}

extension StoredPart {
  package static let tombstones = StoredPart("tombstones", key: "id")
}

extension Tombstones: Ledger {
  static var part: StoredPart { .tombstones }

  @discardableResult
  mutating func put(_ stone: Stone?, for id: ScreenID) -> Stone? {
    let former = stones[id]
    if let stone { add(id, stone) } else { stones[id] = nil }
    return former
  }

  /// The oldest first.
  ///
  /// - Complexity: O(limit).
  var numbers: [Int] {
    var seen: Set<ScreenID> = []
    let latestFirst = (order[oldest...] + order[..<oldest]).reversed()
    return latestFirst.filter { stones[$0] != nil && seen.insert($0).inserted }.map(\.number).reversed()
  }

  func numbers(touchedAt id: ScreenID, former: Stone?) -> [Int] { [id.number] }

  func division(of number: Int, _ form: EntryForm) -> StoredDivision? {
    guard let stone = stones[ScreenID(number)] else { return nil }
    let screens = form.flow.screens
    // The slots of a forgotten parent are unknown. A snapshot may remember a screen that is another one by now.
    let holder = stone.parent.flatMap {
      stones[$0]?.type ?? form.windows.place(of: $0)?.type
    }
    let slots = holder.map { screens[$0].slots } ?? []
    let slot = slots.indices.contains(stone.slot) ? slots[stone.slot].name : nil
    return StoredDivision([
      Self.part.key: .integer(number), "window": .string(stone.window),
      "parent": slot == nil ? .null : stone.parent.map { .integer($0.number) } ?? .null,
      "slot": slot.map { .string($0) } ?? .null,
      "screen": .string(screens[stone.type].name), "seq": .integer(stone.seq), "by": .string(stone.cause),
    ])
  }

  mutating func restore(_ stored: LedgerEntry) throws(StoredFault) {
    let reader = stored.reader
    let type = try stored.type("screen")
    let parent = try reader.number("parent")
    // The parent is remembered itself or alive. One that is both is taken for the same as where it is saved.
    let holder = parent.flatMap {
      stored.stored.parts[Self.part]?[$0]?["screen"]?.string ?? stored.stored.screen($0)?.screen
    }
    let slots =
      holder.flatMap { stored.flow.screenNames.index(of: $0) }.map { stored.flow.screens[$0].slots } ?? []
    let slot = slots.firstIndex { .string($0.name) == reader["slot"]?.value }
    let stone = Stone(
      window: try reader.string("window"), parent: slot == nil ? nil : parent.map { ScreenID($0) },
      slot: slot ?? 0, seq: try reader.id("seq"), type: type, cause: try reader.string("by"))
    put(stone, for: ScreenID(stored.number))
  }

  mutating func takeTouched() -> [Int] {
    defer { changed.removeAll() }
    return changed.map(\.number)
  }

  /// - Complexity: O(number of stones).
  mutating func forget(after moment: Moment) {
    for (id, stone) in stones where stone.seq > moment.seq { stones[id] = nil }
  }
}
