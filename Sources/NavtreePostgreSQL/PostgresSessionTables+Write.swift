package import NavtreeEngine
package import NavtreeJSON
package import NavtreePersistence

extension PostgresSessionTables {
  package func insert(_ row: SessionRow, seq: Int, _ body: borrowing JSONWriter) throws(Failure) -> Int {
    let bytes = body.withUnsafeBytes { Array($0) }
    let start = Instant.now
    do throws(PostgresError) {
      let deadline = database.deadline
      var isRepeated = false
      let id = try database.persisting(until: deadline) { () throws(PostgresError) in
        // An earlier attempt may have taken effect.
        if isRepeated, let id = try find(row, until: deadline) { return id }
        isRepeated = true
        return try insertOnce(row, seq: seq, bytes, until: deadline)
      }
      enter(Lease(name: row.name, epoch: 1, seq: seq, commit: 0, renewed: start), id)
      return id
    } catch {
      guard error.kind == .constraint else { throw database.failure(error) }
      throw Failure(.nameTaken, "a session named '\(row.name)' is stored already", ["store": .string(place)])
    }
  }

  /// The id of a session with the name and the key of a row.
  private func find(_ row: SessionRow, until deadline: Instant) throws(PostgresError) -> Int? {
    let sql = "SELECT id FROM \(schema).sessions WHERE name = $1 AND key = $2"
    let rows = try database.run([PostgresStatement(sql, .text(row.name), .text(row.key))], until: deadline)[0]
    return rows.count > 0 ? rows.integer(0, 0) : nil
  }

  private func insertOnce(
    _ row: SessionRow, seq: Int, _ body: [UInt8], until deadline: Instant
  ) throws(PostgresError) -> Int {
    // The checksums need the id.
    let rows = try database.transaction(
      [
        PostgresStatement(
          """
          INSERT INTO \(schema).sessions(name, flow, version, hash, key, writes, stores, checksum, seq, epoch, commit,
            owner, url, expires)
          VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, 0, $10, $11,
            clock_timestamp() + $12::bigint * interval '1 millisecond') RETURNING id
          """, .text(row.name), .text(row.flow), .integer(row.version), .text(row.hash), .text(row.key),
          .integer(row.epoch), .text(row.stores), .integer(0), .integer(seq), .text(owner),
          .optional(advertised), .integer(lease))
      ], until: deadline
    ) { rows in
      let id = rows[0].integer(0, 0)
      let sum = PostgresStatement(
        "UPDATE \(schema).sessions SET checksum = $2 WHERE id = $1", .integer(id),
        .integer(row.checksum(id: id)))
      return [sum, putSnapshot(id, seq: seq, body)]
    }
    return rows[0].integer(0, 0)
  }

  private func putSnapshot(_ id: Int, seq: Int, _ body: [UInt8]) -> PostgresStatement {
    let checksum = body.withUnsafeBytes { SessionRow.checksum(of: $0, id: id, seq: seq) }
    return PostgresStatement(
      """
      INSERT INTO \(schema).snapshots(session, seq, checksum, body) VALUES($1, $2, $3, $4)
      ON CONFLICT (session) DO UPDATE SET seq = $2, checksum = $3, body = $4
      """, .integer(id), .integer(seq), .integer(checksum), .bytes(body))
  }

  private func deleteChanges(_ id: Int) -> PostgresStatement {
    PostgresStatement("DELETE FROM \(schema).changes WHERE session = $1", .integer(id))
  }

  // MARK: Committing

  package func commit(_ writes: [SessionWrite]) throws(Failure) {
    let ids = writes.map(\.id)
    let unowned = ids.filter { leases[$0] == nil }
    if !unowned.isEmpty { throw fenced(unowned) }
    let number = PostgresDatabase.makeCommitNumber()
    let (statements, parts) = statements(for: writes)
    if parts.count == 1, statements.isEmpty, let changes = parts[0].changes, let held = leases[parts[0].id] {
      try conclude([conclusion(parts[0], changes, held, number)], of: ids, number)
    } else {
      try conclude(statements + [conclusion(parts, number)], of: ids, number)
    }
    for write in writes { leases[write.id]?.seq = write.seq }
  }

