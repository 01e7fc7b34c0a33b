package import NavtreeJSON
package import OrderedCollections

/// The point up to which a session is stored.
package struct FieldVersion: Equatable {
  /// The number of times that it was written as a whole.
  package var epoch: Int
  package var seq: Int

  package init(epoch: Int, seq: Int) {
    self.epoch = epoch
    self.seq = seq
  }

  /// Whether a value of this version was committed, for a session that is stored up to `other`.
  package func isKnown(to other: FieldVersion) -> Bool { epoch <= other.epoch && seq <= other.seq }
}

/// A session as one of its flow's stores identifies it.
package struct FieldSession {
  package let key: String
  package let name: String
  /// The store's name in the flow.
  package let store: String
  /// Its version in the store that keeps the session itself.
  package var version: FieldVersion
  /// The number of its present owner: that of a later one is greater.
  package var ownership = 0

  package init(key: String, name: String, store: String, version: FieldVersion, ownership: Int = 0) {
    self.key = key
    self.name = name
    self.store = store
    self.version = version
    self.ownership = ownership
  }
}

/// The fields of an open session that one of its flow's stores keeps.
package final class AttachedFields {
  let store: any FieldStore
  /// The store's index in the flow.
  let index: Int
  /// Whether the session names the store among those that keep some of it.
  let isNamed: Bool
  package internal(set) var session: FieldSession
  /// Its row in the store, once it has one.
  var id: Int?
  /// The number of the last write to the store; nil if the store doesn't number them, or its outcome isn't known.
  package var lastWrite: Int?
  /// The places whose previous value is still stored.
  package private(set) var superseded: OrderedSet<String> = []
  /// Whether the store may hold values that were never committed, or that are obsolete.
  package private(set) var hasMore: Bool

  init(_ place: FieldStores.Place, _ session: FieldSession, hasMore: Bool, lastWrite: Int? = nil) {
    store = place.store
    index = place.index
    isNamed = place.isNamed
    self.session = session
    self.hasMore = hasMore
    self.lastWrite = lastWrite
  }

  /// Its values were written; its own store commits next.
  package func isWritten(_ changes: FieldChanges) {
    hasMore = changes.isWhole
    superseded = changes.isWhole ? [] : changes.values.keys
  }

  /// Its own store has committed this version.
  func isStored(_ version: FieldVersion) { session.version = version }

  /// Its own store failed to commit.
  func wasRefused() {
    hasMore = true
    // Its row may have been rolled back.
    id = nil
  }

  package func isTidied() {
    hasMore = false
    superseded = []
  }
}

extension [AttachedFields] {
  /// The names of the stores that the session's row has.
  var named: [String] { filter(\.isNamed).map(\.session.store) }
}

/// The changed values of a session that a store keeps.
package struct FieldChanges {
  package let fields: AttachedFields
  package let version: FieldVersion
  /// By place; nil if the value was removed.
  package let values: OrderedDictionary<String, JSONValue?>
  /// Whether these are all of the session's values.
  package let isWhole: Bool
}
