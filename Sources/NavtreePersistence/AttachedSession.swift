import NavtreeFlow
import NavtreeJSON
import OrderedCollections
import NavtreeEngine

/// An open session that is persisted.
final class AttachedSession {
  let session: Session
  let id: Int
  /// Its identity in the stores of its flow.
  let key: String
  let log: Archive
  /// Its fields in those stores of its flow that have a file.
  let fields: [AttachedFields]
  /// The version that is stored.
  private(set) var version: FieldVersion
  /// The size of the stored snapshot; `byteCount` is that of the changes since.
  private(set) var snapshotSize: Int
  private(set) var byteCount: Int
  /// Whether it has changes to commit.
  var isDirty = false
  /// Whether the next commit writes it as a whole.
  var needsSnapshot = false
  /// Whether the next commit writes all that the flow's stores keep.
  var needsFields = false
  /// Stores that still keep some of it, but are no longer declared by the flow.
  var givenUp: [String] = []
  /// The size of the snapshot that the commit in progress writes; nil if it writes changes.
  var pendingSize: Int?
  var whenDirty: () -> Void = {}
  /// Places in the flow's stores that changed without a change of the session, and wait for one.
  private var waiting: OrderedSet<StoredPlaceInStore> = []

  init(
    _ session: Session, id: Int, key: String, fields: [AttachedFields], epoch: Int, snapshotSize: Int,
    byteCount: Int, scope: StoredScope, keepsSteps: Bool
  ) {
    self.session = session
    self.id = id
    self.key = key
    self.fields = fields
    self.snapshotSize = snapshotSize
    self.byteCount = byteCount
    version = FieldVersion(epoch: epoch, seq: session.seq)
    log = session.beginLog(scope, keepsSteps: keepsSteps)
    log.wake = { [unowned self] in whenDirty() }
  }

  /// Changes shorter than this are never replaced by a snapshot.
  private static let leastBytes = 1 << 20

  /// Whether its changes have grown to the size of its snapshot.
  var hasOutgrownSnapshot: Bool { byteCount + log.byteCount > max(snapshotSize, Self.leastBytes) }

  /// The version that the next commit stores.
  var nextVersion: FieldVersion {
    FieldVersion(epoch: needsSnapshot ? version.epoch + 1 : version.epoch, seq: session.seq)
  }

  /// Its row in the table of sessions when it is written as a whole.
  var nextRow: SessionRow {
    SessionRow(
      name: session.name, flow: session.flow.name, version: session.flow.version, hash: session.flowHash,
      key: key, epoch: nextVersion.epoch, stores: fields.named.joined(separator: " "))
  }

  /// The changes that the next commit writes to a store of the flow.
  ///
  /// Values are identified by their version, so they wait until it changes.
  func changes(for store: any FieldStore) -> [FieldChanges] {
    guard nextVersion != version else { return [] }
    return fields.filter { $0.store === store }.compactMap { fields in
      let touched =
        needsFields ? OrderedSet(session.placesInStores(log.scope)) : waiting.union(log.touchedPlaces)
      var values: OrderedDictionary<String, JSONValue?> = [:]
      for place in touched where place.store == fields.index {
        values.updateValue(session.value(at: place, log.scope), forKey: place.place.description)
      }
      // Values that were never committed must be gone before the session reaches their version.
      guard needsFields || fields.hasMore || !values.isEmpty else { return nil }
      return FieldChanges(fields: fields, version: nextVersion, values: values, isWhole: needsFields)
    }
  }

  func isStored() {
    if let pendingSize {
      snapshotSize = pendingSize
      byteCount = 0
    } else {
      byteCount += log.byteCount
    }
    if nextVersion == version { waiting.formUnion(log.touchedPlaces) } else { waiting.removeAll() }
    version = nextVersion
    for fields in fields { fields.isStored(version) }
    needsSnapshot = false
    needsFields = false
    givenUp = []
    isDirty = false
    session.logIsStored(log)
  }

  /// The commit failed: the values already written to the flow's stores don't count.
  func wasRefused() {
    for fields in fields { fields.wasRefused() }
  }

  /// Reverts to the stored state. Entries evicted by the reverted changes don't return, so the session is written as a
  /// whole as soon as possible.
  func takeBack() {
    session.takeBackUnstored(log)
    isDirty = false
    needsSnapshot = true
  }
}
