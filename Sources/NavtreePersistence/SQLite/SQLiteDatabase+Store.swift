import NavtreeEngine

extension SQLiteDatabase {
  /// Opens a store's file, and brings tables up to date that can't be read as they are.
  static func openStore(
    _ path: String, _ access: Access, _ schema: StoreSchema, _ durability: Durability
  ) throws(Failure) -> SQLiteDatabase {
    do {
      let database = try SQLiteDatabase(path: path, access)
      if access != .readOnly { try database.useLog() }
      try database.run("PRAGMA synchronous = \(durability.synchronous); PRAGMA foreign_keys = ON")
      if let reason = try schema.prepare(database, isReadOnly: access == .readOnly) {
        throw Failure.store(path, reason)
      }
      return database
    } catch {
      throw .store(path, any: error)
    }
  }

  /// Turns on the write-ahead log, which several processes may do to a new file at once.
  ///
  /// SQLite waits for no other process here, since both might hold the lock for reading.
  private borrowing func useLog() throws(SQLiteError) {
    try Patience(milliseconds: Int(Self.patience), pause: 10).attempt { () throws(SQLiteError) in
      // Without sqlite3_exec's callback the answer, the mode, is passed over.
      try run("PRAGMA journal_mode = WAL")
    } whileFailing: {
      $0.kind == .busy
    }
  }

  /// Runs a closure as one transaction, and once more where the disk was full: a checkpoint of the log may make room.
  ///
  /// - Parameter isUpToDate: whether the tables have the schema's version; the first transaction sees to that.
  borrowing func write<Result>(
    _ schema: StoreSchema, _ isUpToDate: inout Bool, _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    func attempt() throws(SQLiteError) -> Result {
      try transaction { () throws(SQLiteError) in
        if !isUpToDate { try schema.bringUpToDate(self) }
        return try body()
      }
    }
    let result: Result
    do {
      result = try attempt()
    } catch  where error.kind == .full {
      try run("PRAGMA wal_checkpoint(TRUNCATE)")
      result = try attempt()
    }
    isUpToDate = true
    return result
  }

  /// The defects of the file as a database.
  ///
  /// - Complexity: O(size of the file).
  borrowing func integrityFindings() -> [StoreFinding] {
    var findings: [StoreFinding] = []
    do {
      let statement = try prepare("PRAGMA integrity_check(\(Self.mostFindings))")
      while try statement.step() {
        let line = statement.text(0)
        if line != "ok" { findings.append(StoreFinding(session: nil, message: line)) }
      }
    } catch {
      findings.append(StoreFinding(session: nil, message: error.message))
    }
    return findings
  }

  private static let mostFindings = 100
}
