/// The ledgers of a session, beside its screens and fields.
struct Ledgers {
  /// All of them, in the order in which they are stored and restored.
  static let all: [any PlacedLedger.Type] = [
    Results.self, Timers.self, EffectsInFlight.self, KeptStates.self, PendingLinks.self, EffectStones.self,
    Tombstones.self, BrokenInvariants.self, RememberedAnswers.self, Loads.self,
  ]

  var results = Results()
  var timers = Timers()
  var effects = EffectsInFlight()
  var keptStates: KeptStates
  var links = PendingLinks()
  var endedEffects: EffectStones
  var tombstones: Tombstones
  var brokenInvariants = BrokenInvariants()
  var answers: RememberedAnswers
  var loads = Loads()

  init(limits: Limits) {
    keptStates = KeptStates(limit: limits[.kept])
    endedEffects = EffectStones(limit: limits[.tombstones])
    tombstones = Tombstones(limit: limits[.tombstones])
    answers = RememberedAnswers(limit: limits[.remembered])
  }

  /// The ledger that is stored under a name.
  static subscript(part: StoredPart) -> (any PlacedLedger.Type)? { all.first { $0.part == part } }

  /// The numbers of a ledger's stored entries, in the order in which they are stored.
  func numbers(of table: any PlacedLedger.Type) -> [Int] {
    func numbers<Table: PlacedLedger>(_: Table.Type) -> [Int] { self[keyPath: Table.place].numbers }
    return numbers(table)
  }

  /// A stored entry, if there is one, and the parts of it that other stores keep.
  func division(of number: Int, in part: StoredPart, _ form: EntryForm) -> StoredDivision? {
    func division<Table: PlacedLedger>(_: Table.Type) -> StoredDivision? {
      self[keyPath: Table.place].division(of: number, form)
    }
    return Self[part].flatMap { division($0) }
  }

  /// Starts or stops collecting the numbers of entries put without a step of the journal.
  mutating func watch(_ isWatched: Bool) {
    func watch<Table: PlacedLedger>(_: Table.Type) { self[keyPath: Table.place].isWatched = isWatched }
    for table in Self.all { watch(table) }
  }

  /// Those entries since the last time.
  mutating func takeTouched() -> [(part: StoredPart, numbers: [Int])] {
    func take<Table: PlacedLedger>(_: Table.Type) -> [Int] { self[keyPath: Table.place].takeTouched() }
    return Self.all.map { ($0.part, take($0)) }
  }
}

/// A ledger with its place among the ledgers of a session.
protocol PlacedLedger: Ledger {
  static var place: WritableKeyPath<Ledgers, Self> { get }
}

extension Results: PlacedLedger { static var place: WritableKeyPath<Ledgers, Self> { \.results } }
extension Timers: PlacedLedger { static var place: WritableKeyPath<Ledgers, Self> { \.timers } }
extension EffectsInFlight: PlacedLedger { static var place: WritableKeyPath<Ledgers, Self> { \.effects } }
extension KeptStates: PlacedLedger { static var place: WritableKeyPath<Ledgers, Self> { \.keptStates } }
extension PendingLinks: PlacedLedger { static var place: WritableKeyPath<Ledgers, Self> { \.links } }
extension EffectStones: PlacedLedger { static var place: WritableKeyPath<Ledgers, Self> { \.endedEffects } }
extension Tombstones: PlacedLedger { static var place: WritableKeyPath<Ledgers, Self> { \.tombstones } }
extension BrokenInvariants: PlacedLedger {
  static var place: WritableKeyPath<Ledgers, Self> { \.brokenInvariants }
}
extension RememberedAnswers: PlacedLedger { static var place: WritableKeyPath<Ledgers, Self> { \.answers } }
extension Loads: PlacedLedger { static var place: WritableKeyPath<Ledgers, Self> { \.loads } }

extension StoredPart {
  /// In the order in which they are stored.
  package static let allCases = Ledgers.all.map { $0.part }

  /// The part with a name, if any.
  package init?(rawValue name: String) {
    guard let part = Self.allCases.first(where: { $0.rawValue == name }) else { return nil }
    self = part
  }
}

extension World {
  /// Forgets everything after a change to which the session goes back.
  ///
  /// - Parameter nextEffect: the number of the next effect then.
  mutating func forget(after seq: Int, nextEffect: Int) {
    let moment = Moment(
      seq: seq, nextEffect: nextEffect, effectsInFlight: Set(ledgers.effects.numbers))
    func forget<Table: PlacedLedger>(_: Table.Type) { ledgers[keyPath: Table.place].forget(after: moment) }
    for table in Ledgers.all { forget(table) }
  }
}
