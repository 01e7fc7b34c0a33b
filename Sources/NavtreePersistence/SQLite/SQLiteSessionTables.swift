import NavtreeJSON
import NavtreeEngine

/// The tables of sessions in an SQLite file.
final class SQLiteSessionTables: SessionTables {
  let place: String
  let database: SQLiteDatabase
  private let locks: SessionLocks?
  private let lockPath: String
  private let insertChanges: SQLiteStatement
  private let putSnapshot: SQLiteStatement
  private let deleteChanges: SQLiteStatement
  /// Whether the tables have the present version, as far as this process knows.
  private var isUpToDate = false

  init(path: String, _ durability: Durability, _ access: SQLiteDatabase.Access) throws(Failure) {
    place = path
    database = try SQLiteDatabase.openStore(path, access, .sessions, durability)
    // One file has one place for its locks, whatever links lead to it.
    lockPath = StoreFile.target(of: path) + ".lock"
    do {
      insertChanges = try database.prepare(
        "INSERT INTO changes(session, after, seq, checksum, body) VALUES(?, ?, ?, ?, ?)", isKept: true)
      putSnapshot = try database.prepare(
        "INSERT OR REPLACE INTO snapshots(session, seq, checksum, body) VALUES(?, ?, ?, ?)", isKept: true)
      deleteChanges = try database.prepare("DELETE FROM changes WHERE session = ?", isKept: true)
      locks =
        path == SQLiteDatabase.memory || access == .readOnly ? nil : try SessionLocks(path: lockPath)
    } catch let error as LockError {
      throw .store(lockPath, error.message)
    } catch {
      throw .store(path, any: error)
    }
  }

  // MARK: Locks

  func take(_ id: Int, _ name: String) throws(Failure) {
    guard let locks else { return }
    let owner: Int?
    do {
      owner = try locks.take(id)
    } catch {
      throw .store(lockPath, error.message)
    }
    if let owner {
      throw Failure(
        .conflict,
        "the session '\(name)' is open in \(owner == 0 ? "another process" : "the process \(owner)")",
        ["session": .string(name), "store": .string(place), "process": owner == 0 ? .null : .integer(owner)]
      ).passing()
    }
  }

  func give(_ id: Int) { locks?.give(id) }

  // MARK: Writing

  func insert(_ row: SessionRow, seq: Int, _ body: borrowing JSONWriter) throws(Failure) -> Int {
    let id: Int
    do {
      id = try transaction { () throws(SQLiteError) in
        let statement = try database.prepare(
          """
          INSERT INTO sessions(name, flow, version, hash, key, epoch, stores) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)
          """)
        try statement.bind(Self.columns(of: row))
        try statement.run()
        let id = database.lastInsertedID
        try database.run("UPDATE sessions SET checksum = ? WHERE id = ?", row.checksum(id: id), id)
        try body.withUnsafeBytes { (bytes) throws(SQLiteError) in try writeSnapshot(bytes, of: id, seq: seq) }
        return id
      }
    } catch {
      if error.kind == .constraint {
        throw Failure(
          .nameTaken, "a session named '\(row.name)' is stored already", ["store": .string(place)])
      }
      throw .store(place, error)
    }
    try take(id, row.name)
    return id
  }

  /// Its columns: `name`, `flow`, `version`, `hash`, `key`, `epoch` and `stores`.
  private static func columns(of row: SessionRow) -> [any SQLiteValue] {
    [row.name, row.flow, row.version, row.hash, row.key, row.epoch, row.stores]
  }

  func commit(_ writes: [SessionWrite]) throws(Failure) {
    try writing { () throws(SQLiteError) in
      for write in writes { try self.write(write) }
    }
  }

