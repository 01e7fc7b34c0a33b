import Flow
import JSON
import OrderedCollections
package import Session

/// Sessions in an SQLite file: of each its last snapshot, and what has changed since.
///
/// What sessions write down of their changes is committed by the group: one transaction, one row for each session
/// that has changed, as long as its changes are. When those have grown to the size of the snapshot, a new one takes
/// their place, so that what is written in all stays in proportion to what has changed.
package final class SessionStore {
  package let path: String
  package let durability: Durability
  let database: SQLiteDatabase
  private let locks: SessionLocks?
  private let insertChanges: SQLiteStatement
  private let putSnapshot: SQLiteStatement
  private let deleteChanges: SQLiteStatement
  private var attached: [String: AttachedSession] = [:]
  /// Those with something to commit.
  private var dirty: [AttachedSession] = []

  /// Changes are replaced by a snapshot when they take more bytes than the last one, and at least so many.
  private static let leastBytes = 1 << 20

  /// Opens the file, and makes it if it isn't there.
  package convenience init(path: String, durability: Durability) throws(Failure) {
    try self.init(path: path, durability: durability, access: .create)
  }

  /// Opens a file that is there, to look at it.
  package convenience init(reading path: String) throws(Failure) {
    try self.init(path: path, durability: .off, access: .readOnly)
  }

  private init(path: String, durability: Durability, access: SQLiteDatabase.Access) throws(Failure) {
    self.path = path
    self.durability = durability
    do {
      database = try SQLiteDatabase(path: path, access)
      // Without sqlite3_exec's callback the answer, the mode, is passed over.
      if access != .readOnly { try database.run("PRAGMA journal_mode = WAL") }
      try database.run("PRAGMA synchronous = \(durability.synchronous); PRAGMA foreign_keys = ON")
      if let reason = try StoreSchema.prepare(database, isReadOnly: access == .readOnly) {
        throw Self.failure(path, reason)
      }
      insertChanges = try database.prepare(
        "INSERT INTO changes(session, after, seq, checksum, body) VALUES(?, ?, ?, ?, ?)", isKept: true)
      putSnapshot = try database.prepare(
        "INSERT OR REPLACE INTO snapshots(session, seq, checksum, body) VALUES(?, ?, ?, ?)", isKept: true)
      deleteChanges = try database.prepare("DELETE FROM changes WHERE session = ?", isKept: true)
      locks = path == Self.memory || access == .readOnly ? nil : try SessionLocks(path: path + ".lock")
    } catch let error as SQLiteError {
      throw Self.failure(path, error)
    } catch let error as LockError {
      throw Self.failure(path + ".lock", error.message)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Self.failure(path, "\(error)")
    }
  }

  /// A store that lasts as long as the process.
  package static let memory = SQLiteDatabase.memory

  // MARK: Committing

  /// Whether something waits to be committed.
  package var isDirty: Bool { !dirty.isEmpty }

  /// Makes all changes since the last time durable, as one transaction.
  ///
  /// If that fails, they wait for the next time, unless they are taken back.
  /// - Complexity: O(size of the changes), amortized.
  package func commit() throws(Failure) {
    if dirty.isEmpty { return }
    do {
      try transaction { () throws(SQLiteError) in
        for session in dirty { try write(session) }
      }
    } catch {
      throw Self.failure(path, error)
    }
    for session in dirty { session.isStored() }
    dirty.removeAll(keepingCapacity: true)
  }

  /// Takes all changes back that aren't stored.
  package func takeBack() {
    for session in dirty { session.takeBack() }
    dirty.removeAll()
  }

  /// Runs what writes as one transaction, which is taken back if it throws.
  func transaction<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
    do {
      return try database.transaction(body)
    } catch  where error.kind == .full {
      // What SQLite has written beside the file may have its place in it.
      try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
      return try database.transaction(body)
    }
  }

  private func write(_ session: AttachedSession) throws(SQLiteError) {
    let log = session.log
    if session.needsSnapshot || session.byteCount + log.byteCount > max(session.snapshotSize, Self.leastBytes)
    {
      try writeSnapshot(of: session)
    } else {
      try log.withUnsafeBytes { (bytes) throws(SQLiteError) in
        try insertChanges.bind(1, session.id)
        try insertChanges.bind(2, session.storedSeq)
        try insertChanges.bind(3, session.session.seq)
        try insertChanges.bind(4, Checksum.of(bytes, seed: session.id &+ session.session.seq))
        try insertChanges.bind(5, bytes)
        try insertChanges.run()
      }
      session.pendingSize = nil
    }
  }

  private func writeSnapshot(of session: AttachedSession) throws(SQLiteError) {
    if session.needsSnapshot {
      let statement = try database.prepare("UPDATE sessions SET flow = ?, version = ?, hash = ? WHERE id = ?")
      try statement.bind(1, session.session.flow.name)
      try statement.bind(2, session.session.flow.version)
      try statement.bind(3, session.session.flowHash)
      try statement.bind(4, session.id)
      try statement.run()
    }
    var body = JSONWriter(capacity: max(session.snapshotSize, 4096))
    session.session.stored(StoredScope()).write(into: &body)
    try writeSnapshot(body, of: session.id, seq: session.session.seq)
    session.pendingSize = body.count
  }

  func writeSnapshot(_ body: borrowing JSONWriter, of id: Int, seq: Int) throws(SQLiteError) {
    try body.withUnsafeBytes { (bytes) throws(SQLiteError) in
      try putSnapshot.bind(1, id)
      try putSnapshot.bind(2, seq)
      try putSnapshot.bind(3, Checksum.of(bytes, seed: id &+ seq))
      try putSnapshot.bind(4, bytes)
      try putSnapshot.run()
    }
    try deleteChanges.bind(1, id)
    try deleteChanges.run()
  }

  // MARK: Sessions

  /// Stores a session from now on, and owns it.
  package func add(_ session: Session) throws(Failure) {
    var body = JSONWriter()
    let stored = session.stored(StoredScope())
    stored.write(into: &body)
    let id = try insert(stored, body, as: session.name)
    attach(session, id: id, snapshotSize: body.count, byteCount: 0)
  }

  /// Enters a session that nobody runs, and gives its id; it is owned then.
  func insert(_ stored: StoredSession, _ body: borrowing JSONWriter, as name: String) throws(Failure) -> Int {
    do {
      let id = try transaction { () throws(SQLiteError) in
        let statement = try database.prepare(
          "INSERT INTO sessions(name, flow, version, hash) VALUES(?, ?, ?, ?)")
        try statement.bind(1, name)
        try statement.bind(2, stored.flow)
        try statement.bind(3, stored.version)
        try statement.bind(4, stored.hash)
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
      throw Self.failure(path, error)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Self.failure(path, "\(error)")
    }
  }

  /// Stores a session again that was restored from here, and that this process owns.
  ///
  /// - Parameter isWhole: whether it is what is stored; else it is written as a whole with the next commit.
  package func attach(_ session: Session, as entry: StoredEntry, isWhole: Bool) {
    let attached = attach(
      session, id: entry.id, snapshotSize: entry.snapshotSize, byteCount: entry.changesSize)
    guard !isWhole else { return }
    attached.needsSnapshot = true
    attached.whenDirty()
  }

  @discardableResult
  private func attach(_ session: Session, id: Int, snapshotSize: Int, byteCount: Int) -> AttachedSession {
    let attached = AttachedSession(
      session, id: id, snapshotSize: snapshotSize, byteCount: byteCount, keepsSteps: durability == .commit)
    attached.whenDirty = { [unowned self, unowned attached] in
      guard !attached.isDirty else { return }
      attached.isDirty = true
      dirty.append(attached)
    }
    self.attached[session.name] = attached
    return attached
  }

  func isAttached(_ name: String) -> Bool { attached[name] != nil }

  /// Stops to store a session, which stays stored, and gives it free.
  package func detach(_ name: String) {
    guard let session = attached.removeValue(forKey: name) else { return }
    session.session.endLog()
    dirty.removeAll { $0 === session }
    locks?.give(session.id)
  }

  /// Takes a session for this process.
  func take(_ id: Int, _ name: String) throws(Failure) {
    guard let locks else { return }
    let owner: Int?
    do {
      owner = try locks.take(id)
    } catch {
      throw Self.failure(path + ".lock", error.message)
    }
    if let owner {
      throw Failure(
        .conflict,
        "the session '\(name)' is open in \(owner == 0 ? "another process" : "the process \(owner)")",
        ["session": .string(name), "store": .string(path), "process": owner == 0 ? .null : .integer(owner)])
    }
  }

  /// Gives a session free.
  package func give(_ id: Int) { locks?.give(id) }

  // MARK: Failures

  static func failure(_ path: String, _ error: SQLiteError) -> Failure {
    switch error.kind {
    case .full:
      failure(path, "there is no room to write (\(error.message))", hint: "make room, and send it again")
    case .busy:
      failure(path, "another process is writing (\(error.message))", hint: "send it again")
    case .corrupt:
      failure(
        path, "the file is damaged (\(error.message))",
        hint: "navtree store verify says what can still be read")
    case .cannotOpen, .constraint, .other: failure(path, error.message)
    }
  }

  static func failure(_ path: String, _ reason: String, hint: String? = nil) -> Failure {
    let failure = Failure(.storage, "the store \(path): \(reason)", ["store": .string(path)])
    return hint.map { failure.with("hint", .string($0)) } ?? failure
  }
}

