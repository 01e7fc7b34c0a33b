package import NavtreeJSON
import OrderedCollections

/// What became of what was stored, field by field of the flow.
package struct RestoreReport: Sendable {
  package enum Fate: String, Sendable, CaseIterable {
    /// It is as it was.
    case kept
    /// A migration of the flow gave it another name or another value.
    case migrated
    /// It has what it starts with, because nothing that fits was stored.
    case defaulted
    /// The flow has no place for it.
    case dropped
  }

  private struct Key: Hashable {
    let place: String
    let fate: Fate
  }

  private struct Entry {
    var count = 0
    /// Whether that becomes of it each time.
    let isUsual: Bool
    /// Where the first of them is stored.
    let pointer: JSONPointer?
    let reason: String?
  }

  private var entries: OrderedDictionary<Key, Entry> = [:]

  package init() {}

  /// - Parameters:
  ///   - place: a field such as `userList.state.query`, a screen's type, or a part of the session.
  ///   - pointer: where it is stored.
  ///   - isUsual: whether it is never stored.
  mutating func note(
    _ place: String, _ fate: Fate, at pointer: JSONPointer? = nil, _ reason: String? = nil,
    isUsual: Bool = false
  ) {
    let entry = Entry(isUsual: isUsual || fate == .kept, pointer: pointer, reason: reason)
    entries[Key(place: place, fate: fate), default: entry].count += 1
  }

  /// Whether all that was stored is as it was.
  package var isWhole: Bool { entries.values.allSatisfy(\.isUsual) }

  /// `[{field, fate, count, pointer?, reason?}]`.
  package var json: JSONValue {
    .array(
      entries.map { key, entry in
        let known: JSONObject = [
          "field": .string(key.place), "fate": .string(key.fate.rawValue), "count": .integer(entry.count),
        ]
        let pointer = key.fate == .kept ? nil : entry.pointer?.description
        return .object(known.with("pointer", pointer).with("reason", entry.reason))
      })
  }
}
