import NavtreeFlow
import NavtreeJSON

/// The enforced invariants that don't hold and were reported: each is reported again only after it has held.
///
/// It follows the reports, not the state: the history doesn't revert it.
struct BrokenInvariants {
  private var indexes: Set<Int> = []
  /// Whether the indexes that come and go are collected.
  var isWatched = false
  private(set) var touched: Set<Int> = []

  func contains(_ invariant: Int) -> Bool { indexes.contains(invariant) }
}

extension StoredPart {
  package static let broken = StoredPart("broken", key: "invariant", isSeldom: true)
}

extension BrokenInvariants: Ledger {
  static var part: StoredPart { .broken }

  @discardableResult
  mutating func put(_ entry: Void?, for invariant: Int) -> Void? {
    let former: Void? = indexes.contains(invariant) ? () : nil
    if entry == nil { indexes.remove(invariant) } else { indexes.insert(invariant) }
    if isWatched { touched.insert(invariant) }
    return former
  }

  var numbers: [Int] { indexes.sorted() }

  func division(of invariant: Int, _ form: EntryForm) -> StoredDivision? {
    guard indexes.contains(invariant) else { return nil }
    return StoredDivision([
      Self.part.key: .integer(invariant), "name": .string(form.flow.invariants[invariant].name),
    ])
  }

  /// An invariant that is no longer enforced isn't a loss.
  mutating func restore(_ stored: LedgerEntry) throws(StoredFault) {
    let name = try stored.reader.string("name")
    let invariant = stored.flow.invariants.firstIndex { $0.name == name && $0.enforce }
    if let invariant { put((), for: invariant) }
  }

  mutating func takeTouched() -> [Int] {
    defer { touched.removeAll() }
    return touched.sorted()
  }
}
