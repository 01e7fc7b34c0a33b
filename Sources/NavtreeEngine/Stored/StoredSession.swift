import NavtreeFlow
package import NavtreeJSON

/// A session in its stored form: flat, and all by name, so that it can be read without its flow and restored into
/// another version of that.
///
/// `Session.stored` makes it and `SessionRestorer` makes a session of it; the steps of a journal are applied to it.
package struct StoredSession: Sendable {
  /// The flow that it was made by.
  package var flow: String
  package var version: Int
  /// Distinguishes flows of one name and version: see `FlowDefinition.fingerprint`.
  package var hash: String
  package var seq: Int
  /// The kind of its clock.
  package var clock: SessionClock.Kind
  /// Its clock, in milliseconds since 1970.
  package var now: Int
  /// Whether that is the instant at which it was stored; otherwise its timers have only their remaining time.
  package var isTimed = true
  /// Whether its clock was held.
  package var isPaused = false
  /// Whether it may hold values of sensitive fields, which only stores of a flow may keep.
  package var isSensitive = false
  /// The names of the flow's stores that have lost what they kept of it.
  package var lostStores: Set<String> = []
  /// The next number of each sort.
  package var next: [StoredCounter: Int]
  /// The windows' names, in the order in which they were opened.
  package var windows: [String]
  package var shared: JSONObject
  package var parts: [StoredPart: StoredTable]

  /// Parents before children; nil in place of a removed one.
  private(set) var rows: [StoredScreen?] = []
  private var indexes: [Int: Int] = [:]

  /// The version of this form.
  package static let version = 2

  package init(flow: String, version: Int, hash: String, seq: Int, clock: SessionClock.Kind, now: Int) {
    self.flow = flow
    self.version = version
    self.hash = hash
    self.seq = seq
    self.clock = clock
    self.now = now
    next = [:]
    windows = []
    shared = [:]
    parts = [:]
  }

  /// Whether time has passed for it by a clock since it was stored.
  func goesOn(with clock: SessionClock) -> Bool { isTold(by: clock) && !isPaused }

  /// Whether it was stored with the time of a real clock, and goes on by one.
  func isTold(by clock: SessionClock) -> Bool { isTimed && self.clock == .real && clock.kind == .real }

  /// Moves it to another time, its timers with it.
  package mutating func move(to instant: Int) {
    begin(at: instant)
    now = instant
  }

  /// Whether any timer is set.
  package var hasTimers: Bool { parts[.timers].map { $0.count > 0 } ?? false }

  /// Sets the time for changes of a session that gave none.
  mutating func begin(at instant: Int) {
    for var timer in parts[.timers]?.inOrder ?? [] {
      guard let id = timer[StoredPart.timers.key]?.integer, let due = timer["due"]?.integer else { continue }
      timer["due"] = .integer(due - now + instant)
      parts[.timers]?.change(id, to: timer)
    }
    isTimed = true
  }

  /// The screens, parents before children.
  package var screens: [StoredScreen] { rows.compactMap { $0 } }

  package var screenCount: Int { indexes.count }

  package func screen(_ id: Int) -> StoredScreen? { indexes[id].flatMap { rows[$0] } }

  /// Appends a screen, or replaces the one with its id.
  package mutating func put(_ screen: StoredScreen) {
    if let old = indexes[screen.id] { rows[old] = nil }
    indexes[screen.id] = rows.count
    rows.append(screen)
  }

  @discardableResult
  package mutating func remove(_ id: Int) -> StoredScreen? {
    guard let index = indexes.removeValue(forKey: id) else { return nil }
    defer { rows[index] = nil }
    return rows[index]
  }

  /// Changes a screen in place; false when there is none with that id.
  package mutating func change<E: Error>(_ id: Int, _ body: (inout StoredScreen) throws(E) -> Void)
    throws(E) -> Bool
  {
    guard let index = indexes[id], var screen = rows[index] else { return false }
    // Moved out while it is changed, so that it has one owner.
    rows[index] = nil
    defer { rows[index] = screen }
    try body(&screen)
    return true
  }

  package mutating func put(_ entry: JSONObject?, for id: Int, in part: StoredPart) {
    parts[part, default: StoredTable()].put(entry, for: id)
  }

  /// Marks the effects that another state of the same session marks as missing parts of their input.
  package mutating func markWithheldEffects(of other: StoredSession) {
    for entry in other.parts[.effects]?.inOrder ?? [] {
      guard let withheld = entry[StoredDivision.withheld], let id = entry[StoredPart.effects.key]?.integer,
        var effect = parts[.effects]?[id]
      else { continue }
      effect[StoredDivision.withheld] = withheld
      parts[.effects]?.change(id, to: effect)
    }
  }

  /// Puts a value from a store back; a value without a place is ignored.
  package mutating func put(_ value: JSONValue, at place: StoredPlace) {
    switch place {
    case .shared(let field): shared[field] = value
    case .params(let screen, let field): _ = change(screen) { $0.params[field] = value }
    case .state(let screen, let field): _ = change(screen) { $0.state[field] = value }
    case .visits(let screen):
      _ = change(screen) { row in
        guard var visits = row.selection.map({ JSONValue.array($0.visits) }) else { return }
        StoredDivision.put(value, into: &visits)
        row.selection?.visits = visits.array ?? []
      }
    case .entry(let part, let id):
      guard var entry = parts[part]?[id].map({ JSONValue.object($0) }) else { return }
      StoredDivision.put(value, into: &entry)
      parts[part]?.change(id, to: entry.object ?? [:])
    }
  }
}

extension StoredSession {
  /// The reason that something is lost which stores of the flow kept, by their indexes; nil if it isn't.
  func loss(in stores: some Sequence<Int>, of flow: FlowDefinition) -> String? {
    if lostStores.isEmpty { return nil }
    return stores.lazy.map { flow.stores[$0].name }.first(where: lostStores.contains)
      .map { "the store '\($0)' has lost it" }
  }
}

/// The entries of one part of a session, by id.
package struct StoredTable: Sendable {
  private struct Entry: Sendable {
    let order: Int
    var value: JSONObject
  }

  private var entries: [Int: Entry] = [:]
  private var nextOrder = 0

  package init() {}

  package var count: Int { entries.count }

  package subscript(id: Int) -> JSONObject? { entries[id]?.value }

  /// Appends an entry, and removes the one with its id.
  mutating func put(_ entry: JSONObject?, for id: Int) {
    entries[id] = entry.map { Entry(order: nextOrder, value: $0) }
    nextOrder += 1
  }

  /// Changes an entry where it is.
  mutating func change(_ id: Int, to entry: JSONObject) {
    entries[id]?.value = entry
  }

  /// The entries, in the order in which they were put.
  ///
  /// - Complexity: O(*n* log *n*)
  package var inOrder: [JSONObject] {
    entries.values.sorted { $0.order < $1.order }.map(\.value)
  }
}
