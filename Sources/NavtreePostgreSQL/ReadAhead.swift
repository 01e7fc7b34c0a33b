package import NavtreeEngine
import NavtreePersistence

/// Small sessions that were read together, until each is asked for.
struct ReadAhead {
  private var entries: [String: StoredEntry] = [:]
  var snapshots: [Int: StoredRow] = [:]
  var changes: [Int: [StoredRow]] = [:]

  /// The bytes of the largest snapshot that is read together with others. Changes have as many at most.
  fileprivate static let most = 32_768

  fileprivate mutating func add(_ entry: StoredEntry) {
    entries[entry.name] = entry
    changes[entry.id] = []
  }

  mutating func takeEntry(_ name: String) -> StoredEntry? {
    entries.isEmpty ? nil : entries.removeValue(forKey: name)
  }
}

extension PostgresSessionTables {
  /// Large sessions aren't among them, so that they are read one by one.
  package func readAhead(_ names: ArraySlice<String>) throws(Failure) {
    ahead = ReadAhead()
    guard let first = names.first, let last = names.last else { return }
    let range = "s.name BETWEEN $1 AND $2 AND octet_length(p.body) <= \(ReadAhead.most)"
    func statement(_ sql: String) -> PostgresStatement { PostgresStatement(sql, .text(first), .text(last)) }
    let rows = try read([
      PostgresDatabase.beginReading,
      statement(columns + " WHERE " + range),
      statement(
        """
        SELECT p.seq, p.seq, p.checksum, p.body, s.id FROM \(schema).sessions s
        JOIN \(schema).snapshots p ON p.session = s.id WHERE \(range)
        """),
      statement(
        """
        SELECT c.after, c.seq, c.checksum, c.body, s.id FROM \(schema).sessions s
        JOIN \(schema).snapshots p ON p.session = s.id JOIN \(schema).changes c ON c.session = s.id WHERE \(range)
        ORDER BY c.id
        """),
      PostgresDatabase.commit,
    ])
    for entry in entries(rows[1]) { ahead.add(entry) }
    for row in 0..<rows[2].count { ahead.snapshots[rows[2].integer(row, 4)] = Self.row(rows[2], row) }
    for row in 0..<rows[3].count {
      ahead.changes[rows[3].integer(row, 4), default: []].append(Self.row(rows[3], row))
    }
  }
}
