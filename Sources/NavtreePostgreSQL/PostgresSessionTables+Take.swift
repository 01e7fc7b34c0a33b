package import NavtreeEngine
package import NavtreePersistence

/// Taking sessions and reading them, in one round trip and one transaction.
extension PostgresSessionTables {
  package var takesTogether: Bool { true }

  package func take(named name: String) throws(Failure) -> StoredEntry? {
    if let entry = taken.takeEntry(name) { return entry }
    let start = Instant.now
    let rows = try read(
      taking([name], upTo: .max) + [PostgresStatement(owners + " WHERE name = $1", .text(name))])
    enter(rows, since: start, upTo: .max)
    if let entry = taken.takeEntry(name) { return entry }
    guard let owner = Self.owner(in: rows[4], 0) else { return nil }
    throw conflict(name, owner)
  }

  /// Large sessions are taken too, and read one by one. What can't be taken is left to those that ask for it.
  package func takeTogether(_ names: [String]) {
    let names = names.filter { !taken.has($0) }
    guard names.count > 1 else { return }
    let start = Instant.now
    let deadline = start + max(lease / 4, 50)
    guard let rows = try? database.run(taking(names, upTo: ReadAhead.most), until: deadline) else { return }
    enter(rows, since: start, upTo: ReadAhead.most)
  }

  package func giveTaken() {
    let all = taken.ids.compactMap { id in leases.removeValue(forKey: id).map { (id, $0) } }
    taken = ReadAhead()
    if !all.isEmpty { release(all) }
  }

  /// The statements that take sessions and read those that this process owns then, with bodies up to so many bytes.
  private func taking(_ names: [String], upTo most: Int) -> [PostgresStatement] {
    let names = PostgresValue.texts(names)
    func reading(_ sql: String) -> PostgresStatement {
      PostgresStatement(sql, names, .text(owner), .integer(most))
    }
    let own = "s.name = ANY($1) AND s.owner = $2"
    let small = """
      octet_length(p.body) <= $3 AND $3 >=
        (SELECT coalesce(sum(octet_length(c.body)), 0) FROM \(schema).changes c WHERE c.session = s.id)
      """
    return [
      PostgresStatement(
        "SELECT id, name, epoch, seq, commit FROM \(schema).take($1, $2, $3, $4, $5)", names, .text(owner),
        .optional(advertised), .integer(lease), durability),
      reading(columns + " WHERE \(own) AND $3::bigint > 0"),
      reading(
        """
        SELECT p.seq, p.seq, p.checksum, p.body, s.id FROM \(schema).sessions s
        JOIN \(schema).snapshots p ON p.session = s.id WHERE \(own) AND \(small)
        """),
      reading(
        """
        SELECT c.after, c.seq, c.checksum, c.body, s.id FROM \(schema).sessions s
        JOIN \(schema).snapshots p ON p.session = s.id JOIN \(schema).changes c ON c.session = s.id
        WHERE \(own) AND \(small) ORDER BY c.id
        """),
    ]
  }

  /// Notes what was taken and read.
  private func enter(_ rows: [PostgresRows], since start: Instant, upTo most: Int) {
    var ids: Set<Int> = []
    for row in 0..<rows[0].count {
      let id = rows[0].integer(row, 0)
      // The number of a damaged row may be that of a session that is open here.
      if let held = leases[id], held.name != rows[0].text(row, 1) { continue }
      ids.insert(id)
      enter(
        Lease(
          name: rows[0].text(row, 1), epoch: rows[0].integer(row, 2), seq: rows[0].integer(row, 3),
          commit: rows[0].integer(row, 4), renewed: start), id)
    }
    for entry in entries(rows[1]) where ids.contains(entry.id) {
      taken.add(entry, isRead: entry.snapshotSize <= most && entry.changesSize <= most)
    }
    taken.addBodies(rows[2], rows[3])
  }
}
