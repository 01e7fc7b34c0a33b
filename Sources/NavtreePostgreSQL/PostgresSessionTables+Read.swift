package import NavtreeEngine
package import NavtreePersistence

extension PostgresSessionTables {
  var columns: String {
    """
    SELECT s.id, s.name, s.flow, s.version, s.hash, s.seq, coalesce(octet_length(p.body), 0),
      (SELECT coalesce(sum(octet_length(c.body)), 0) FROM \(schema).changes c WHERE c.session = s.id), s.key, s.writes,
      s.stores, s.checksum
    FROM \(schema).sessions s LEFT JOIN \(schema).snapshots p ON p.session = s.id
    """
  }

  package func page(after name: String?) throws(Failure) -> [StoredEntry] {
    let page = columns + " WHERE s.name > $1 ORDER BY s.name LIMIT \(SessionStore.pageSize)"
    // No session has an empty name.
    return entries(try read([PostgresStatement(page, .text(name ?? ""))])[0])
  }

  package func find(_ name: String) throws(Failure) -> StoredEntry? {
    if let entry = ahead.takeEntry(name) { return entry }
    let entry = entries(try read([PostgresStatement(columns + " WHERE s.name = $1", .text(name))])[0]).first
    // A damaged index may lead to another session's row.
    return entry?.name.utf8.elementsEqual(name.utf8) == true ? entry : nil
  }

  func entries(_ rows: PostgresRows) -> [StoredEntry] {
    (0..<rows.count).map { Self.entry(rows, $0) }
  }

  /// The entry of a row of `columns`.
  static func entry(_ rows: PostgresRows, _ row: Int) -> StoredEntry {
    StoredEntry(
      id: rows.integer(row, 0), row: self.row(of: rows, row), seq: rows.integer(row, 5),
      snapshotSize: rows.integer(row, 6), changesSize: rows.integer(row, 7), checksum: rows.integer(row, 11))
  }

  static func row(of rows: PostgresRows, _ row: Int) -> SessionRow {
    SessionRow(
      name: rows.text(row, 1), flow: rows.text(row, 2), version: rows.integer(row, 3),
      hash: rows.text(row, 4),
      key: rows.text(row, 8), epoch: rows.integer(row, 9), stores: rows.text(row, 10))
  }

  package func leadsBack(_ entry: StoredEntry) throws(Failure) -> Bool {
    let sql = "SELECT name FROM \(schema).sessions WHERE id = $1"
    let rows = try read([PostgresStatement(sql, .integer(entry.id))])[0]
    return rows.count == 1 && rows.text(0, 0).utf8.elementsEqual(entry.name.utf8)
  }

  func read(_ statements: [PostgresStatement]) throws(Failure) -> [PostgresRows] {
    try orFail { () throws(PostgresError) in
      let deadline = database.deadline
      return try database.persisting(until: deadline) { () throws(PostgresError) in
        try database.run(statements, until: deadline)
      }
    }
  }

  /// The changes are read in the same transaction: its owner may write a snapshot in place of both.
  package func snapshot(of id: Int) throws(Failure) -> StoredRow? {
    if let snapshot = ahead.snapshots.removeValue(forKey: id) ?? taken.snapshots.removeValue(forKey: id) {
      return snapshot
    }
    let rows = try read([
      PostgresDatabase.beginReading,
      PostgresStatement(
        "SELECT seq, seq, checksum, body FROM \(schema).snapshots WHERE session = $1", .integer(id)),
      PostgresStatement(
        "SELECT after, seq, checksum, body FROM \(schema).changes WHERE session = $1 ORDER BY id",
        .integer(id)),
      PostgresDatabase.commit,
    ])
    changesRead = (id, rows[2])
    return rows[1].count > 0 ? Self.row(rows[1], 0) : nil
  }

  package func eachChange(of id: Int, _ body: (StoredRow) throws -> Void) throws {
    if let changes = ahead.changes.removeValue(forKey: id) ?? taken.changes.removeValue(forKey: id) {
      return try changes.forEach(body)
    }
    if changesRead?.id != id { _ = try snapshot(of: id) }
    defer { changesRead = nil }
    guard let rows = changesRead?.rows else { return }
    for row in 0..<rows.count { try body(Self.row(rows, row)) }
  }

  static func row(_ rows: PostgresRows, _ row: Int) -> StoredRow {
    StoredRow(
      after: rows.integer(row, 0), seq: rows.integer(row, 1), checksum: rows.integer(row, 2),
      body: rows.bytes(row, 3))
  }

  package func strays() throws(Failure) -> [Stray] { strays(in: try read([strayQuery])[0], isSound: true) }

  /// Tables of an older version have no checksum here.
  private var strayQuery: PostgresStatement {
    PostgresStatement(
      "SELECT key, store, coalesce((to_jsonb(s) ->> 'checksum')::bigint, 0) FROM \(schema).strays s")
  }

  private func strays(in rows: PostgresRows, isSound: Bool) -> [Stray] {
    (0..<rows.count).compactMap { row in
      let stray = Stray(key: rows.text(row, 0), store: rows.text(row, 1))
      return stray.isAsWritten(rows.integer(row, 2)) == isSound ? stray : nil
    }
  }

  package func inspect() -> (names: [String], findings: [StoreFinding]) {
    do {
      let rows = try read([
        PostgresStatement("SELECT name FROM \(schema).sessions ORDER BY name"),
        PostgresStatement(
          """
          SELECT DISTINCT session FROM (SELECT session FROM \(schema).snapshots UNION ALL
            SELECT session FROM \(schema).changes) AS kept
          WHERE NOT EXISTS (SELECT 1 FROM \(schema).sessions s WHERE s.id = kept.session) ORDER BY session
          """),
        strayQuery,
      ])
      let stranded = (0..<rows[1].count).map { StoreFinding.stranded(rows[1].integer($0, 0)) }
      let strays = strays(in: rows[2], isSound: false).map { _ in Stray.finding }
      return ((0..<rows[0].count).map { rows[0].text($0, 0) }, stranded + strays)
    } catch {
      return ([], [StoreFinding(session: nil, message: error.message)])
    }
  }

  package func vacuum() throws(Failure) {
    for table in ["sessions", "snapshots", "changes", "strays", "field_sessions", "fields"] {
      _ = try orFail { () throws(PostgresError) in
        // The server may need long.
        try database.run([PostgresStatement("VACUUM \(schema).\(table)")], until: .now + 24 * 3_600_000)
      }
    }
  }
}
