/// The ledgers of a session, beside its screens and fields.
package struct Ledgers {
  /// All of them, in the order in which they are stored and restored.
  static let all: [any Ledger.Type] = [
    Results.self, Timers.self, EffectsInFlight.self, KeptStates.self, PendingLinks.self, EffectStones.self,
    Tombstones.self, BrokenInvariants.self, RememberedAnswers.self, Loads.self,
  ]

  var results = Results()
  var timers = Timers()
  var effects = EffectsInFlight()
  var keptStates: KeptStates
  package internal(set) var links = PendingLinks()
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
  static subscript(part: StoredPart) -> (any Ledger.Type)? { all.first { $0.part == part } }

  /// The numbers of a ledger's stored entries, in the order in which they are stored.
  func numbers(of table: any Ledger.Type) -> [Int] {
    func numbers<Table: Ledger>(_: Table.Type) -> [Int] { self[keyPath: Table.place].numbers }
    return numbers(table)
  }

  /// A stored entry, if there is one, and the parts of it that other stores keep.
  func division(of number: Int, in part: StoredPart, _ form: StoredForm) -> StoredDivision? {
    func division<Table: Ledger>(_: Table.Type) -> StoredDivision? {
      self[keyPath: Table.place].division(of: number, form)
    }
    return Self[part].flatMap { division($0) }
  }

  /// Starts or stops collecting the numbers of entries put without a step of the journal.
  mutating func watch(_ isWatched: Bool) {
    func watch<Table: Ledger>(_: Table.Type) { self[keyPath: Table.place].isWatched = isWatched }
    for table in Self.all { watch(table) }
  }

  /// Those entries since the last time.
  mutating func takeTouched() -> [(part: StoredPart, numbers: [Int])] {
    func take<Table: Ledger>(_: Table.Type) -> [Int] { self[keyPath: Table.place].takeTouched() }
    return Self.all.map { ($0.part, take($0)) }
  }
}

extension World {
  /// Forgets everything after a moment to which the session goes back.
  mutating func forget(after moment: Moment) {
    let world = self
    func forget<Table: Ledger>(_: Table.Type) {
      ledgers[keyPath: Table.place].forget(after: moment, in: world)
    }
    for table in Ledgers.all { forget(table) }
  }
}
