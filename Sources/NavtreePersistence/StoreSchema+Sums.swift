/// Migrations to checksums that cover what leads from one row to another.
///
/// A row that its old checksum refuses keeps it, so that it is still reported. A process of an older version that has
/// the file open may lower the version again, and rows may have their checksum already.
extension StoreSchema {
  private static let pageSize = 1_000

  static func sumSessions(_ database: borrowing SQLiteDatabase) throws(SQLiteError) {
    if try !database.hasSummedStrays {
      try database.run("ALTER TABLE strays ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0")
    }
    let put = try database.prepare("UPDATE sessions SET checksum = ? WHERE id = ?", isKept: true)
    let number = try database.prepare("SELECT id FROM sessions WHERE name = ?", isKept: true)
    let row = try database.prepare(SQLiteSessionTables.rowColumns + " WHERE s.id = ?", isKept: true)
    try eachRow(of: "sessions", by: row, in: database) { (id, row) throws(SQLiteError) in
      let entry = SQLiteSessionTables.entry(row, hasSizes: false)
      // A number that the index of names doesn't lead to may be wrong.
      guard entry.soundness == .unnumbered, try number.firstInteger(entry.name) == id else { return }
      try put.run(SQLiteSessionTables.row(row).checksum(id: id), id)
    }
    for stray in try database.strays(isSound: true) {
      try database.run(
        "UPDATE strays SET checksum = ? WHERE key = ? AND store = ?", stray.checksum, stray.key, stray.store)
    }
  }

  static func sumFields(_ database: borrowing SQLiteDatabase) throws(SQLiteError) {
    let put = try database.prepare("UPDATE fields SET checksum = ? WHERE id = ?", isKept: true)
    let row = try database.prepare(
      """
      SELECT s.key, s.store, f.place, f.epoch, f.seq, \(SQLiteFieldStore.checksum), f.body, f.body IS NULL FROM fields f
      JOIN sessions s ON s.id = f.session WHERE f.id = ?
      """, isKept: true)
    try eachRow(of: "fields", by: row, in: database) { (id, row) throws(SQLiteError) in
      let version = FieldVersion(epoch: row.integer(3), seq: row.integer(4))
      let session = FieldSession(key: row.text(0), name: "", store: row.text(1), version: version)
      let (place, checksum) = (row.text(2), row.integer(5))
      let body = row.integer(7) != 0 ? nil : row.bytes(6)
      let sum: Int? = body.withBytes { (bytes: UnsafeRawBufferPointer?) -> Int? in
        guard FieldSession.isAsFormerlyWritten(bytes, at: place, version, checksum) else { return nil }
        return session.checksum(of: bytes, at: place, version)
      }
      if let sum { try put.run(sum, id) }
    }
  }

  /// Gives each row of a table, which a statement finds by its number. The numbers are read a page at a time, so that
  /// rows may be written meanwhile.
  private static func eachRow(
    of table: String, by row: borrowing SQLiteStatement, in database: borrowing SQLiteDatabase,
    _ body: (Int, borrowing SQLiteStatement) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    var last: Int?
    while true {
      let page = try ids(table, after: last, in: database)
      guard let end = page.last, end > last ?? .min else { return }
      last = end
      for id in page {
        try row.bind([id])
        defer { row.reset() }
        if try row.step() { try body(id, row) }
      }
    }
  }

  /// The numbers of a page of rows, as the table has them.
  private static func ids(
    _ table: String, after last: Int?, in database: borrowing SQLiteDatabase
  ) throws(SQLiteError) -> [Int] {
    let statement = try database.query(
      "SELECT id FROM \(table) NOT INDEXED WHERE id > ? ORDER BY id LIMIT \(pageSize)", last ?? .min)
    var ids: [Int] = []
    while try statement.step() { ids.append(statement.integer(0)) }
    return ids
  }
}

extension [UInt8]? {
  /// Gives the bytes, if there are any.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer?) -> Result) -> Result {
    guard let self else { return body(nil) }
    return self.withUnsafeBytes { body($0) }
  }
}
