import NavtreePersistence

/// Checksums that cover what leads from one row to another, in place of those of older versions.
///
/// Rows are summed a page at a time, so that no process of a live fleet waits for long, before the tables get their
/// version. A row that its old checksum refuses keeps it, so that it is still reported.
extension PostgresSchema {
  func sumAnew(_ database: PostgresDatabase) throws(PostgresError) {
    try sumSessions(database)
    try sumFields(database)
  }

  private func sumSessions(_ database: PostgresDatabase) throws(PostgresError) {
    var last: String?
    while true {
      let rows = try database.run(
        [
          PostgresStatement(
            """
            SELECT s.id, s.name, s.flow, s.version, s.hash, s.seq, 0::bigint, 0::bigint, s.key, s.writes, s.stores,
              s.checksum FROM \(name).sessions s WHERE s.name \(last == nil ? ">=" : ">") $1 ORDER BY s.name LIMIT 1000
            """, .text(last ?? ""))
        ], until: database.deadline)[0]
      guard rows.count > 0 else { return }
      last = rows.text(rows.count - 1, 1)
      let old = (0..<rows.count).filter {
        PostgresSessionTables.entry(rows, $0).soundness == .unnumbered
      }
      _ = try database.transaction(
        [
          PostgresStatement(
            """
            UPDATE \(name).sessions s SET checksum = w.sum
            FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[]) AS w(id, name, checksum, sum)
            WHERE s.id = w.id AND s.name = w.name AND s.checksum = w.checksum
            """, .integers(old.map { rows.integer($0, 0) }), .texts(old.map { rows.text($0, 1) }),
            .integers(old.map { rows.integer($0, 11) }),
            .integers(old.map { PostgresSessionTables.row(of: rows, $0).checksum(id: rows.integer($0, 0)) }))
        ], until: database.deadline)
    }
  }

  private func sumFields(_ database: PostgresDatabase) throws(PostgresError) {
    var last = (session: Int.min, id: Int.min)
    while true {
      let rows = try database.run(
        [
          PostgresStatement(
            """
            SELECT f.place, f.epoch, f.seq, f.checksum, f.body, f.session, f.id, s.key, s.store FROM \(name).fields f
            JOIN \(name).field_sessions s ON s.id = f.session WHERE (f.session, f.id) > ($1, $2)
            ORDER BY f.session, f.id LIMIT 200
            """, .integer(last.session), .integer(last.id))
        ], until: database.deadline)[0]
      guard rows.count > 0 else { return }
      last = (rows.integer(rows.count - 1, 5), rows.integer(rows.count - 1, 6))
      let old = (0..<rows.count).map { StoredValue(rows, $0) }
      let sums = old.enumerated().compactMap { row, value -> (row: Int, sum: Int)? in
        let session = FieldSession(
          key: rows.text(row, 7), name: "", store: rows.text(row, 8), version: value.version)
        return value.isAsFormerlyWritten ? (row, value.checksum(of: session)) : nil
      }
      _ = try database.transaction(
        [
          PostgresStatement(
            """
            UPDATE \(name).fields f SET checksum = w.sum
            FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS w(session, id, checksum, sum)
            WHERE f.session = w.session AND f.id = w.id AND f.checksum = w.checksum
            """, .integers(sums.map { rows.integer($0.row, 5) }),
            .integers(sums.map { rows.integer($0.row, 6) }),
            .integers(sums.map { rows.integer($0.row, 3) }), .integers(sums.map(\.sum)))
        ], until: database.deadline)
    }
  }
}
