import NavtreeFlow
import NavtreeJSON
import OrderedCollections
package import NavtreeEngine

/// Sessions in an SQLite file, each as its last snapshot and the changes since.
///
/// Changes are committed as a group: one transaction, with one row per changed session that holds its changes. When a
/// session's changes have grown to the size of its snapshot, a new snapshot replaces them, so that the bytes written
/// stay proportional to the changes.
///
/// A flow's own stores commit first. The commit here decides.
package final class SessionStore {
  package let path: String
  package let durability: Durability
  let database: SQLiteDatabase
  private let locks: SessionLocks?
  private let insertChanges: SQLiteStatement
  private let putSnapshot: SQLiteStatement
  private let deleteChanges: SQLiteStatement
  /// The stores of flows, by name.
  var fieldStores: FieldStores
  var attached: [UTF8Key: AttachedSession] = [:]
  /// Whether the tables have the present version.
  private var isUpToDate = false
  /// The sessions with changes to commit.
  var dirty: [AttachedSession] = []

  /// Changes shorter than this are never replaced by a snapshot.
  private static let leastBytes = 1 << 20

  /// Opens the file, and creates it if necessary.
  ///
  /// - Parameter places: the paths of flows' stores, by name, which are opened alike.
  package convenience init(path: String, durability: Durability, places: [String: String] = [:])
    throws(Failure)
  {
    try self.init(path: path, durability: durability, access: .create, places)
  }

  /// Opens an existing file for reading.
  package convenience init(reading path: String, places: [String: String] = [:]) throws(Failure) {
    try self.init(path: path, durability: .off, access: .readOnly, places)
  }

  private init(
    path: String, durability: Durability, access: SQLiteDatabase.Access, _ places: [String: String]
  ) throws(Failure) {
    self.path = path
    self.durability = durability
    database = try SQLiteDatabase.openStore(path, access, .sessions, durability)
    do {
      insertChanges = try database.prepare(
        "INSERT INTO changes(session, after, seq, checksum, body) VALUES(?, ?, ?, ?, ?)", isKept: true)
      putSnapshot = try database.prepare(
        "INSERT OR REPLACE INTO snapshots(session, seq, checksum, body) VALUES(?, ?, ?, ?)", isKept: true)
      deleteChanges = try database.prepare("DELETE FROM changes WHERE session = ?", isKept: true)
      locks = path == Self.memory || access == .readOnly ? nil : try SessionLocks(path: path + ".lock")
    } catch let error as LockError {
      throw .store(path + ".lock", error.message)
    } catch {
      throw .store(path, any: error)
    }
    fieldStores = try FieldStores(places, durability, isReadOnly: access == .readOnly)
    if access != .readOnly { forgetStrays() }
  }

  /// The path of a store in memory, which lasts as long as the process.
  package static let memory = SQLiteDatabase.memory

  // MARK: Committing

  /// Whether changes wait to be committed.
  package var isDirty: Bool { !dirty.isEmpty }

  /// Commits all pending changes as one transaction.
  ///
  /// If that fails, they stay pending unless they are reverted.
  /// - Complexity: O(size of the changes), amortized.
  package func commit() throws(Failure) {
    if dirty.isEmpty { return }
    do throws(Failure) {
      try commitFields()
      try writing { () throws(SQLiteError) in
        for session in dirty { try write(session) }
      }
    } catch {
      for session in dirty { session.wasRefused() }
      throw error
    }
    let isGivenUp = dirty.contains { !$0.givenUp.isEmpty }
    for session in dirty { session.isStored() }
    dirty.removeAll(keepingCapacity: true)
    if isGivenUp { forgetStrays() }
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

  /// Commits pending changes, and deletes obsolete values from flows' stores.
  package func finish() throws(Failure) {
    try commit()
    for session in attached.values { tidy(session) }
  }

  /// Deletes obsolete values. Anything left behind is removed when the session is next opened.
  private func tidy(_ session: AttachedSession) {
    for fields in session.fields { try? fields.store.tidy(fields) }
  }

  private func write(_ session: AttachedSession) throws(SQLiteError) {
    let log = session.log
    if session.needsSnapshot || session.byteCount + log.byteCount > max(session.snapshotSize, Self.leastBytes)
    {
      try writeSnapshot(of: session)
    } else {
      try log.withUnsafeBytes { (bytes) throws(SQLiteError) in
        let seq = session.session.world.seq
        let checksum = Checksum.of(bytes, seed: session.id &+ seq)
        try insertChanges.run(session.id, session.version.seq, seq, checksum, bytes)
      }
      session.pendingSize = nil
    }
  }

  private func writeSnapshot(of session: AttachedSession) throws(SQLiteError) {
    if session.needsSnapshot {
      let statement = try database.prepare(
        """
        UPDATE sessions SET name = ?1, flow = ?2, version = ?3, hash = ?4, key = ?5, epoch = ?6, stores = ?7,
          checksum = ?8 WHERE id = ?9
        """)
      try statement.bind(session.nextRow.columns + [session.id])
      try statement.run()
      try markStrays(session.key, in: session.givenUp)
      try unmarkStrays(session.key, in: session.fields.map(\.session.store))
    }
    var body = JSONWriter(capacity: max(session.snapshotSize, 4096))
    session.session.stored(session.log.scope).write(into: &body, isStored: true)
    try writeSnapshot(body, of: session.id, seq: session.session.world.seq)
    session.pendingSize = body.count
  }

  func writeSnapshot(_ body: borrowing JSONWriter, of id: Int, seq: Int) throws(SQLiteError) {
    try body.withUnsafeBytes { (bytes) throws(SQLiteError) in
      try putSnapshot.run(id, seq, Checksum.of(bytes, seed: id &+ seq), bytes)
    }
    try deleteChanges.run(id)
  }

  // MARK: Sessions

  /// Starts persisting a session, and locks it.
  package func add(_ session: Session) throws(Failure) {
    let places = try fieldStores.places(of: session.flow)
    let scope = fieldStores.scope(of: session.flow)
    let key = try makeKey()
    let version = FieldVersion(epoch: 0, seq: session.world.seq)
    let fields = places.map { place in
      AttachedFields(
        place.store, index: place.index,
        FieldSession(key: key, name: session.name, store: place.name, version: version), hasMore: false)
    }
    let stored = session.stored(scope)
    do throws(Failure) {
      for fields in fields {
        let values = session.placesInStores(scope).filter { $0.store == fields.index }.map {
          ($0.place.description, session.value(at: $0, scope))
        }
        if values.isEmpty { continue }
        try fields.store.commit([
          FieldChanges(
            fields: fields, version: version, values: OrderedDictionary(uniqueKeysWithValues: values),
            isWhole: false)
        ])
        fields.isTidied()
      }
      var body = JSONWriter()
      stored.write(into: &body, isStored: true)
      let id = try insert(stored, body, as: session.name, key: key, stores: places.map(\.name))
      attach(session, id: id, key: key, fields, scope, epoch: 0, snapshotSize: body.count, byteCount: 0)
    } catch {
      for fields in fields { try? fields.store.delete(key) }
      throw error
    }
  }

  /// A random identity for a session in its flow's stores.
  func makeKey() throws(Failure) -> String {
    try reading { () throws(SQLiteError) in
      let statement = try database.prepare("SELECT lower(hex(randomblob(16)))")
      return try statement.step() ? statement.text(0) : ""
    }
  }

  /// Inserts a session that isn't open, locks it and returns its id.
  func insert(
    _ stored: StoredSession, _ body: borrowing JSONWriter, as name: String, key: String, stores: [String]
  ) throws(Failure) -> Int {
    do {
      let id = try transaction { () throws(SQLiteError) in
        let statement = try database.prepare(
          """
          INSERT INTO sessions(name, flow, version, hash, key, epoch, stores, checksum)
          VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
          """)
        let row = SessionRow(
          name: name, flow: stored.flow, version: stored.version, hash: stored.hash, key: key,
          stores: stores.joined(separator: " "))
        try statement.bind(row.columns)
        try statement.run()
        let id = database.lastInsertedID
        try writeSnapshot(body, of: id, seq: stored.seq)
        return id
      }
      try take(id, name)
      return id
    } catch let error as SQLiteError {
      if error.kind == .constraint {
        throw Failure(.nameTaken, "a session named '\(name)' is stored already", ["store": .string(path)])
      }
      throw .store(path, error)
    } catch {
      throw .store(path, any: error)
    }
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
    let isSamePlaces = entry.stores == opened.fields.map(\.session.store)
    guard !isWhole || !isSamePlaces else { return }
    attached.needsSnapshot = true
    attached.needsFields = true
    attached.givenUp = entry.stores.filter { name in !opened.fields.contains { $0.session.store == name } }
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
    locks?.give(session.id)
  }

  /// Forgets an open session as if its process had died: nothing that waits is committed, and the stored copy remains.
  package func abandon(_ name: String) {
    guard let session = attached.removeValue(forKey: UTF8Key(name)) else { return }
    session.session.endLog()
    dirty.removeAll { $0 === session }
    locks?.give(session.id)
  }

  /// Locks a session for this process.
  func take(_ id: Int, _ name: String) throws(Failure) {
    guard let locks else { return }
    let owner: Int?
    do {
      owner = try locks.take(id)
    } catch {
      throw .store(path + ".lock", error.message)
    }
    if let owner {
      throw Failure(
        .conflict,
        "the session '\(name)' is open in \(owner == 0 ? "another process" : "the process \(owner)")",
        ["session": .string(name), "store": .string(path), "process": owner == 0 ? .null : .integer(owner)]
      ).passing()
    }
  }

  /// Releases a session's lock.
  package func give(_ id: Int) { locks?.give(id) }

  /// Runs a closure as one transaction, which is rolled back if it throws.
  func writing<Result>(_ body: () throws(SQLiteError) -> Result) throws(Failure) -> Result {
    try reading { () throws(SQLiteError) in try transaction(body) }
  }

  /// Runs a closure as one transaction; the first one brings older tables up to date.
  private func transaction<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
    let result = try database.transactionMakingRoom { () throws(SQLiteError) in
      if !isUpToDate { try StoreSchema.sessions.bringUpToDate(database) }
      return try body()
    }
    isUpToDate = true
    return result
  }

  /// Runs a closure, and turns SQLite's errors into failures of this store.
  func reading<Result>(_ body: () throws(SQLiteError) -> Result) throws(Failure) -> Result {
    do {
      return try body()
    } catch {
      throw .store(path, error)
    }
  }
}