/// A session that runs here and is stored.
final class AttachedSession {
  let session: Session
  let id: Int
  let log: ChangeLog
  /// The seq that is stored.
  private(set) var storedSeq: Int
  /// The sizes of the stored snapshot and of the changes since.
  private(set) var snapshotSize: Int
  private(set) var byteCount: Int
  /// Whether there is something to commit.
  var isDirty = false
  /// Whether it is written as a whole with the next commit.
  var needsSnapshot = false
  /// The size of the snapshot that the present commit writes; nil: it writes changes.
  var pendingSize: Int?
  var whenDirty: () -> Void = {}

  init(_ session: Session, id: Int, snapshotSize: Int, byteCount: Int, keepsSteps: Bool) {
    self.session = session
    self.id = id
    self.snapshotSize = snapshotSize
    self.byteCount = byteCount
    storedSeq = session.seq
    log = session.beginLog(StoredScope(), keepsSteps: keepsSteps)
    log.wake = { [unowned self] in whenDirty() }
  }

  func isStored() {
    if let pendingSize {
      snapshotSize = pendingSize
      byteCount = 0
    } else {
      byteCount += log.byteCount
    }
    needsSnapshot = false
    isDirty = false
    storedSeq = session.seq
    session.logIsStored(log)
  }

  /// Goes back to what is stored. What was forgotten for what is taken back doesn't come back, so that the session
  /// is written as a whole when that can be.
  func takeBack() {
    session.takeBackUnstored(log)
    isDirty = false
    needsSnapshot = true
  }
}
