package import NavtreeJSON
import OrderedCollections

/// The fate of a stored session, field by field of the flow.
package struct RestoreReport: Sendable {
  package enum Fate: String, Sendable, CaseIterable {
    /// Unchanged.
    case kept
    /// A migration of the flow gave it another name or value.
    case migrated
    /// It has its initial value, because no stored value fits.
    case defaulted
    /// The flow no longer has it.
    case dropped
  }

  /// A part of a session that is reported.
  enum Subject: Hashable, Sendable {
    /// A field, such as `userList.state.query`.
    case field(String)
    case screen(String)
    /// The name of a ledger.
    case part(String)

    var name: String {
      switch self {
      case .field(let name), .screen(let name), .part(let name): name
      }
    }
  }

  private struct Key: Hashable {
    let subject: Subject
    let fate: Fate
    let isLoss: Bool
  }

  /// The common fate of some values.
  struct Entry: Sendable {
    let subject: Subject
    let fate: Fate
    /// Whether it was stored and is gone, though no migration names it.
    let isLoss: Bool
    fileprivate(set) var count = 0
    /// Whether this is always its fate.
    fileprivate let isUsual: Bool
    /// The stored place of the first of them.
    fileprivate let pointer: JSONPointer?
    let reason: String?
  }

  private var table: OrderedDictionary<Key, Entry> = [:]
  /// The number of dropped values.
  private(set) var droppedCount = 0

  package init() {}

  /// - Parameters:
  ///   - pointer: its stored place.
  ///   - isUsual: whether it is never stored.
  ///   - isNamed: whether a migration names what it drops.
  mutating func add(
    _ subject: Subject, _ fate: Fate, at pointer: JSONPointer? = nil, _ reason: String? = nil,
    isUsual: Bool = false, isNamed: Bool = false
  ) {
    let isLoss = fate == .dropped && !isNamed
    if fate == .dropped { droppedCount += 1 }
    let entry = Entry(
      subject: subject, fate: fate, isLoss: isLoss, isUsual: isUsual || fate == .kept, pointer: pointer,
      reason: reason)
    table[Key(subject: subject, fate: fate, isLoss: isLoss), default: entry].count += 1
  }

  var entries: some Sequence<Entry> { table.values }

  /// Whether everything stored is unchanged.
  package var isWhole: Bool { table.values.allSatisfy(\.isUsual) }

  /// `[{field, fate, count, pointer?, reason?}]`.
  package var json: JSONValue {
    .array(
      table.values.map { entry in
        let known: JSONObject = [
          "field": .string(entry.subject.name), "fate": .string(entry.fate.rawValue),
          "count": .integer(entry.count),
        ]
        let pointer = entry.fate == .kept ? nil : entry.pointer?.description
        return .object(known.with("pointer", pointer).with("reason", entry.reason))
      })
  }
}
