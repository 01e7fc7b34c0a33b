/// The tables of a store's file, and the migrations that lead to them.
struct StoreSchema {
  /// SQLite's `application_id` of such a file, which distinguishes it from other databases.
  let applicationID: Int
  /// The contents of such a file.
  let noun: String
  /// Each leads from the version of its index to the next. A published migration never changes.
  let migrations: [Migration]
  /// The oldest version that can be read as it is.
  let readable: Int

  enum Migration {
    case sql(String)
    /// To checksums that cover what leads from one row to another.
    case sums
  }

  /// A session has its last snapshot and the changes since. A row of changes holds those of one commit, one per line;
  /// `after` is the seq before the first of them and `seq` that of the last.
  ///
  /// A session's own `checksum` is that of its row (`SessionRow`). Its `key` identifies it in the stores of its flow;
  /// `stores` names those that it was last written with, and `epoch` counts the times that it was written as a whole.
  /// `strays` are sessions whose values in a store are no longer needed.
  static let sessions = StoreSchema(
    // "navt"
    applicationID: 0x6e61_7674, noun: "sessions",
    migrations: [
      .sql(
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
        """),
      .sql(
        """
        ALTER TABLE sessions ADD COLUMN key TEXT NOT NULL DEFAULT '';
        ALTER TABLE sessions ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE sessions ADD COLUMN stores TEXT NOT NULL DEFAULT '';
        ALTER TABLE sessions ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
        UPDATE sessions SET key = lower(hex(randomblob(16)));
        CREATE TABLE strays(key TEXT NOT NULL, store TEXT NOT NULL, PRIMARY KEY(key, store)) STRICT;
        """),
      // The tables stay; snapshots and changes of form 2 are beyond older versions of navtree.
      .sql(""),
      // The checksum of a session's row covers its number, and strays have one.
      .sums,
    ], readable: 2)

  /// The first version of the tables of sessions in which each row has a checksum.
  static let summed = 4

  /// Each place of a session has its value, and the previous one until the store of the session has committed; a null
  /// value marks a removal.
  static let fields = StoreSchema(
    // "navf"
    applicationID: 0x6e61_7666, noun: "fields of sessions",
    migrations: [
      .sql(
        """
        CREATE TABLE sessions(
          id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL, store TEXT NOT NULL, name TEXT NOT NULL,
          UNIQUE(key, store)) STRICT;
        CREATE TABLE fields(
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          session INTEGER NOT NULL REFERENCES sessions(id) ON DELETE CASCADE, place TEXT NOT NULL,
          epoch INTEGER NOT NULL, seq INTEGER NOT NULL, checksum INTEGER NOT NULL, body BLOB) STRICT;
        CREATE INDEX fieldsOfSession ON fields(session, place, id);
        """),
      // The checksum of a value covers its session and its store.
      .sums,
    ], readable: 1)

  private static let all = [sessions, fields]

  /// Prepares a file's tables for use: an empty file gets them, and those that can't be read as they are are brought up
  /// to date. The rest is left to the first transaction that writes (`bringUpToDate`).
  ///
  /// - Returns: the reason why that isn't possible, if any.
  func prepare(_ database: borrowing SQLiteDatabase, isReadOnly: Bool) throws(SQLiteError) -> String? {
    let (application, version, count) = try header(of: database)
    if application == 0, version == 0 {
      guard count == 0 else {
        return "it is another program's database"
      }
    } else if application != applicationID {
      let other = Self.all.first { $0.applicationID == application }
      return other.map { "it keeps \($0.noun), not \(noun)" } ?? "it is another program's database"
    }
    guard version <= migrations.count else {
      return later(version)
    }
    if version >= readable { return nil }
    if isReadOnly, count == 0 {
      throw SQLiteError(kind: .unfinished, code: 0, message: Self.unfinished)
    }
    if isReadOnly {
      return "its tables have version \(version): navtree store vacuum brings them up to date"
    }
    try database.transaction { () throws(SQLiteError) in try bringUpToDate(database) }
    return nil
  }

  private func later(_ version: Int) -> String {
    "it was written by a later version of navtree (its tables have version \(version), not \(migrations.count))"
  }

  /// The reason why a file without tables can't be read.
  static let unfinished = "its creation was interrupted, or found no room: nothing is stored in it"

  /// The identity, the version and the number of the tables at one moment: another process may be making them.
  private func header(of database: borrowing SQLiteDatabase) throws(SQLiteError) -> (Int, Int, Int) {
    try database.run("BEGIN")
    defer { try? database.run("COMMIT") }
    let application = try database.integer("PRAGMA application_id") ?? 0
    let version = try database.integer("PRAGMA user_version") ?? 0
    return (application, version, try database.integer("SELECT count(*) FROM sqlite_schema") ?? 0)
  }

  private func run(_ migration: Migration, in database: borrowing SQLiteDatabase) throws(SQLiteError) {
    switch migration {
    case .sql(let text): try database.run(text)
    case .sums where applicationID == Self.sessions.applicationID: try Self.sumSessions(database)
    case .sums: try Self.sumFields(database)
    }
  }

  /// Brings a file's tables up to date, as a part of a transaction.
  func bringUpToDate(_ database: borrowing SQLiteDatabase) throws(SQLiteError) {
    // Another process may have done it meanwhile.
    let version = try database.integer("PRAGMA user_version") ?? 0
    if version == migrations.count { return }
    guard version < migrations.count else {
      throw SQLiteError(kind: .other, code: 0, message: later(version))
    }
    for migration in migrations.dropFirst(version) { try run(migration, in: database) }
    try database.run("PRAGMA user_version = \(migrations.count); PRAGMA application_id = \(applicationID)")
  }
}
