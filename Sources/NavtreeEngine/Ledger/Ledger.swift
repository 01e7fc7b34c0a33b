/// A table that a session keeps beside its screens and fields; it knows how its entries are changed,
/// reversed, stored and restored.
///
/// A ledger is one file, and one line of `Ledgers` with its place there.
protocol Ledger: SendableMetatype {
  /// Identifies an entry.
  associatedtype Key
  associatedtype Entry

  /// The name under which it is stored.
  static var part: StoredPart { get }

  /// Puts an entry in place of the one with its key; nil removes that.
  ///
  /// - Returns: the former entry.
  mutating func put(_ entry: Entry?, for key: Key) -> Entry?
  /// The approximate bytes that an entry holds beside itself.
  static func byteCount(of entry: Entry) -> Int
  /// Tells a recording what stands under a key.
  func tell(_ key: Key, to changes: inout StateDelta)

  /// The numbers of the stored entries, in the order in which they are stored.
  var numbers: [Int] { get }
  /// The numbers of the stored entries that a change under a key has touched.
  func numbers(touchedAt key: Key, former: Entry?) -> [Int]
  /// A stored entry, if there is one, and the parts of it that other stores keep.
  func division(of number: Int, _ form: EntryForm) -> StoredDivision?
  /// Restores a stored entry.
  ///
  /// - Throws: `StoredFault` if it doesn't fit the flow or the live screens.
  mutating func restore(_ stored: LedgerEntry) throws(StoredFault)
  /// Restores an entry that doesn't fit the flow, for those who wait for its end.
  ///
  /// - Returns: false if nobody does.
  mutating func restoreLost(_ stored: LedgerEntry) -> Bool
  /// The form in which the history puts an entry back in place of another one; nil: as it was.
  static func returning(_ entry: Entry, inPlaceOf present: Entry) -> Entry?

  /// Whether the numbers of entries put without a step of the journal are collected.
  var isWatched: Bool { get set }
  /// Those numbers since the last time.
  mutating func takeTouched() -> [Int]
  /// Forgets everything after a moment to which the session goes back.
  mutating func forget(after moment: Moment)
}

/// A moment of a session.
struct Moment {
  /// The number of its last change.
  let seq: Int
  /// The number that the next effect had.
  let nextEffect: Int
  /// The numbers of the effects in flight.
  let effectsInFlight: Set<Int>
}

extension Ledger {
  mutating func restoreLost(_ stored: LedgerEntry) -> Bool { false }
  static func byteCount(of entry: Entry) -> Int { 0 }
  func tell(_ key: Key, to changes: inout StateDelta) {}
  static func returning(_ entry: Entry, inPlaceOf present: Entry) -> Entry? { nil }

  var isWatched: Bool {
    get { false }
    set {}
  }
  mutating func takeTouched() -> [Int] { [] }
  mutating func forget(after moment: Moment) {}
}

extension Ledger where Key == Int {
  func numbers(touchedAt key: Int, former: Entry?) -> [Int] { [key] }
}

/// A step of a change to a ledger.
protocol LedgerStep {
  associatedtype Table: Ledger

  /// Reverts the step, and gives its counterpart.
  ///
  /// - Parameter now: the instant at which the history restores a timer that ran; nil restores everything as it was.
  func revert(in table: inout Table, resumingAt now: Int?) -> Self
  var byteCount: Int { get }
  /// The numbers of the stored entries that it has touched.
  func touched(in table: Table) -> [Int]
  func tell(_ table: Table, to changes: inout StateDelta)
}

/// The former entry of a key of a ledger, if any.
struct FormerEntry<Table: Ledger>: LedgerStep {
  let key: Table.Key
  let entry: Table.Entry?

  func revert(in table: inout Table, resumingAt now: Int?) -> Self {
    let present = table.put(entry, for: key)
    if now != nil, let entry, let present, let entry = Table.returning(entry, inPlaceOf: present) {
      _ = table.put(entry, for: key)
    }
    return Self(key: key, entry: present)
  }

  var byteCount: Int { entry.map(Table.byteCount) ?? 0 }

  func touched(in table: Table) -> [Int] { table.numbers(touchedAt: key, former: entry) }

  func tell(_ table: Table, to changes: inout StateDelta) { table.tell(key, to: &changes) }
}