  /// Sends a transaction with its conclusion, again if need be, until it is known what became of it or the lease ends.
  private func conclude(_ statements: [PostgresStatement], of ids: [Int], _ number: Int) throws(Failure) {
    let oldest = ids.compactMap { leases[$0]?.renewed }.min() ?? .now
    let deadline = max(oldest + lease, .now + lease / 2)
    var isAmbiguous = false
    while true {
      let start = Instant.now
      let standing: Standing
      do throws(PostgresError) {
        standing = try attempt(statements, of: ids, number, isAmbiguous, until: deadline)
      } catch {
        isAmbiguous = isAmbiguous || error.kind == .lost
        guard error.kind == .lost || error.kind == .busy, .now < deadline else {
          if isAmbiguous { unsettled.formUnion(ids) }
          throw database.failure(error)
        }
        continue
      }
      switch standing {
      case .committed:
        for id in ids {
          leases[id]?.renewed = start
          leases[id]?.commit = number
        }
        return
      case .open: isAmbiguous = true
      case .lost(let gone): throw fenced(gone)
      }
    }
  }

  private func attempt(
    _ statements: [PostgresStatement], of ids: [Int], _ number: Int, _ isAmbiguous: Bool,
    until deadline: Instant
  ) throws(PostgresError) -> Standing {
    if isAmbiguous {
      let standing = try standing(of: number, ids, until: deadline)
      guard case .open = standing else { return standing }
    }
    do throws(PostgresError) {
      if let statement = statements.first, statements.count == 1 {
        try database.transaction(statement, until: deadline)
      } else {
        _ = try database.transaction(statements, until: deadline)
      }
      return .committed
    } catch {
      guard error.kind == .fenced else { throw error }
      return try standing(of: number, ids, until: deadline)
    }
  }

  /// A session's part of the conclusion of a transaction.
  package struct Part {
    let id: Int
    /// The last change that is stored.
    let known: Int
    /// The last change that will be stored.
    let reached: Int
    /// The row of changes; nil for a session that is written as a snapshot.
    var changes: (checksum: Int, body: [UInt8])?

    package init(id: Int, known: Int, reached: Int, changes: (checksum: Int, body: [UInt8])? = nil) {
      self.id = id
      self.known = known
      self.reached = reached
      self.changes = changes
    }
  }

  /// The statement at the end of a transaction that writes rows of changes, and fails unless this process still owns all
  /// of the sessions as they were last stored. It comes last so that nothing is locked while the rest is on its way.
  package func conclusion(_ parts: [Part], _ number: Int) -> PostgresStatement {
    PostgresStatement(
      "SELECT \(schema).conclude($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)", .integers(parts.map(\.id)),
      .integers(parts.map { leases[$0.id]?.epoch ?? -1 }),
      .integers(parts.map { leases[$0.id]?.commit ?? -1 }), .integers(parts.map(\.known)),
      .integers(parts.map(\.reached)), .integers(parts.map { $0.changes?.checksum ?? 0 }),
      .byteArrays(parts.map { $0.changes?.body }), .integer(number), .integer(lease), durability)
  }

  /// The conclusion of a transaction that has nothing before it, and writes changes of one session.
  package func conclusion(
    _ part: Part, _ changes: (checksum: Int, body: [UInt8]), _ held: Lease, _ number: Int
  ) -> PostgresStatement {
    PostgresStatement(
      "SELECT \(schema).conclude_one($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)", .integer(part.id),
      .integer(held.epoch), .integer(held.commit), .integer(part.known), .integer(part.reached),
      .integer(changes.checksum), .bytes(changes.body), .integer(number), .integer(lease),
      durability)
  }