  private func write(_ write: SessionWrite) throws(SQLiteError) {
    guard write.isSnapshot else {
      return try write.withBody { (bytes) throws(SQLiteError) in
        let checksum = SessionRow.checksum(of: bytes, id: write.id, seq: write.seq)
        try insertChanges.run(write.id, write.after, write.seq, checksum, bytes)
      }
    }
    if let row = write.row {
      let statement = try database.prepare(
        """
        UPDATE sessions SET name = ?1, flow = ?2, version = ?3, hash = ?4, key = ?5, epoch = ?6, stores = ?7,
          checksum = ?8 WHERE id = ?9
        """)
      try statement.bind(Self.columns(of: row) + [row.checksum(id: write.id), write.id])
      try statement.run()
      try markStrays(row.key, in: write.formerStores)
      for store in write.stores { try delete(Stray(key: row.key, store: store)) }
    }
    try write.withBody { (bytes) throws(SQLiteError) in try writeSnapshot(bytes, of: write.id, seq: write.seq)
    }
  }

  private func writeSnapshot(_ bytes: UnsafeRawBufferPointer, of id: Int, seq: Int) throws(SQLiteError) {
    try putSnapshot.run(id, seq, SessionRow.checksum(of: bytes, id: id, seq: seq), bytes)
    try deleteChanges.run(id)
  }

  func delete(_ entry: StoredEntry) throws(Failure) {
    try writing { () throws(SQLiteError) in
      try markStrays(entry.key, in: entry.stores)
      try database.run("DELETE FROM sessions WHERE id = ?", entry.id)
    }
  }

  func compact(_ entry: StoredEntry, _ body: borrowing JSONWriter) throws(Failure) {
    do {
      try transaction { () throws(SQLiteError) in
        try body.withUnsafeBytes { (bytes) throws(SQLiteError) in
          try writeSnapshot(bytes, of: entry.id, seq: entry.seq)
        }
      }
    } catch {
      throw .store(place, error)
    }
  }

  private func markStrays(_ key: String, in stores: [String]) throws(SQLiteError) {
    for stray in stores.map({ Stray(key: key, store: $0) }) {
      try database.run(
        "INSERT OR REPLACE INTO strays(key, store, checksum) VALUES(?, ?, ?)", key, stray.store,
        stray.checksum)
    }
  }

  private func delete(_ stray: Stray) throws(SQLiteError) {
    try database.run("DELETE FROM strays WHERE key = ? AND store = ?", stray.key, stray.store)
  }

  func unmark(_ stray: Stray) throws(Failure) {
    try writing { () throws(SQLiteError) in try delete(stray) }
  }

  func deferSync() throws(Failure) {
    try reading { () throws(SQLiteError) in try database.run("PRAGMA synchronous = NORMAL") }
  }

  /// A checkpoint syncs the log first (https://sqlite.org/pragma.html#pragma_synchronous).
  func sync() throws(Failure) {
    try reading { () throws(SQLiteError) in
      try database.run("PRAGMA wal_checkpoint(PASSIVE); PRAGMA synchronous = FULL")
    }
  }

  func vacuum() throws(Failure) {
    try writing { () throws(SQLiteError) in }
    try reading { () throws(SQLiteError) in
      try database.run("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  // MARK: Errors

  /// Runs a closure as one transaction, which is rolled back if it throws.
  private func writing<Result>(_ body: () throws(SQLiteError) -> Result) throws(Failure) -> Result {
    try reading { () throws(SQLiteError) in try transaction(body) }
  }

  private func transaction<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
    try database.write(.sessions, &isUpToDate) { () throws(SQLiteError) in
      if locks?.isThere == false {
        throw SQLiteError(
          kind: .lost, code: 0,
          message: "its locks, \(lockPath), were removed or replaced while it was open")
      }
      return try body()
    }
  }

  /// Runs a closure, and turns SQLite's errors into failures of this store.
  func reading<Result>(_ body: () throws(SQLiteError) -> Result) throws(Failure) -> Result {
    do {
      return try body()
    } catch {
      throw .store(place, error)
    }
  }
}
