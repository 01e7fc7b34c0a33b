import NavtreeFlow
import NavtreeJSON
import OrderedCollections
import NavtreeEngine

/// A session that runs here and is stored.
final class AttachedSession {
  let session: Session
  let id: Int
  /// By which the stores of its flow know it.
  let key: String
  let log: ChangeLog
  /// What the stores of its flow keep of it, those that have a place.
  let fields: [AttachedFields]
  /// How far it is stored.
  private(set) var version: FieldVersion
  /// The sizes of the stored snapshot and of the changes since.
  private(set) var snapshotSize: Int
  private(set) var byteCount: Int
  /// Whether there is something to commit.
  var isDirty = false
  /// Whether it is written as a whole with the next commit.
  var needsSnapshot = false
  /// Whether all that the flow's stores keep is written with the next commit.
  var needsFields = false
  /// Stores that have kept some of it until then, and aren't the flow's any more.
  var givenUp: [String] = []
  /// The size of the snapshot that the present commit writes; nil: it writes changes.
  var pendingSize: Int?
  var whenDirty: () -> Void = {}
  /// What has changed for the flow's stores without a change of the session, and waits for one.
  private var waiting: OrderedSet<StoredPlaceInStore> = []

  init(
    _ session: Session, id: Int, key: String, fields: [AttachedFields], epoch: Int, snapshotSize: Int,
    byteCount: Int,
    scope: StoredScope, keepsSteps: Bool
  ) {
    self.session = session
    self.id = id
    self.key = key
    self.fields = fields
    self.snapshotSize = snapshotSize
    self.byteCount = byteCount
    version = FieldVersion(epoch: epoch, seq: session.world.seq)
    log = session.beginLog(scope, keepsSteps: keepsSteps)
    log.wake = { [unowned self] in whenDirty() }
  }

  /// The version that the next commit brings it to.
  var nextVersion: FieldVersion {
    FieldVersion(epoch: needsSnapshot ? version.epoch + 1 : version.epoch, seq: session.world.seq)
  }

  /// Its row as it is written with all of it.
  var nextRow: SessionRow {
    SessionRow(
      name: session.name, flow: session.flow.name, version: session.flow.version, hash: session.flowHash,
      key: key, epoch: nextVersion.epoch, stores: fields.map(\.session.store).joined(separator: " "))
  }

  /// What the next commit has to give a store of the flow; nil: nothing.
  ///
  /// Values are told apart by their version, so that they wait for the next one.
  func changes(for store: FieldStore) -> [FieldChanges] {
    guard nextVersion != version else { return [] }
    return fields.filter { $0.store === store }.compactMap { fields in
      let touched =
        needsFields ? OrderedSet(session.placesInStores(log.scope)) : waiting.union(log.touched)
      var values: OrderedDictionary<String, JSONValue?> = [:]
      for place in touched where place.store == fields.index {
        values.updateValue(session.value(at: place, log.scope), forKey: place.place.description)
      }
      // What never came to be must be gone before the session is as far as that was.
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
    if nextVersion == version { waiting.formUnion(log.touched) } else { waiting.removeAll() }
    version = nextVersion
    for fields in fields { fields.isStored(version) }
    needsSnapshot = false
    needsFields = false
    givenUp = []
    isDirty = false
    session.logIsStored(log)
  }

  /// What the flow's stores have got of a commit that failed is none.
  func wasRefused() {
    for fields in fields { fields.wasRefused() }
  }

  /// Goes back to what is stored. What was forgotten for what is taken back doesn't come back, so that the session
  /// is written as a whole when that can be.
  func takeBack() {
    session.takeBackUnstored(log)
    isDirty = false
    needsSnapshot = true
  }
}
