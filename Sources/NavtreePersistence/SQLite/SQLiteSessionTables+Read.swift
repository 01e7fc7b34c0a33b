import NavtreeEngine
import NavtreeJSON
import OrderedCollections

extension SQLiteSessionTables {
  private static let columns = """
    SELECT s.id, s.name, s.flow, s.version, s.hash,
      coalesce((SELECT seq FROM changes WHERE session = s.id ORDER BY id DESC LIMIT 1), p.seq, 0),
      coalesce(length(p.body), 0),
      coalesce((SELECT sum(length(body)) FROM changes WHERE session = s.id), 0), s.key, s.epoch, s.stores, s.checksum
    FROM sessions s LEFT JOIN snapshots p ON p.session = s.id
    """

  func page(after name: String?) throws(Failure) -> [StoredEntry] {
    try reading { () throws(SQLiteError) in
      let page = Self.columns + " WHERE s.name > ? ORDER BY s.name LIMIT \(SessionStore.pageSize)"
      // No session has an empty name.
      let statement = try database.query(page, name ?? "")
      var entries: [StoredEntry] = []
      while try statement.step() { entries.append(Self.entry(statement)) }
      return entries
    }
  }

  func find(_ name: String) throws(Failure) -> StoredEntry? {
    try reading { () throws(SQLiteError) -> StoredEntry? in
      do throws(SQLiteError) {
        return try find(name, " WHERE s.name = ?")
      } catch  where error.kind == .corrupt {
        // Without the index of names.
        return try find(name, " WHERE +s.name = ?")
      }
    }
  }

  private func find(_ name: String, _ condition: String) throws(SQLiteError) -> StoredEntry? {
    let statement = try database.query(Self.columns + condition, name)
    return try statement.step() ? Self.entry(statement) : nil
  }

  private static func entry(_ statement: borrowing SQLiteStatement) -> StoredEntry {
    StoredEntry(
      id: statement.integer(0),
      row: SessionRow(
        name: statement.text(1), flow: statement.text(2), version: statement.integer(3),
        hash: statement.text(4), key: statement.text(8), epoch: statement.integer(9),
        stores: statement.text(10)),
      seq: statement.integer(5), snapshotSize: statement.integer(6), changesSize: statement.integer(7),
      checksum: statement.integer(11))
  }

  func snapshot(of id: Int) throws(Failure) -> StoredRow? {
    try reading { () throws(SQLiteError) in
      let statement = try database.query("SELECT seq, checksum, body FROM snapshots WHERE session = ?", id)
      guard try statement.step() else { return nil }
      return StoredRow(
        after: statement.integer(0), seq: statement.integer(0), checksum: statement.integer(1),
        body: statement.bytes(2))
    }
  }

  func eachChange(of id: Int, _ body: (StoredRow) throws -> Void) throws {
    let statement = try database.query(
      "SELECT after, seq, checksum, body FROM changes WHERE session = ? ORDER BY id", id)
    while try statement.step() {
      try body(
        StoredRow(
          after: statement.integer(0), seq: statement.integer(1), checksum: statement.integer(2),
          body: statement.bytes(3)))
    }
  }

  func strays() throws(Failure) -> [(key: String, store: String)] {
    try reading { () throws(SQLiteError) in
      let statement = try database.prepare("SELECT key, store FROM strays")
      var strays: [(key: String, store: String)] = []
      while try statement.step() { strays.append((statement.text(0), statement.text(1))) }
      return strays
    }
  }

  func inspect() -> (names: [String], findings: [StoreFinding]) {
    var findings = database.integrityFindings()
    let (names, failure) = names()
    if let failure { findings.append(StoreFinding(session: nil, message: failure.message)) }
    return (names.map(\.text), findings)
  }

  /// The names that can be read, from the index or from the table.
  private func names() -> (names: OrderedSet<UTF8Key>, failure: SQLiteError?) {
    var names: OrderedSet<UTF8Key> = []
    var failure: SQLiteError?
    for sql in ["SELECT name FROM sessions ORDER BY name", "SELECT name FROM sessions NOT INDEXED"] {
      do throws(SQLiteError) {
        let statement = try database.prepare(sql)
        while try statement.step() { names.append(UTF8Key(statement.text(0))) }
      } catch {
        failure = error
      }
    }
    return (names, failure)
  }
}
