package import NavtreeEngine
import NavtreeJSON
import NavtreePersistence

/// Small sessions that were read together, until each is asked for.
struct ReadAhead {
  private var entries: [UTF8Key: StoredEntry] = [:]
  var snapshots: [Int: StoredRow] = [:]
  var changes: [Int: [StoredRow]] = [:]

  /// The bytes of the largest snapshot that is read together with others. Changes have as many at most.
  static let most = 32_768

  /// - Parameter isRead: whether its bodies follow.
  mutating func add(_ entry: StoredEntry, isRead: Bool = true) {
    entries[UTF8Key(entry.name)] = entry
    if isRead { changes[entry.id] = [] }
  }

  /// Adds the bodies of sessions that were added.
  mutating func addBodies(_ snapshots: PostgresRows, _ changes: PostgresRows) {
    for row in 0..<snapshots.count {
      let id = snapshots.integer(row, 4)
      if self.changes[id] != nil { self.snapshots[id] = PostgresSessionTables.row(snapshots, row) }
    }
    for row in 0..<changes.count {
      self.changes[changes.integer(row, 4)]?.append(PostgresSessionTables.row(changes, row))
    }
  }

  func has(_ name: String) -> Bool { entries[UTF8Key(name)] != nil }

  mutating func takeEntry(_ name: String) -> StoredEntry? {
    entries.isEmpty ? nil : entries.removeValue(forKey: UTF8Key(name))
  }

  /// The ids of those that nobody asked for.
  var ids: [Int] { entries.values.map(\.id) }

  mutating func forget(_ id: Int) {
    snapshots[id] = nil
    changes[id] = nil
    if let name = entries.first(where: { $0.value.id == id })?.key { entries[name] = nil }
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
    ahead.addBodies(rows[2], rows[3])
  }
}
