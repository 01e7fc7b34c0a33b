package import NavtreeEngine
package import NavtreeFlow
package import NavtreeJSON
import NavtreeJSONReading
package import NavtreePersistence
package import OrderedCollections

/// A store of flows in PostgreSQL.
///
/// The row of a session has the number of its last owner known here: a former owner writes nothing any more. It has the
/// number of the last write too: a write that was given up, and arrives late, doesn't replace a later one.
package final class PostgresFieldStore: FieldStore {
  package let database: PostgresDatabase
  let schema: String

  package init(_ url: PostgresURL, durability: Durability, isReadOnly: Bool = false) throws(Failure) {
    database = PostgresDatabase(url, lease: Self.patience, durability)
    let schema = PostgresSchema(url)
    self.schema = schema.name
    try schema.prepare(database, isReadOnly: isReadOnly)
  }

  /// The time that a statement may take, in milliseconds.
  private static let patience = 5_000

  package var path: String { database.url.shown }

  /// What a flow demands is what the sessions' own store is asked for.
  package func use(_ definition: StoreDefinition) {}

  /// The condition that finds the row of a session.
  private static let known = "s.key = $1 AND s.store = $2"

  private func statement(
    _ sql: String, _ session: FieldSession, _ values: PostgresValue...
  ) -> PostgresStatement {
    PostgresStatement(sql, values: [.text(session.key), .text(session.store)] + values)
  }

  // MARK: Reading

  package func knows(_ session: FieldSession) throws(Failure) -> Bool {
    let sql = "SELECT 1 FROM \(schema).field_sessions s WHERE \(Self.known)"
    return try run([statement(sql, session)])[0].count > 0
  }

  package func read(_ session: FieldSession) throws(Failure) -> (
    values: OrderedDictionary<StoredPlace, JSONValue>, hasMore: Bool
  ) {
    try values(
      of: session,
      statement(
        """
        SELECT f.place, f.epoch, f.seq, f.checksum, f.body FROM \(schema).field_sessions s
        JOIN \(schema).fields f ON f.session = s.id WHERE \(Self.known) ORDER BY f.id
        """, session))
  }

  /// The values of the rows that a query gives.
  private func values(of session: FieldSession, _ query: PostgresStatement) throws(Failure) -> (
    values: OrderedDictionary<StoredPlace, JSONValue>, hasMore: Bool
  ) {
    let rows = try run([query])[0]
    var values: OrderedDictionary<StoredPlace, JSONValue> = [:]
    var hasMore = false
    for row in 0..<rows.count {
      let stored = StoredValue(rows, row)
      let (name, version) = (stored.place, stored.version)
      guard let place = StoredPlace(name) else { throw damage(session, "'\(name)' is no place") }
      guard stored.isAsWritten(by: session) else { throw damage(session, "\(name) isn't what was written") }
      hasMore =
        hasMore || stored.bytes == nil || values[place] != nil || !version.isKnown(to: session.version)
      guard version.isKnown(to: session.version) else { continue }
      guard let bytes = stored.bytes else {
        values.removeValue(forKey: place)
        continue
      }
      guard let value = try? JSONValue(parsing: bytes, maximumDepth: SessionStore.maximumDepth) else {
        throw damage(session, "\(name) isn't what was written")
      }
      values[place] = value
    }
    return (values, hasMore)
  }

  package func verify() -> (sound: [String], findings: [StoreFinding]) {
    do throws(Failure) {
      let rows = try run([
        PostgresStatement("SELECT key, store, name, id FROM \(schema).field_sessions ORDER BY name, id"),
        PostgresStatement(
          """
          SELECT DISTINCT f.session FROM \(schema).fields f
          WHERE NOT EXISTS (SELECT 1 FROM \(schema).field_sessions s WHERE s.id = f.session) ORDER BY session
          """),
      ])
      let sessions = (0..<rows[0].count).map { row in
        let session = FieldSession(
          key: rows[0].text(row, 0), name: rows[0].text(row, 2), store: rows[0].text(row, 1),
          version: FieldVersion(epoch: .max, seq: .max))
        return (rows[0].integer(row, 3), session)
      }
      let (sound, findings) = verify(sessions) { (session, id) throws(Failure) in
        let sql =
          "SELECT place, epoch, seq, checksum, body FROM \(schema).fields WHERE session = $1 ORDER BY id"
        _ = try values(of: session, PostgresStatement(sql, .integer(id)))
      }
      let stranded = (0..<rows[1].count).map { StoreFinding.stranded(rows[1].integer($0, 0)) }
      return (sound, findings + stranded)
    } catch {
      return ([], [StoreFinding(session: nil, message: error.message)])
    }
  }

  // MARK: Writing

  package func claim(_ session: FieldSession) throws(Failure) -> Int? { try claim([session]) }

  /// From here on no earlier write of this process takes effect any more.
  private func claim(_ sessions: [FieldSession]) throws(Failure) -> Int {
    let number = PostgresDatabase.makeCommitNumber()
    try write(sessions.flatMap { enter($0) + [fence($0, after: nil, number)] })
    return number
  }

  package func commit(_ changes: [FieldChanges]) throws(Failure) {
    var all: [PostgresStatement] = []
    for change in changes { all += try statements(for: change) }
    try write(all, of: changes.map(\.fields))
    for change in changes { change.fields.isWritten(change) }
  }

  /// Runs statements as one transaction, with a fence for each session at the end.
  private func write(_ statements: [PostgresStatement], of all: [AttachedFields]) throws(Failure) {
    let unknown = all.filter { $0.lastWrite == nil }
    if !unknown.isEmpty {
      let number = try claim(unknown.map(\.session))
      for fields in unknown { fields.lastWrite = number }
    }
    let number = PostgresDatabase.makeCommitNumber()
    let fences = all.map { fence($0.session, after: $0.lastWrite, number) }
    for fields in all { fields.lastWrite = nil }
    try write(statements + fences)
    for fields in all { fields.lastWrite = number }
  }

  private func statements(for change: FieldChanges) throws(Failure) -> [PostgresStatement] {
    let session = change.fields.session
    let version = [PostgresValue.integer(change.version.epoch), .integer(change.version.seq)]
    var statements = enter(session)
    if change.fields.hasMore { statements += tidying(session) }
    for place in change.fields.superseded { statements.append(forget(place, of: session)) }
    for (place, value) in change.values {
      guard let value else {
        statements.append(end(place, of: session, change.version))
        continue
      }
      let (body, checksum) = Self.written(value, at: place, change)
      statements.append(
        PostgresStatement(
          """
          INSERT INTO \(schema).fields(session, place, epoch, seq, checksum, body)
          SELECT s.id, $3, $4, $5, $6, $7 FROM \(schema).field_sessions s WHERE \(Self.known)
          """,
          values: [.text(session.key), .text(session.store), .bytes(Array(place.utf8))] + version
            + [.integer(checksum), .bytes(body)]))
    }
    if change.isWhole {
      for place in try places(of: session) where change.values[place] == nil {
        statements.append(end(place, of: session, change.version))
      }
    }
    return statements
  }

  /// The places with a value or an end, at the moment.
  private func places(of session: FieldSession) throws(Failure) -> [String] {
    let rows = try run([
      statement(
        """
        SELECT DISTINCT f.place FROM \(schema).field_sessions s
        JOIN \(schema).fields f ON f.session = s.id WHERE \(Self.known)
        """, session)
    ])[0]
    return (0..<rows.count).map { rows.text($0, 0) }
  }

  private static func written(
    _ value: JSONValue, at place: String, _ change: FieldChanges
  ) -> (body: [UInt8], checksum: Int) {
    var writer = JSONWriter()
    writer.appendValue(value)
    return writer.withUnsafeBytes {
      (Array($0), change.fields.session.checksum(of: $0, at: place, change.version))
    }
  }

  private func enter(_ session: FieldSession) -> [PostgresStatement] {
    [
      statement(
        "INSERT INTO \(schema).field_sessions(key, store, name) VALUES($1, $2, $3) ON CONFLICT DO NOTHING",
        session, .text(session.name))
    ]
  }

  /// Fails where a later owner has claimed the session, or the last write is another one than `former` and this one.
  package func fence(_ session: FieldSession, after former: Int?, _ number: Int) -> PostgresStatement {
    statement(
      """
      WITH owned AS (UPDATE \(schema).field_sessions s SET epoch = $3, commit = $4
        WHERE \(Self.known) AND s.epoch <= $3 AND ($5::bigint = 0 OR s.commit = $4 OR s.commit = $5) RETURNING 1)
      SELECT 1 / count(*) FROM owned
      """, session, .integer(session.ownership), .integer(number), .integer(former ?? 0))
  }

  /// The end of a place that has a value.
  private func end(
    _ place: String, of session: FieldSession, _ version: FieldVersion
  ) -> PostgresStatement {
    statement(
      """
      INSERT INTO \(schema).fields(session, place, epoch, seq, checksum)
      SELECT s.id, $3, $4, $5, $6 FROM \(schema).field_sessions s WHERE \(Self.known)
        AND EXISTS (SELECT 1 FROM \(schema).fields f WHERE f.session = s.id AND f.place = $3)
      """, session, .bytes(Array(place.utf8)), .integer(version.epoch), .integer(version.seq),
      .integer(session.checksum(of: nil, at: place, version)))
  }

  /// The value of a place that the newest one replaces.
  private var isObsolete: String {
    "(f.body IS NULL OR f.id < (SELECT max(o.id) FROM \(schema).fields o WHERE o.session = s.id AND o.place = f.place))"
  }

  /// Deletes the previous values of a place, whose value the session's own store has committed.
  private func forget(_ place: String, of session: FieldSession) -> PostgresStatement {
    statement(
      """
      DELETE FROM \(schema).fields f USING \(schema).field_sessions s
      WHERE \(Self.known) AND f.session = s.id AND f.place = $3 AND \(isObsolete)
      """, session, .bytes(Array(place.utf8)))
  }

  /// Deletes values that were never committed, and obsolete ones.
  private func tidying(_ session: FieldSession) -> [PostgresStatement] {
    [
      statement(
        """
        DELETE FROM \(schema).fields f USING \(schema).field_sessions s
        WHERE \(Self.known) AND f.session = s.id AND (f.epoch > $3 OR f.seq > $4)
        """, session, .integer(session.version.epoch), .integer(session.version.seq)),
      statement(
        """
        DELETE FROM \(schema).fields f USING \(schema).field_sessions s
        WHERE \(Self.known) AND f.session = s.id AND \(isObsolete)
        """, session),
    ]
  }

  package func tidy(_ fields: AttachedFields) throws(Failure) {
    guard fields.hasMore || !fields.superseded.isEmpty else { return }
    try write(tidying(fields.session), of: [fields])
    fields.isTidied()
  }

  package func delete(_ key: String, in store: String) throws(Failure) {
    try write(
      [
        """
        DELETE FROM \(schema).fields f USING \(schema).field_sessions s WHERE \(Self.known) AND f.session = s.id
        """, "DELETE FROM \(schema).field_sessions s WHERE \(Self.known)",
      ].map { PostgresStatement($0, .text(key), .text(store)) })
  }

  package func vacuum() throws(Failure) {
    for table in ["field_sessions", "fields"] {
      _ = try database.orFail { () throws(PostgresError) in
        try database.run([PostgresStatement("VACUUM \(schema).\(table)")], until: .now + 24 * 3_600_000)
      }
    }
  }

  // MARK: Running

  private func run(_ statements: [PostgresStatement]) throws(Failure) -> [PostgresRows] {
    try database.orFail { () throws(PostgresError) in
      let deadline = database.deadline
      return try database.persisting(until: deadline) { () throws(PostgresError) in
        try database.run(statements, until: deadline)
      }
    }
  }

  /// Runs statements as one transaction, which does no harm if it runs twice.
  private func write(_ statements: [PostgresStatement]) throws(Failure) {
    do throws(PostgresError) {
      let deadline = database.deadline
      _ = try database.persisting(until: deadline) { () throws(PostgresError) in
        try database.transaction(statements, until: deadline)
      }
    } catch {
      guard error.kind == .fenced else { throw database.failure(error) }
      throw Failure(
        .conflict, "another process has taken over the session", ["store": .string(path)]
      ).passing()
    }
  }
}
