import NavtreeJSON
import OrderedCollections

/// The point up to which a session is stored.
struct FieldVersion: Equatable {
  /// The number of times that it was written as a whole.
  var epoch: Int
  var seq: Int

  /// Whether a value of this version was committed, for a session that is stored up to `other`.
  func isKnown(to other: FieldVersion) -> Bool { epoch <= other.epoch && seq <= other.seq }
}

/// A session as one of its flow's stores identifies it.
struct FieldSession {
  let key: String
  let name: String
  /// The store's name in the flow.
  let store: String
  /// Its version in the store that keeps the session itself.
  var version: FieldVersion
}

/// The fields of an open session that one of its flow's stores keeps.
final class AttachedFields {
  let store: FieldStore
  /// The store's index in the flow.
  let index: Int
  var session: FieldSession
  /// Its row in the store, once it has one.
  var id: Int?
  /// The places whose previous value is still stored.
  private(set) var superseded: OrderedSet<String> = []
  /// Whether the store may hold values that were never committed, or that are obsolete.
  private(set) var hasMore: Bool

  init(_ store: FieldStore, index: Int, _ session: FieldSession, hasMore: Bool) {
    self.store = store
    self.index = index
    self.session = session
    self.hasMore = hasMore
  }

  /// Its values were written; its own store commits next.
  func isWritten(_ changes: FieldChanges) {
    hasMore = changes.isWhole
    superseded = changes.isWhole ? [] : changes.values.keys
  }

  /// Its own store has committed this version.
  func isStored(_ version: FieldVersion) { session.version = version }

  /// Its own store failed to commit.
  func wasRefused() { hasMore = true }

  func isTidied() {
    hasMore = false
    superseded = []
  }
}

/// The changed values of a session that a store keeps.
struct FieldChanges {
  let fields: AttachedFields
  let version: FieldVersion
  /// By place; nil if the value was removed.
  let values: OrderedDictionary<String, JSONValue?>
  /// Whether these are all of the session's values.
  let isWhole: Bool
}
