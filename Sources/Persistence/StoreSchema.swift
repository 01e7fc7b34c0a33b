/// The tables of a store's file, and how those of older versions become them.
enum StoreSchema {
  /// "navt": what SQLite's `application_id` of a store is, so that no other database is taken for one.
  static let applicationID = 0x6e61_7674

  /// Each leads from the version of its index to the next one. What was published is never changed here.
  ///
  /// Of a session there are the last snapshot and the changes since. A row of changes holds those of one commit,
  /// a line each; `after` is the seq before the first of them and `seq` that of the last.
  static let migrations = [
    """
    CREATE TABLE sessions(
      id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, flow TEXT NOT NULL,
      version INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
    CREATE TABLE snapshots(
      session INTEGER PRIMARY KEY REFERENCES sessions(id) ON DELETE CASCADE, seq INTEGER NOT NULL,
      checksum INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
    CREATE TABLE changes(
      id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
      after INTEGER NOT NULL, seq INTEGER NOT NULL, checksum INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
    CREATE INDEX changesOfSession ON changes(session, id);
    """
  ]

  /// Brings a file's tables to the present version; a file that is empty gets them.
  ///
  /// - Throws: a sentence that says why it can't be.
  static func prepare(_ database: borrowing SQLiteDatabase, isReadOnly: Bool) throws(SQLiteError) -> String? {
    let application = try database.integer("PRAGMA application_id") ?? 0
    let version = try database.integer("PRAGMA user_version") ?? 0
    if application == 0, version == 0 {
      guard try database.integer("SELECT count(*) FROM sqlite_schema") == 0 else {
        return "it is another program's database"
      }
    } else if application != applicationID {
      return "it is another program's database"
    }
    guard version <= migrations.count else {
      return
        "it was written by a later version of navtree (its tables have version \(version), not \(migrations.count))"
    }
    if version == migrations.count { return nil }
    if isReadOnly {
      return "its tables have version \(version): a navtree that may write brings them up to date"
    }
    return try database.transaction { () throws(SQLiteError) in
      // Another process may have done it meanwhile.
      let version = try database.integer("PRAGMA user_version") ?? 0
      for migration in migrations.dropFirst(version) { try database.run(migration) }
      try database.run("PRAGMA user_version = \(migrations.count); PRAGMA application_id = \(applicationID)")
      return nil
    }
  }
}