  /// The statements before the conclusion of a commit, and what that needs.
  private func statements(for writes: [SessionWrite]) -> (statements: [PostgresStatement], parts: [Part]) {
    var statements: [PostgresStatement] = []
    var parts: [Part] = []
    for write in writes {
      let body = write.withBody { Array($0) }
      guard !write.isSnapshot else {
        statements += [putSnapshot(write.id, seq: write.seq, body), deleteChanges(write.id)]
        parts.append(Part(id: write.id, known: leases[write.id]?.seq ?? -1, reached: write.seq))
        continue
      }
      let checksum = body.withUnsafeBytes { SessionRow.checksum(of: $0, id: write.id, seq: write.seq) }
      parts.append(Part(id: write.id, known: write.after, reached: write.seq, changes: (checksum, body)))
    }
    for write in writes { if let row = write.row { statements += update(row, of: write) } }
    return (statements, parts)
  }

  private func update(_ row: SessionRow, of write: SessionWrite) -> [PostgresStatement] {
    [
      PostgresStatement(
        """
        UPDATE \(schema).sessions SET flow = $2, version = $3, hash = $4, key = $5, writes = $6, stores = $7,
          checksum = $8 WHERE id = $1
        """, .integer(write.id), .text(row.flow), .integer(row.version), .text(row.hash), .text(row.key),
        .integer(row.epoch), .text(row.stores), .integer(row.checksum(id: write.id)))
    ] + write.formerStores.map { mark(Stray(key: row.key, store: $0)) }
      + write.stores.map { delete(Stray(key: row.key, store: $0)) }
  }

  package func compact(_ entry: StoredEntry, _ body: borrowing JSONWriter) throws(Failure) {
    let bytes = body.withUnsafeBytes { Array($0) }
    let number = PostgresDatabase.makeCommitNumber()
    try conclude(
      [
        putSnapshot(entry.id, seq: entry.seq, bytes), deleteChanges(entry.id),
        conclusion([Part(id: entry.id, known: leases[entry.id]?.seq ?? -1, reached: entry.seq)], number),
      ], of: [entry.id], number)
  }

  // MARK: Waiting for the disk

  package func deferSync() { database.durability = .off }

  /// The commit of any transaction that has a number waits for all commits before it.
  package func sync() throws(Failure) {
    database.durability = .commit
    _ = try orFail { () throws(PostgresError) in
      try database.transaction([PostgresStatement("SELECT txid_current()")], until: database.deadline)
    }
  }

  // MARK: Deleting

  package func delete(_ entry: StoredEntry) throws(Failure) {
    guard let lease = leases[entry.id] else { throw fenced([entry.id]) }
    let id = PostgresValue.integer(entry.id)
    let statements =
      entry.stores.map { mark(Stray(key: entry.key, store: $0)) } + [
        PostgresStatement("DELETE FROM \(schema).snapshots WHERE session = $1", id),
        deleteChanges(entry.id),
        PostgresStatement(
          """
          WITH owned AS (DELETE FROM \(schema).sessions WHERE id = $1 AND epoch = $2 AND name = $3 RETURNING 1)
          SELECT 1 / count(*) FROM owned
          """, id, .integer(lease.epoch), .text(entry.name)),
      ]
    var isAmbiguous = false
    let deadline = database.deadline
    while true {
      do throws(PostgresError) {
        _ = try database.transaction(statements, until: deadline)
        break
      } catch {
        isAmbiguous = isAmbiguous || error.kind == .lost
        if error.kind == .fenced {
          // An earlier attempt may have taken effect.
          if isAmbiguous, try find(entry.name) == nil { break }
          throw fenced([entry.id])
        }
        guard error.kind == .lost, .now < deadline else { throw database.failure(error) }
      }
    }
    leases[entry.id] = nil
  }

  private func mark(_ stray: Stray) -> PostgresStatement {
    PostgresStatement(
      """
      INSERT INTO \(schema).strays(key, store, checksum) VALUES($1, $2, $3)
      ON CONFLICT (key, store) DO UPDATE SET checksum = $3
      """, .text(stray.key), .text(stray.store), .integer(stray.checksum))
  }

  private func delete(_ stray: Stray) -> PostgresStatement {
    PostgresStatement(
      "DELETE FROM \(schema).strays WHERE key = $1 AND store = $2", .text(stray.key), .text(stray.store))
  }

  package func unmark(_ stray: Stray) throws(Failure) {
    _ = try orFail { () throws(PostgresError) in
      try database.transaction([delete(stray)], until: database.deadline)
    }
  }
}
