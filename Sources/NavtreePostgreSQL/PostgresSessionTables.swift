package import NavtreeEngine
import NavtreeJSON
package import NavtreePersistence

/// The tables of sessions in PostgreSQL.
///
/// A session belongs to one process by a lease with an epoch that only grows. The database's clock alone judges
/// whether a lease has expired. A commit holds only if the epoch, the last change and the last commit are the expected
/// ones.
package final class PostgresSessionTables: SessionTables {
  package let database: PostgresDatabase
  let schema: String
  /// The name of this process among the owners.
  let owner: String
  /// Where clients reach this process.
  let advertised: String?
  package internal(set) var leases: [Int: Lease] = [:]
  /// The sessions for which the outcome of the last commit isn't known.
  package var unsettled: Set<Int> = []
  private var lost: [LostLock] = []
  private let counts = LeaseCounts()
  /// The instant of the next renewal.
  private var renewal = Instant(milliseconds: .max)
  /// The sessions that were read together.
  var ahead = ReadAhead()
  /// The sessions that were taken and aren't read yet.
  var taken = ReadAhead()
  /// The changes that were read together with the last snapshot.
  var changesRead: (id: Int, rows: PostgresRows)?
  /// Settings of the server that weaken what a store promises.
  package private(set) var warnings: [String] = []

  /// A session that this process owns.
  package struct Lease {
    let name: String
    let epoch: Int
    /// The last change that is stored.
    var seq: Int
    /// The number of the last commit. Without it a commit that was given up, and arrives late, could replace another
    /// one that led to the same change.
    var commit: Int
    /// The instant before the last renewal was sent: the lease holds that much longer at least.
    var renewed: Instant
  }

  /// - Parameters:
  ///   - lease: the time that a process owns a session without renewal, in milliseconds.
  ///   - advertised: where clients reach this process.
  package init(
    _ url: PostgresURL, durability: Durability, lease: Int, advertised: String? = nil,
    isReadOnly: Bool = false
  ) throws(Failure) {
    database = PostgresDatabase(url, lease: lease, durability)
    let schema = PostgresSchema(url)
    self.schema = schema.name
    self.advertised = advertised
    owner = ProcessName.make()
    try schema.prepare(database, isReadOnly: isReadOnly)
    if !isReadOnly { try checkServer() }
  }

  package var place: String { database.url.shown }

  var lease: Int { database.lease }

  package var leaseCounts: LeaseCounts? { counts }

  private func checkServer() throws(Failure) {
    let rows = try database.orFail { () throws(PostgresError) in
      try database.run([PostgresStatement("SELECT current_setting('fsync')")], until: database.deadline)
    }
    if rows[0].text(0, 0) == "off" {
      warnings.append("\(place): fsync is off: a crash of the server may lose or damage what was committed")
    }
  }

  // MARK: Locks

  /// The expression of the end of a lease that begins now. now() would be the transaction's beginning.
  private func expiry(_ parameter: String) -> String {
    "clock_timestamp() + \(parameter)::bigint * interval '1 millisecond'"
  }

  package func take(_ id: Int, _ name: String) throws(Failure) {
    let start = Instant.now
    let rows = try orFail { () throws(PostgresError) in
      try database.persisting(until: database.deadline) { () throws(PostgresError) in
        try database.transaction(
          [
            PostgresStatement(
              """
              UPDATE \(schema).sessions SET epoch = epoch + 1, owner = $2, url = $3, expires = \(expiry("$4"))
              WHERE id = $1 AND (owner IS NULL OR owner = $2 OR expires < clock_timestamp())
              RETURNING epoch, seq, commit
              """, .integer(id), .text(owner), .optional(advertised), .integer(lease)),
            ownerQuery([id]),
          ], until: database.deadline)
      }
    }
    guard rows[0].count == 1 else {
      guard let owner = Self.owner(in: rows[1], 0) else { return }
      throw conflict(name, owner)
    }
    let taken = Lease(
      name: name, epoch: rows[0].integer(0, 0), seq: rows[0].integer(0, 1), commit: rows[0].integer(0, 2),
      renewed: start)
    enter(taken, id)
  }

  func enter(_ lease: Lease, _ id: Int) {
    leases[id] = lease
    taken.forget(id)
    counts.taken += 1
    renewal = min(renewal, lease.renewed + self.lease / 3)
  }

  private func ownerQuery(_ ids: some Sequence<Int>) -> PostgresStatement {
    PostgresStatement(owners + " WHERE id = ANY($1::text::bigint[])", .list(ids))
  }

  /// The least `synchronous_commit` of a transaction.
  var durability: PostgresValue { .text(database.durability == .off ? "off" : "on") }

  var owners: String {
    """
    SELECT owner, url, (extract(epoch FROM expires) * 1000)::bigint, id, epoch, seq, commit
    FROM \(schema).sessions
    """
  }

  static func owner(in rows: PostgresRows, _ row: Int) -> SessionOwner? {
    guard row < rows.count else { return nil }
    return SessionOwner(
      name: rows.text(row, 0), url: rows.isNull(row, 1) ? nil : rows.text(row, 1),
      expires: rows.isNull(row, 2) ? nil : rows.integer(row, 2))
  }

  func conflict(_ name: String, _ owner: SessionOwner?) -> Failure {
    var data: JSONObject = ["session": .string(name), "store": .string(place)]
    guard let owner, !owner.name.isEmpty else {
      return Failure(.conflict, "the session '\(name)' isn't this process's any more", data).passing()
    }
    data.merge(owner.members) { own, _ in own }
    return Failure(.conflict, "the session '\(name)' belongs to the process \(owner.name)", data).passing()
  }

  package func give(_ id: Int) {
    taken.forget(id)
    guard let lease = leases.removeValue(forKey: id) else { return }
    release([(id, lease)])
  }

  package func ownership(of id: Int) -> Int { leases[id]?.epoch ?? 0 }

  package func giveAll() {
    let all = leases.map { ($0.key, $0.value) }
    leases = [:]
    taken = ReadAhead()
    if !all.isEmpty { release(all) }
  }

  /// Ends leases at once; where that fails, they expire.
  func release(_ all: [(Int, Lease)]) {
    let statement = PostgresStatement(
      """
      UPDATE \(schema).sessions s SET owner = NULL, url = NULL, expires = NULL
      FROM unnest($1::text::bigint[], $2::text::bigint[]) AS w(id, epoch) WHERE s.id = w.id AND s.epoch = w.epoch
      """, .list(all.map(\.0)), .list(all.map(\.1.epoch)))
    let deadline = Instant.now + max(lease / 2, 500)
    _ = try? database.persisting(until: deadline) { () throws(PostgresError) in
      try database.run([statement], until: deadline)
    }
  }

  package var upkeepDelay: Int? { leases.isEmpty ? nil : renewal.distance }

  package func keepUp() {
    guard !leases.isEmpty, renewal <= .now else { return }
    let start = Instant.now
    let measuredStart = counts.clock?() ?? 0
    let ids = leases.keys.sorted()
    let statement = PostgresStatement(
      """
      UPDATE \(schema).sessions s SET expires = \(expiry("$3"))
      FROM unnest($1::text::bigint[], $2::text::bigint[]) AS w(id, epoch) WHERE s.id = w.id AND s.epoch = w.epoch
      RETURNING s.id
      """, .list(ids), .list(ids.compactMap { leases[$0]?.epoch }), .integer(lease))
    do throws(PostgresError) {
      let deadline = start + max(lease / 4, 50)
      let rows = try database.persisting(until: deadline) { () throws(PostgresError) in
        try database.run([statement], until: deadline)[0]
      }
      counts.renewals.count += 1
      if let clock = counts.clock { counts.renewals.latencies.add(clock() - measuredStart) }
      let renewed = Set((0..<rows.count).map { rows.integer($0, 0) })
      for id in renewed { leases[id]?.renewed = start }
      renewal = start + lease / 3
      try drop(ids.filter { !renewed.contains($0) })
    } catch {
      counts.renewals.failures += 1
      renewal = .now + max(lease / 12, 10)
    }
  }

  /// Forgets sessions that another process has taken over.
  private func drop(_ ids: [Int]) throws(PostgresError) {
    if ids.isEmpty { return }
    counts.lost += ids.count
    for id in ids {
      leases[id] = nil
      taken.forget(id)
    }
    var owners: [Int: SessionOwner] = [:]
    if let rows = try? database.run([ownerQuery(ids)], until: .now + max(lease / 4, 50))[0] {
      for row in 0..<rows.count { owners[rows.integer(row, 3)] = Self.owner(in: rows, row) }
    }
    lost += ids.map { LostLock(id: $0, owner: owners[$0]) }
  }

  package func takeLost() -> [LostLock] {
    defer { lost = [] }
    return lost
  }

  // MARK: After a lost connection

  /// What is stored of sessions at a moment.
  package enum Standing {
    case committed, open
    case lost([Int])
  }

  /// Tells what became of a commit whose answer was lost.
  package func standing(of commit: Int, _ ids: [Int], until deadline: Instant) throws(PostgresError)
    -> Standing
  {
    let rows = try database.run([ownerQuery(ids)], until: deadline)[0]
    var found: [Int: (epoch: Int, seq: Int, commit: Int)] = [:]
    for row in 0..<rows.count {
      found[rows.integer(row, 3)] = (rows.integer(row, 4), rows.integer(row, 5), rows.integer(row, 6))
    }
    // A takeover leaves the number of the commit as it is.
    if ids.allSatisfy({ found[$0]?.commit == commit }) { return .committed }
    let lost = ids.filter { id in
      guard let lease = leases[id], let row = found[id] else { return true }
      return row.epoch != lease.epoch || row.seq != lease.seq || row.commit != lease.commit
    }
    return lost.isEmpty ? .open : .lost(lost)
  }

  package var isUnsettled: Bool { !unsettled.isEmpty }

  package func settle() throws(Failure) -> [Int] {
    let ids = unsettled.filter { leases[$0] != nil }.sorted()
    let rows = try orFail { () throws(PostgresError) in
      let deadline = Instant.now + lease
      return try database.persisting(until: deadline) { () throws(PostgresError) in
        try database.run([ownerQuery(ids)], until: deadline)[0]
      }
    }
    var gone = ids
    for row in 0..<rows.count {
      let id = rows.integer(row, 3)
      guard let lease = leases[id], lease.epoch == rows.integer(row, 4) else { continue }
      gone.removeAll { $0 == id }
      leases[id]?.seq = rows.integer(row, 5)
      leases[id]?.commit = rows.integer(row, 6)
    }
    unsettled = Set(ids).subtracting(gone)
    if !gone.isEmpty { throw fenced(gone) }
    return ids
  }

  package func isSettled() { unsettled = [] }

  /// Drops sessions of other owners, and gives the failure of the requests to them.
  func fenced(_ ids: [Int]) -> Failure {
    let name = ids.first.flatMap { leases[$0]?.name } ?? ""
    try? drop(ids)
    return conflict(name, lost.last { $0.id == ids.first }?.owner)
  }

  func orFail<Result>(_ body: () throws(PostgresError) -> Result) throws(Failure) -> Result {
    try database.orFail(body)
  }
}
