import NavtreeJSON
import OrderedCollections

/// How far a session is stored.
struct FieldVersion: Equatable {
  /// How often it was written as a whole.
  var epoch: Int
  var seq: Int

  /// Whether a value of this version has come to be, for a store that is that far.
  func isKnown(to other: FieldVersion) -> Bool { epoch <= other.epoch && seq <= other.seq }
}

/// A session as one of its flow's stores knows it.
struct FieldSession {
  let key: String
  let name: String
  /// The store, as the flow calls it.
  let store: String
  /// How far it is stored where it is kept.
  var version: FieldVersion
}

/// A session that runs here, with what one of its flow's stores keeps of it.
final class AttachedFields {
  let store: FieldStore
  /// The store's index in the flow.
  let index: Int
  var session: FieldSession
  /// Its number in the store, once it is known there.
  var id: Int?
  /// The places whose value before the last one is still there.
  private(set) var superseded: OrderedSet<String> = []
  /// Whether values may be there that never came to be, or that are over.
  private(set) var hasMore: Bool

  init(_ store: FieldStore, index: Int, _ session: FieldSession, hasMore: Bool) {
    self.store = store
    self.index = index
    self.session = session
    self.hasMore = hasMore
  }

  /// Its values were written, and its own store comes next.
  func isWritten(_ changes: FieldChanges) {
    hasMore = changes.isWhole
    superseded = changes.isWhole ? [] : changes.values.keys
  }

  /// Its own store is as far as this.
  func isStored(_ version: FieldVersion) { session.version = version }

  /// Its own store didn't follow.
  func wasRefused() { hasMore = true }

  func isTidied() {
    hasMore = false
    superseded = []
  }
}

/// What has changed of what a store keeps of a session.
struct FieldChanges {
  let fields: AttachedFields
  let version: FieldVersion
  /// By place; nil: there is nothing any more.
  let values: OrderedDictionary<String, JSONValue?>
  /// Whether these are all values that there are.
  let isWhole: Bool
}
