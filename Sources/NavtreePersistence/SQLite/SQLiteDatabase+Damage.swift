/// Signs of damage that a search in a table doesn't meet by itself.
extension SQLiteDatabase {
  /// Whether the entries of an index beside those of a key lead to rows with the columns that they give.
  ///
  /// A damaged entry stays beside the place of its sound key, and hides it from a search.
  ///
  /// - Parameters:
  ///   - columns: those of the index; the key is the first.
  ///   - isMissing: whether the entries of the key, of which some row is missing, are looked at too.
  /// - Complexity: O(log *n*)
  borrowing func isSound(
    _ table: String, _ columns: [String], beside key: any SQLiteValue, isMissing: Bool = false
  ) throws(SQLiteError) -> Bool {
    let list = columns.joined(separator: ", ")
    let differs = columns.map { "t.\($0) IS NOT i.\($0)" }.joined(separator: " OR ")
    var searches = ["> ?1 ORDER BY \(columns[0]) LIMIT 1", "< ?1 ORDER BY \(columns[0]) DESC LIMIT 1"]
    if isMissing { searches.append("= ?1") }
    for search in searches {
      let statement = try query(
        """
        SELECT 1 FROM (SELECT id, \(list) FROM \(table) WHERE \(columns[0]) \(search)) AS i
        LEFT JOIN \(table) AS t NOT INDEXED ON t.id = i.id WHERE \(differs)
        """, key)
      if try statement.step() { return false }
    }
    return true
  }

  /// The numbers of rows of a session that no session of the store has.
  borrowing func strandedSessions(_ tables: [String]) throws(SQLiteError) -> [StoreFinding] {
    let kept = tables.map { "SELECT session FROM \($0)" }.joined(separator: " UNION ")
    let statement = try prepare(
      "SELECT session FROM (\(kept)) WHERE session NOT IN (SELECT id FROM sessions) ORDER BY session")
    var findings: [StoreFinding] = []
    while try statement.step() { findings.append(.stranded(statement.integer(0))) }
    return findings
  }

  /// Whether the rows of strays have checksums.
  var hasSummedStrays: Bool {
    borrowing get throws(SQLiteError) {
      try integer("SELECT 1 FROM pragma_table_info('strays') WHERE name = 'checksum'") != nil
    }
  }

  /// The sound rows of strays, or the damaged ones.
  borrowing func strays(isSound: Bool) throws(SQLiteError) -> [Stray] {
    let checksum = try hasSummedStrays ? "checksum" : "0"
    let statement = try prepare("SELECT key, store, \(checksum) FROM strays")
    var strays: [Stray] = []
    while try statement.step() {
      let stray = Stray(key: statement.text(0), store: statement.text(1))
      if stray.isAsWritten(statement.integer(2)) == isSound { strays.append(stray) }
    }
    return strays
  }
}

extension StoreFinding {
  /// Rows of a session whose own row is missing.
  package static func stranded(_ id: Int) -> StoreFinding {
    StoreFinding(session: nil, message: "rows of the session \(id), which isn't stored")
  }
}
