import NavtreeFlow
import NavtreeJSON
import OrderedCollections
import NavtreeText

/// State kept for screens that may return, by type and identity: the latest, up to a limit.
struct KeptStates {
  /// The type and identity of a screen.
  struct Key: Hashable {
    let type: Int
    let identity: JSONValue
  }

  struct Kept {
    let state: [JSONValue]
    /// The params for which a list or detail with an identity of its own has loaded.
    let params: [JSONValue]?
    /// What a list or detail remembers of its requests.
    let load: LoadMemory?
    /// One more than the youngest's at the time, so that it doesn't reveal what was kept before.
    let number: Int
  }

  private var states: [Key: Kept] = [:]
  /// Every number and its key in order, from `oldest` on; entries whose state was taken are skipped.
  private var order: [(number: Int, key: Key)] = []
  private var oldest = 0
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// The entry of a number.
  ///
  /// - Complexity: O(log *n*)
  private func find(_ number: Int) -> (key: Key, kept: Kept)? {
    let index = order[oldest...].partitioningIndex { $0.number >= number }
    guard index < order.count, order[index].number == number, let kept = states[order[index].key],
      kept.number == number
    else { return nil }
    return (order[index].key, kept)
  }

  /// All entries, the oldest first.
  var all: [(key: Key, kept: Kept)] { numbers.compactMap(find) }

  /// A new entry, younger than all others.
  ///
  /// - Complexity: O(1), amortized.
  mutating func next(_ state: [JSONValue], for params: [JSONValue]?, _ load: LoadMemory?) -> Kept {
    while order.count > oldest, let last = order.last, states[last.key]?.number != last.number {
      order.removeLast()
    }
    let number = (order.count > oldest ? order[order.count - 1].number : 0) + 1
    return Kept(state: state, params: params, load: load, number: number)
  }

  /// Puts a state under a key, or removes it.
  ///
  /// - Returns: the former entry.
  /// - Complexity: O(1); O(number of states) if a forgotten entry is put back.
  mutating func put(_ kept: Kept?, for key: Key) -> Kept? {
    let before = states[key]
    states[key] = kept
    guard let kept else { return before }
    if order.count == oldest || order[order.count - 1].number < kept.number {
      order.append((kept.number, key))
    } else {
      let place = order[oldest...].firstIndex { $0.number >= kept.number } ?? order.endIndex
      if place < order.endIndex, order[place].number == kept.number {
        // A former entry's: its number was given again.
        order[place].key = key
      } else {
        order.insert((kept.number, key), at: place)
      }
    }
    return before
  }

  /// Forgets the oldest entry if there are too many.
  mutating func forgetOldest() -> (key: Key, kept: Kept)? {
    while oldest < order.count, states.count > limit {
      let (number, key) = order[oldest]
      oldest += 1
      guard let kept = states[key], kept.number == number else { continue }
      states[key] = nil
      compact()
      return (key, kept)
    }
    compact()
    return nil
  }

  /// Releases skipped entries once they are most of all.
  private mutating func compact() {
    while oldest < order.count, states[order[oldest].key]?.number != order[oldest].number { oldest += 1 }
    if oldest > 16, oldest > order.count / 2 {
      order.removeFirst(oldest)
      oldest = 0
    }
    guard order.count - oldest > 2 * states.count + 16 else { return }
    order = order[oldest...].filter { states[$0.key]?.number == $0.number }
    oldest = 0
  }
}

extension StoredPart {
  package static let kept = StoredPart("kept", key: "number")
}

extension KeptStates: Ledger {
  static var part: StoredPart { .kept }

  static func byteCount(of kept: Kept) -> Int {
    kept.state.heldByteCount + (kept.params?.heldByteCount ?? 0) + (kept.load.map(Loads.byteCount) ?? 0)
  }

  /// The oldest first.
  var numbers: [Int] { order[oldest...].filter { states[$0.key]?.number == $0.number }.map(\.number) }

  func numbers(touchedAt key: Key, former: Kept?) -> [Int] {
    [former?.number, states[key]?.number].compactMap(\.self)
  }

  func division(of number: Int, _ form: EntryForm) -> StoredDivision? {
    guard let (key, kept) = find(number) else { return nil }
    let definition = form.flow.screens[key.type]
    // An identity may reveal as much as the params.
    let identity = form.scope.destination(of: definition.params.fields)
    if identity == .nowhere { return nil }
    var entry: JSONObject = [
      Self.part.key: .integer(number), "screen": .string(definition.name), "identity": key.identity,
      "state": .object(definition.state.object(kept.state)),
    ]
    if let params = kept.params { entry["params"] = .object(definition.params.object(params)) }
    let input = definition.loader?.ask.definition.input
    if let load = kept.load, let input { entry["load"] = .object(load.stored(input)) }
    var division = StoredDivision(.object(entry))
    if let input, kept.load != nil { LoadMemory.divide(&division, input, at: ["load"], form.scope) }
    division.divide(["identity"], identity)
    division.divide(definition.params, at: ["params"], form.scope)
    division.divide(definition.state, at: ["state"], form.scope)
    return division
  }

  mutating func restore(_ stored: LedgerEntry) throws(StoredFault) {
    let screen = try stored.reader.member("screen")
    guard let type = stored.flow.screenNames.index(of: try screen.string()), stored.flow.screens[type].keep
    else {
      throw screen.fault("is no screen of the flow that is kept")
    }
    let record = stored.flow.screens[type].state
    let reader = StoredReader(
      StoredDivision.known(of: stored.reader.value), at: stored.reader.pointer)
    let given = try reader.member("state")
    guard let bound = try? record.bind(try given.object()) else { throw given.fault("doesn't fit") }
    let state = zip(bound, record.fields).map { $0 ?? $1.initial?.constant ?? $1.schema.zero }
    let identity = try reader.member("identity").value
    var params: [JSONValue]?
    if let given = reader["params"]?.value.object {
      let bound = (try? stored.flow.screens[type].params.bind(given)) ?? []
      params = bound.compactMap(\.self)
    }
    let input = stored.flow.screens[type].loader?.ask.definition.input
    let load = reader["load"].flatMap { load in input.map { LoadMemory(load.value, $0) } }
    _ = put(
      Kept(state: state, params: params, load: load, number: stored.number),
      for: Key(type: type, identity: identity))
  }
}
