import NavtreeText
import NavtreeJSON
import OrderedCollections
package import NavtreeEngine

/// Sessions in a file of SQLite or in a database, each as its last snapshot and the changes since.
///
/// Changes are committed as a group: one transaction, with one row per changed session that holds its changes. When a
/// session's changes have grown to the size of its snapshot, a new snapshot replaces them, so that the bytes written
/// stay proportional to the changes.
///
/// A flow's own stores commit first. The commit here decides.
package final class SessionStore {
  package let durability: Durability
  package let metrics = StoreMetrics()
  package let tables: any SessionTables
  /// The stores of flows, by name.
  var fieldStores: FieldStores
  var attached: [UTF8Key: AttachedSession] = [:]
  /// The sessions with changes to commit.
  var dirty: [AttachedSession] = []
  /// The milliseconds to wait for a session that another process has locked.
  package var patience = 0

  /// Opens the file, and creates it if necessary.
  ///
  /// - Parameters:
  ///   - places: the paths of flows' stores, by name, which are opened alike.
  ///   - keepers: those that keep the texts of further stores, by name.
  package convenience init(
    path: String, durability: Durability, places: [String: String] = [:],
    keepers: [String: any TextKeeper] = [:]
  ) throws(Failure) {
    let tables = try SQLiteSessionTables(path: path, durability, .create)
    var stores = try FieldStores(places, durability, isReadOnly: false)
    for (name, keeper) in keepers.sorted(by: { $0.key < $1.key }) {
      try stores.add(HostFieldStore(name, keeper: keeper), name)
    }
    self.init(tables, durability: durability, stores)
  }

  /// Opens an existing file for reading.
  package convenience init(reading path: String, places: [String: String] = [:]) throws(Failure) {
    let tables = try SQLiteSessionTables(path: path, .off, .readOnly)
    self.init(tables, durability: .off, try FieldStores(places, .off, isReadOnly: true), isReadOnly: true)
  }

  /// Opens the file, and creates it if necessary.
  package convenience init(path: String, durability: Durability, _ fieldStores: FieldStores) throws(Failure) {
    self.init(try SQLiteSessionTables(path: path, durability, .create), durability: durability, fieldStores)
  }

  /// Opens an existing file for reading.
  package convenience init(reading path: String, _ fieldStores: FieldStores) throws(Failure) {
    self.init(
      try SQLiteSessionTables(path: path, .off, .readOnly), durability: .off, fieldStores, isReadOnly: true)
  }

  /// - Parameter fieldStores: the stores of flows.
  package init(
    _ tables: any SessionTables, durability: Durability, _ fieldStores: FieldStores, isReadOnly: Bool = false
  ) {
    self.tables = tables
    self.durability = durability
    self.fieldStores = fieldStores
    if !isReadOnly { forgetStrays() }
  }

  /// The file or the URL, as messages show it.
  package var path: String { tables.place }

  /// The path of a store in memory, which lasts as long as the process.
  package static let memory = SQLiteDatabase.memory

  // MARK: Committing

  /// Whether changes wait to be committed.
  package var isDirty: Bool { !dirty.isEmpty }

  /// Commits all pending changes as one transaction.
  ///
  /// If that fails, they stay pending unless they are reverted. A commit that was refused, and may have taken effect,
  /// is taken back.
  /// - Complexity: O(size of the changes), amortized.
  package func commit() throws(Failure) {
    if dirty.isEmpty, !tables.isUnsettled { return }
    let count = dirty.count
    do throws(Failure) {
      try metrics.commit { () throws(Failure) in
        if tables.isUnsettled { try settle() }
        guard !dirty.isEmpty else { return }
        try commitFields()
        try tables.commit(dirty.map { SessionWrite($0) })
      }
      tables.isSettled()
    } catch {
      for session in dirty { session.wasRefused() }
      // Those that have changed nothing since are settled by a later commit.
      for session in dirty[count...] { session.isDirty = false }
      dirty.removeSubrange(count...)
      throw error
    }
    let isGivenUp = dirty.contains { !$0.givenUp.isEmpty }
    for session in dirty { session.isStored() }
    dirty.removeAll(keepingCapacity: true)
    if isGivenUp { forgetStrays() }
  }

  /// Lets the next commit write the sessions as a whole that may differ from what is known of them.
  private func settle() throws(Failure) {
    let unsettled = try tables.settle()
    for session in attached.values where unsettled.contains(session.id) {
      session.needsSnapshot = true
      session.whenDirty()
    }
  }

  private func commitFields() throws(Failure) {
    guard !fieldStores.isEmpty else { return }
    for store in fieldStores.all {
      let changes = dirty.flatMap { $0.changes(for: store) }
      if !changes.isEmpty { try store.commit(changes) }
    }
  }

  /// Reverts all changes that aren't stored.
  package func takeBack() {
    for session in dirty { session.takeBack() }
    dirty.removeAll()
  }

  /// Commits pending changes, deletes obsolete values from flows' stores, and releases all locks.
  package func finish() throws(Failure) {
    defer { tables.giveAll() }
    var refusal: Failure?
    while isDirty || tables.isUnsettled {
      do throws(Failure) {
        try commit()
      } catch {
        // Sessions that other processes have taken over don't keep the others from being stored.
        if takeLost().isEmpty { throw error }
        refusal = error
      }
    }
    for session in attached.values { tidy(session) }
    if let refusal { throw refusal }
  }

  /// Deletes obsolete values. Anything left behind is removed when the session is next opened.
  private func tidy(_ session: AttachedSession) {
    for fields in session.fields { try? fields.store.tidy(fields) }
  }

  // MARK: Sessions

  /// Starts persisting a session, and locks it.
  package func add(_ session: Session) throws(Failure) {
    let places = try fieldStores.places(of: session.flow)
    let scope = fieldStores.scope(of: session.flow)
    let key = Self.makeKey()
    let version = FieldVersion(epoch: 0, seq: session.seq)
    let fields = places.map { place in
      AttachedFields(
        place, FieldSession(key: key, name: session.name, store: place.name, version: version), hasMore: false
      )
    }
    let stored = session.stored(scope)
    do throws(Failure) {
      for fields in fields {
        let values = session.placesInStores(scope).filter { $0.store == fields.index }.map {
          ($0.place.description, session.value(at: $0, scope))
        }
        try fields.store.commit([
          FieldChanges(
            fields: fields, version: version, values: OrderedDictionary(uniqueKeysWithValues: values),
            isWhole: false)
        ])
        fields.isTidied()
      }
      var body = JSONWriter()
      stored.write(into: &body, isStored: true)
      let id = try insert(stored, body, as: session.name, key: key, stores: fields.named)
      attach(session, id: id, key: key, fields, scope, epoch: 0, snapshotSize: body.count, byteCount: 0)
    } catch {
      for fields in fields { try? fields.store.delete(key, in: fields.session.store) }
      throw error
    }
  }

  /// A random identity for a session in its flow's stores.
  static func makeKey() -> String {
    UInt64.random(in: .min ... .max).hexadecimal + UInt64.random(in: .min ... .max).hexadecimal
  }

  /// Inserts a session that isn't open, locks it and returns its id.
  func insert(
    _ stored: StoredSession, _ body: borrowing JSONWriter, as name: String, key: String, stores: [String]
  ) throws(Failure) -> Int {
    let row = SessionRow(
      name: name, flow: stored.flow, version: stored.version, hash: stored.hash, key: key,
      stores: stores.joined(separator: " "))
    return try tables.insert(row, seq: stored.seq, body)
  }

  /// Continues to persist a session that was restored from here and that this process has locked.
  ///
  /// - Parameter isWhole: whether it equals its stored copy; else the next commit writes it as a whole.
  package func attach(_ session: Session, as opened: OpenedSession, isWhole: Bool) {
    let entry = opened.entry
    let attached = attach(
      session, id: entry.id, key: entry.key, opened.fields, opened.scope, epoch: entry.epoch,
      snapshotSize: entry.snapshotSize,
      byteCount: entry.changesSize)
    guard !isWhole || entry.stores != opened.fields.named else { return }
    attached.needsSnapshot = true
    attached.needsFields = true
    attached.givenUp = opened.formerStores
    attached.whenDirty()
  }

  @discardableResult
  func attach(
    _ session: Session, id: Int, key: String, _ fields: [AttachedFields], _ scope: StoredScope, epoch: Int,
    snapshotSize: Int, byteCount: Int
  ) -> AttachedSession {
    let attached = AttachedSession(
      session, id: id, key: key, fields: fields, epoch: epoch, snapshotSize: snapshotSize,
      byteCount: byteCount,
      scope: scope, keepsSteps: durability == .commit)
    attached.whenDirty = { [unowned self, unowned attached] in
      guard !attached.isDirty else { return }
      attached.isDirty = true
      dirty.append(attached)
    }
    self.attached[UTF8Key(session.name)] = attached
    return attached
  }

  package func isAttached(_ name: String) -> Bool { attached[UTF8Key(name)] != nil }

  /// Stops persisting a session and releases its lock. The stored copy remains.
  package func detach(_ name: String) {
    guard let session = attached.removeValue(forKey: UTF8Key(name)) else { return }
    session.session.endLog()
    dirty.removeAll { $0 === session }
    tidy(session)
    tables.give(session.id)
  }

  /// Forgets an open session as if its process had died: nothing that waits is committed, and the stored copy remains.
  package func abandon(_ name: String) {
    guard let session = attached.removeValue(forKey: UTF8Key(name)) else { return }
    session.session.endLog()
    dirty.removeAll { $0 === session }
    tables.give(session.id)
  }

  /// Releases a session's lock.
  package func give(_ id: Int) { tables.give(id) }
}
