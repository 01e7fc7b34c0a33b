import NavtreeEngine
import NavtreePersistence

/// The tables of a store in a schema of a database, and the migrations that lead to them.
///
/// A schema has the tables of one fleet of processes: several fleets share a database, each with a schema of its own.
struct PostgresSchema {
  /// The name, quoted.
  let name: String

  init(_ url: PostgresURL) { name = "\"\(url.schema)\"" }

  /// Each leads from the version of its index to the next. A published migration never changes.
  ///
  /// `writes` counts the times that a session was written as a whole; `epoch` grows each time that a process takes it.
  /// `commit` is the number of its last commit, which tells whether that took effect. In `field_sessions` it is that of
  /// the last write.
  ///
  /// Version 3 has checksums that cover what leads from one row to another.
  private var migrations: [[String]] {
    [
      [
        """
        CREATE TABLE \(name).sessions(
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE,
          flow text NOT NULL, version bigint NOT NULL, hash text NOT NULL, key text NOT NULL,
          writes bigint NOT NULL, stores text NOT NULL, checksum bigint NOT NULL, seq bigint NOT NULL,
          epoch bigint NOT NULL, commit bigint NOT NULL, owner text, url text, expires timestamptz)
          WITH (fillfactor = 50)
        """,
        """
        CREATE TABLE \(name).snapshots(
          session bigint PRIMARY KEY, seq bigint NOT NULL, checksum bigint NOT NULL, body bytea NOT NULL)
        """,
        """
        CREATE TABLE \(name).changes(
          id bigint GENERATED ALWAYS AS IDENTITY, session bigint NOT NULL, after bigint NOT NULL,
          seq bigint NOT NULL, checksum bigint NOT NULL, body bytea NOT NULL, PRIMARY KEY(session, id))
        """,
        "CREATE TABLE \(name).strays(key text NOT NULL, store text NOT NULL, PRIMARY KEY(key, store))",
        """
        CREATE TABLE \(name).field_sessions(
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key text NOT NULL, store text NOT NULL,
          name text COLLATE "C" NOT NULL, epoch bigint NOT NULL DEFAULT 0, UNIQUE(key, store))
        """,
        """
        CREATE TABLE \(name).fields(
          id bigint GENERATED ALWAYS AS IDENTITY, session bigint NOT NULL, place bytea NOT NULL,
          epoch bigint NOT NULL, seq bigint NOT NULL, checksum bigint NOT NULL, body bytea,
          PRIMARY KEY(session, id))
        """,
        PostgresCommitFunction.definition(in: name),
      ],
      [
        PostgresCommitFunction.single(in: name), PostgresTakeFunction.definition(in: name),
        "ALTER TABLE \(name).field_sessions ADD COLUMN commit bigint NOT NULL DEFAULT 0",
      ],
      ["ALTER TABLE \(name).strays ADD COLUMN checksum bigint NOT NULL DEFAULT 0"],
    ]
  }

  /// The oldest version that can be read as it is.
  private static let readable = 2

  /// Brings the tables up to date, or makes them.
  func prepare(_ database: PostgresDatabase, isReadOnly: Bool) throws(Failure) {
    let version = try database.orFail { () throws(PostgresError) -> Int? in try self.version(in: database) }
    let target = migrations.count
    if version == target { return }
    let place = database.url.shown
    if let version, version > target {
      throw .store(
        place,
        "it was written by a later version of navtree (its tables have version \(version), not \(target))")
    }
    if isReadOnly, version ?? 0 >= Self.readable { return }
    if isReadOnly {
      throw .store(
        place,
        version.map { "its tables have version \($0): navtree store vacuum brings them up to date" }
          ?? "there is no store in the schema \(name)")
    }
    try database.orFail { () throws(PostgresError) in
      try migrate(database) { () throws(PostgresError) in
        if version != nil { try sumAnew(database) }
        try migrateOnce(database)
      }
    }
  }

  /// The version of the tables; nil without tables.
  private func version(in database: PostgresDatabase) throws(PostgresError) -> Int? {
    try database.persisting(until: database.deadline) { () throws(PostgresError) -> Int? in
      let deadline = database.deadline
      do throws(PostgresError) {
        let rows = try database.run(
          [PostgresStatement("SELECT version FROM \(name).version")], until: deadline)
        return rows[0].count > 0 ? rows[0].integer(0, 0) : nil
      } catch {
        guard error.kind == .missing else { throw error }
        return nil
      }
    }
  }

  /// The attempts to make the schema, which several processes may make at once.
  private static let attempts = 5

  private func migrate(
    _ database: PostgresDatabase, _ body: () throws(PostgresError) -> Void
  ) throws(PostgresError) {
    for attempt in 1... {
      do throws(PostgresError) {
        return try body()
      } catch {
        let mayPass = error.kind == .constraint || error.kind == .busy || error.kind == .lost
        guard mayPass, attempt < Self.attempts else { throw error }
      }
    }
  }

  /// Migrates under a lock of the table of the version, which a transaction holds to its end.
  private func migrateOnce(_ database: PostgresDatabase) throws(PostgresError) {
    let known = try database.run(
      [
        PostgresStatement("SELECT 1::bigint FROM pg_namespace WHERE nspname = $1", .text(database.url.schema))
      ],
      until: database.deadline)
    if known[0].count == 0 {
      _ = try database.transaction([PostgresStatement("CREATE SCHEMA \(name)")], until: database.deadline)
    }
    _ = try database.transaction(
      [
        PostgresStatement("CREATE TABLE IF NOT EXISTS \(name).version(version bigint NOT NULL)"),
        PostgresStatement("LOCK TABLE \(name).version IN ACCESS EXCLUSIVE MODE"),
        PostgresStatement("SELECT version FROM \(name).version"),
      ], until: database.deadline
    ) { rows in
      let version = rows[2].count > 0 ? rows[2].integer(0, 0) : 0
      guard version < migrations.count else { return [] }
      return migrations.dropFirst(version).joined().map { PostgresStatement($0) } + [
        PostgresStatement("DELETE FROM \(name).version"),
        PostgresStatement("INSERT INTO \(name).version VALUES($1)", .integer(migrations.count)),
      ]
    }
  }
}
