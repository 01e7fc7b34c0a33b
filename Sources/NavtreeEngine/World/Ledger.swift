import NavtreeJSON

/// A table that a session keeps beside its screens and fields: how its entries are changed, reversed, stored and
/// restored.
///
/// A ledger is one file and one line of `Ledgers`.
protocol Ledger: SendableMetatype {
  /// Finds an entry.
  associatedtype Key
  associatedtype Entry

  /// Where it stands among the ledgers.
  static var place: WritableKeyPath<Ledgers, Self> { get }
  /// The name under which it is stored.
  static var part: StoredPart { get }

  /// Puts an entry in place of the one of its key; nil: takes that out.
  ///
  /// - Returns: the former entry.
  mutating func put(_ entry: Entry?, for key: Key) -> Entry?
  /// About how many bytes an entry holds on to beside itself.
  static func byteCount(of entry: Entry) -> Int
  /// Tells a recording what stands under a key.
  func tell(_ key: Key, to changes: inout StateChanges)

  /// The numbers of the stored entries, in the order in which they are stored.
  var numbers: [Int] { get }
  /// The numbers of the stored entries that a change under a key has touched.
  func numbers(touchedAt key: Key, former: Entry?) -> [Int]
  /// A stored entry, and which part of it other stores keep; nil: there is none.
  func division(of number: Int, _ form: StoredForm) -> StoredDivision?
  /// Reads a stored entry.
  ///
  /// - Throws: `StoredFault` where it doesn't fit the flow or the live screens.
  static func read(_ stored: StoredEntry) throws(StoredFault) -> (key: Key, entry: Entry)
  mutating func restore(_ entry: Entry, for key: Key)

  /// Whether the numbers of entries that are put without a step of the journal are gathered.
  var isWatched: Bool { get set }
  /// Those numbers since the last time.
  mutating func takeTouched() -> [Int]
  /// Forgets what came after a moment to which the session goes back.
  mutating func forget(after moment: Moment, in world: World)
}

/// Where a session stood: its last change, and the effect that came next.
struct Moment {
  let seq: Int
  let nextEffect: Int
}

extension Ledger {
  static func byteCount(of entry: Entry) -> Int { 0 }
  func tell(_ key: Key, to changes: inout StateChanges) {}
  mutating func restore(_ entry: Entry, for key: Key) { _ = put(entry, for: key) }

  var isWatched: Bool {
    get { false }
    set {}
  }
  mutating func takeTouched() -> [Int] { [] }
  mutating func forget(after moment: Moment, in world: World) {}
}

extension Ledger where Key == Int {
  func numbers(touchedAt key: Int, former: Entry?) -> [Int] { [key] }
}

/// A step of a change to a ledger.
protocol LedgerStep {
  /// Takes the step back, and gives its counterpart.
  ///
  /// - Parameter now: the instant at which the history goes back to where a timer ran; nil: all becomes as it was.
  func revert(in ledgers: inout Ledgers, resumingAt now: Int?) -> any LedgerStep
  var byteCount: Int { get }
  /// The stored entries that it has touched.
  func touched(in ledgers: Ledgers) -> (part: StoredPart, numbers: [Int])
  func tell(_ ledgers: Ledgers, to changes: inout StateChanges)
}

/// The entry that stood under a key of a ledger, or that none did.
///
/// Up to three words are stored in a step, so that effects, timers and results need no allocation.
struct FormerEntry<Table: Ledger>: LedgerStep {
  let key: Table.Key
  let entry: Table.Entry?

  func revert(in ledgers: inout Ledgers, resumingAt now: Int?) -> any LedgerStep {
    Self(key: key, entry: ledgers[keyPath: Table.place].put(entry, for: key))
  }

  var byteCount: Int { entry.map(Table.byteCount) ?? 0 }

  func touched(in ledgers: Ledgers) -> (part: StoredPart, numbers: [Int]) {
    (Table.part, ledgers[keyPath: Table.place].numbers(touchedAt: key, former: entry))
  }

  func tell(_ ledgers: Ledgers, to changes: inout StateChanges) {
    ledgers[keyPath: Table.place].tell(key, to: &changes)
  }
}

extension Journal {
  /// Enters the former entry of a ledger.
  mutating func append<Table: Ledger>(_ entry: Table.Entry?, at key: Table.Key, of table: Table.Type) {
    append(.ledger(FormerEntry<Table>(key: key, entry: entry)))
  }
}
