import NavtreeEngine
import NavtreeJSON
import OrderedCollections

extension SQLiteSessionTables {
  /// The columns of a session's row, and the version of the tables.
  private static let own = """
    s.id, s.name, s.flow, s.version, s.hash, s.key, s.epoch, s.stores, s.checksum,
      (SELECT user_version FROM pragma_user_version)
    """
  static let rowColumns = "SELECT \(own) FROM sessions s NOT INDEXED"
  private static let columns = """
    SELECT \(own), coalesce((SELECT seq FROM changes WHERE session = s.id ORDER BY id DESC LIMIT 1), p.seq, 0),
      coalesce(length(p.body), 0), coalesce((SELECT sum(length(body)) FROM changes WHERE session = s.id), 0)
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
        if let id = try number(of: name) {
          let statement = try database.query(Self.columns + " WHERE s.id = ?", id)
          if try statement.step(), UTF8Key(statement.text(1)) == UTF8Key(name) {
            return Self.entry(statement)
          }
        } else if try database.isSound("sessions", ["name"], beside: name, isMissing: true) {
          return nil
        }
      } catch  where error.kind == .corrupt {}
      // Without the index of names, which is damaged, or has changed meanwhile.
      let statement = try database.query(Self.columns + " WHERE +s.name = ?", name)
      if try statement.step() { return Self.entry(statement) }
      guard try number(of: name) == nil else {
        throw SQLiteError(kind: .corrupt, code: 0, message: "the row of '\(name)' isn't what was written")
      }
      return nil
    }
  }

  /// The number that the index of names gives.
  private func number(of name: String) throws(SQLiteError) -> Int? {
    try database.prepare("SELECT id FROM sessions WHERE name = ?").firstInteger(name)
  }

  func leadsBack(_ entry: StoredEntry) throws(Failure) -> Bool {
    try reading { () throws(SQLiteError) in
      do throws(SQLiteError) {
        guard try number(of: entry.name) == entry.id else { return false }
        let row = try database.query("SELECT name FROM sessions NOT INDEXED WHERE id = ?", entry.id)
        return try row.step() && UTF8Key(row.text(0)) == UTF8Key(entry.name)
      } catch  where error.kind == .corrupt {
        return false
      }
    }
  }

  /// The entry of a row of `columns`, or of `rowColumns`, which has no sizes.
  static func entry(_ statement: borrowing SQLiteStatement, hasSizes: Bool = true) -> StoredEntry {
    func size(_ column: Int32) -> Int { hasSizes ? statement.integer(column) : 0 }
    return StoredEntry(
      id: statement.integer(0), row: row(statement), seq: size(10), snapshotSize: size(11),
      changesSize: size(12),
      checksum: statement.integer(8), mayLackChecksum: statement.integer(9) < StoreSchema.summed)
  }

  static func row(_ statement: borrowing SQLiteStatement) -> SessionRow {
    SessionRow(
      name: statement.text(1), flow: statement.text(2), version: statement.integer(3),
      hash: statement.text(4),
      key: statement.text(5), epoch: statement.integer(6), stores: statement.text(7))
  }

  func atOneMoment<Result>(_ body: () throws -> Result) throws -> Result {
    try database.run("BEGIN")
    // It has read only.
    defer { try? database.run("ROLLBACK") }
    return try body()
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
    // Read before the others, so that all are of one moment.
    let end = try database.query("SELECT id FROM changes WHERE session = ? ORDER BY id DESC LIMIT 1", id)
    let last = try end.step() ? end.integer(0) : nil
    let statement = try database.query(
      "SELECT after, seq, checksum, body, id FROM changes WHERE session = ? ORDER BY id", id)
    var isWhole = last == nil
    while try statement.step() {
      if statement.integer(4) == last { isWhole = true }
      try body(
        StoredRow(
          after: statement.integer(0), seq: statement.integer(1), checksum: statement.integer(2),
          body: statement.bytes(3)))
    }
    guard isWhole, try database.isSound("changes", ["session"], beside: id) else {
      throw SQLiteError(kind: .corrupt, code: 0, message: "the index of changes is damaged")
    }
  }

  func strays() throws(Failure) -> [Stray] {
    try reading { () throws(SQLiteError) in try database.strays(isSound: true) }
  }

  func inspect() -> (names: [String], findings: [StoreFinding]) {
    var findings = database.integrityFindings()
    let (names, failure) = names()
    if let failure { findings.append(StoreFinding(session: nil, message: failure.message)) }
    do throws(SQLiteError) {
      findings += try database.strandedSessions(["snapshots", "changes"])
      findings += try database.strays(isSound: false).map { _ in Stray.finding }
    } catch {
      findings.append(StoreFinding(session: nil, message: error.message))
    }
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
