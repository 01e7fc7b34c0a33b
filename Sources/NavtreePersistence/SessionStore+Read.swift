package import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import OrderedCollections
package import NavtreeEngine

/// A stored session without its content.
package struct StoredEntry: Sendable {
  package let id: Int
  package let name: String
  package let flow: String
  package let version: Int
  package let hash: String
  package let seq: Int
  package let snapshotSize: Int
  package let changesSize: Int
  /// Its identity in the stores of its flow.
  let key: String
  /// The number of times that it was written as a whole.
  let epoch: Int
  /// The names of its flow's stores that keep some of it.
  let stores: [String]

  /// Whether its row is intact.
  let isAsWritten: Bool
}

/// A stored session that this process has locked.
package struct OpenedSession {
  package let entry: StoredEntry
  package let stored: StoredSession
  /// Its values, by the store that keeps them.
  package let scope: StoredScope
  let fields: [AttachedFields]
}

extension SessionStore {
  private static let columns = """
    SELECT s.id, s.name, s.flow, s.version, s.hash,
      coalesce((SELECT seq FROM changes WHERE session = s.id ORDER BY id DESC LIMIT 1), p.seq, 0),
      coalesce(length(p.body), 0),
      coalesce((SELECT sum(length(body)) FROM changes WHERE session = s.id), 0), s.key, s.epoch, s.stores, s.checksum
    FROM sessions s LEFT JOIN snapshots p ON p.session = s.id
    """

  /// All stored sessions, by name.
  ///
  /// - Complexity: O(number of sessions).
  package func list() throws(Failure) -> [StoredEntry] {
    try reading { () throws(SQLiteError) in
      let statement = try database.prepare(Self.columns + " ORDER BY s.name")
      var entries: [StoredEntry] = []
      while try statement.step() { entries.append(Self.entry(statement)) }
      return entries
    }
  }

  /// Whether some of a session is kept in a flow's store of that name.
  ///
  /// - Complexity: O(number of sessions).
  package func keepsFields(in store: String) throws(Failure) -> Bool {
    try list().contains { $0.stores.contains(store) }
  }

  /// The stored session of a name.
  ///
  /// - Complexity: O(log *n*) in the number of sessions.
  package func find(_ name: String) throws(Failure) -> StoredEntry? {
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
    let row = SessionRow(
      name: statement.text(1), flow: statement.text(2), version: statement.integer(3),
      hash: statement.text(4),
      key: statement.text(8), epoch: statement.integer(9), stores: statement.text(10))
    let checksum = statement.integer(11)
    return StoredEntry(
      id: statement.integer(0), name: row.name, flow: row.flow, version: row.version, hash: row.hash,
      seq: statement.integer(5), snapshotSize: statement.integer(6), changesSize: statement.integer(7),
      key: row.key, epoch: row.epoch, stores: SessionRow.stores(in: row.stores),
      isAsWritten: checksum == 0 || checksum == row.checksum)
  }

  /// Locks a stored session and reads it, with its values in the flow's stores; nil when no session has that name.
  package func open(_ name: String, of flow: FlowDefinition) throws(Failure) -> OpenedSession? {
    guard let entry = try take(name) else { return nil }
    do throws(Failure) {
      var stored = try read(entry)
      guard entry.flow == flow.name else {
        throw Failure(
          .nameTaken, "a session named '\(name)' is stored that runs the flow '\(entry.flow)'",
          ["hint": "give it another name with 'session'"])
      }
      let fields = try attachFields(of: entry, flow, into: &stored)
      return OpenedSession(
        entry: entry, stored: stored, scope: fieldStores.scope(of: flow), fields: fields)
    } catch {
      give(entry.id)
      throw error
    }
  }

  /// A stored session, with its values in a flow's stores.
  package func read(_ entry: StoredEntry, of flow: FlowDefinition) throws(Failure) -> (
    stored: StoredSession, scope: StoredScope
  ) {
    var stored = try read(entry)
    _ = try attachFields(of: entry, flow, into: &stored)
    return (stored, fieldStores.scope(of: flow))
  }

  /// Adds the values that flows' stores keep of a session.
  package func readFields(of entry: StoredEntry, into stored: inout StoredSession) throws(Failure) {
    for name in entry.stores {
      guard let store = fieldStores[name] else { continue }
      put(try store.read(session(entry, name)).values, into: &stored)
      // The flow says whether the store is sensitive.
      stored.isSensitive = true
    }
  }

  private func attachFields(of entry: StoredEntry, _ flow: FlowDefinition, into stored: inout StoredSession)
    throws(Failure) -> [AttachedFields]
  {
    let places = try fieldStores.places(of: flow)
    for name in entry.stores where !places.contains(where: { $0.name == name }) {
      if let store = fieldStores[name] {
        // The flow no longer declares the store.
        put(try store.read(session(entry, name)).values, into: &stored)
      } else if flow.stores.contains(where: { $0.name == name }) {
        throw Failure.store(
          path, "some of '\(entry.name)' is kept in the store '\(name)', which has no place here",
          hint: "say where it is: --store \(name)=sqlite:PATH"
        ).with("session", .string(entry.name))
      }
    }
    return try places.map { (place) throws(Failure) in
      let session = session(entry, place.name)
      let (values, hasMore) = try place.store.read(session)
      put(values, into: &stored)
      return AttachedFields(place.store, index: place.index, session, hasMore: hasMore)
    }
  }

  private func session(_ entry: StoredEntry, _ store: String) -> FieldSession {
    FieldSession(
      key: entry.key, name: entry.name, store: store,
      version: FieldVersion(epoch: entry.epoch, seq: entry.seq))
  }

  private func put(_ values: OrderedDictionary<StoredPlace, JSONValue>, into stored: inout StoredSession) {
    for (place, value) in values { stored.put(value, at: place) }
  }

  /// Locks a stored session; nil when no session has that name.
  func take(_ name: String) throws(Failure) -> StoredEntry? {
    guard let entry = try find(name) else { return nil }
    try take(entry.id, name)
    // Another process may have changed it before it was locked.
    guard let entry = try find(name) else {
      give(entry.id)
      return nil
    }
    return entry
  }

  /// A stored session: its snapshot with the changes since.
  ///
  /// - Throws: a failure that names the damage.
  /// - Complexity: O(size of both).
  package func read(_ entry: StoredEntry) throws(Failure) -> StoredSession {
    do {
      guard entry.isAsWritten else { throw Damage(message: "its row isn't what was written") }
      var stored = try readSnapshot(entry)
      try readChanges(entry, into: &stored)
      return stored
    } catch let damage as Damage {
      throw Failure.store(
        path, "what is stored of '\(entry.name)' is damaged: \(damage.message)",
        hint: "navtree store verify says what can still be read"
      ).with("session", .string(entry.name))
    } catch {
      throw Failure.store(path, any: error).with("session", .string(entry.name))
    }
  }

  /// Damage to a stored session.
  private struct Damage: Error {
    let message: String
  }

  private func readSnapshot(_ entry: StoredEntry) throws -> StoredSession {
    let statement = try database.query(
      "SELECT seq, checksum, body FROM snapshots WHERE session = ?", entry.id)
    guard try statement.step() else { throw Damage(message: "it has no snapshot") }
    let seq = statement.integer(0)
    let value = try value(
      statement.bytes(2), checksum: statement.integer(1), seed: entry.id &+ seq, "its snapshot")
    do {
      let stored = try StoredSession(value)
      guard stored.seq == seq else { throw Damage(message: "its snapshot is of another change") }
      return stored
    } catch let fault as StoredFault {
      throw Damage(message: "its snapshot's \(fault.pointer) \(fault.message)")
    }
  }

  private func readChanges(_ entry: StoredEntry, into stored: inout StoredSession) throws {
    let statement = try database.query(
      "SELECT after, seq, checksum, body FROM changes WHERE session = ? ORDER BY id", entry.id)
    while try statement.step() {
      let seq = statement.integer(1)
      guard statement.integer(0) == stored.seq else {
        throw Damage(message: "what follows its change \(stored.seq) is missing")
      }
      let body = statement.bytes(3)
      try check(body, checksum: statement.integer(2), seed: entry.id &+ seq, "its changes up to \(seq)")
      for line in body.split(separator: UInt8(ascii: "\n")) {
        do {
          try stored.apply(JSONValue(parsing: line, maximumDepth: Self.maximumDepth))
        } catch let fault as StoredFault {
          throw Damage(message: "its changes up to \(seq): \(fault.pointer) \(fault.message)")
        }
      }
    }
  }

  /// Greater than the depth of any request, by the levels that are put around values here.
  static let maximumDepth = 4_096

  private func value(_ bytes: [UInt8], checksum: Int, seed: Int, _ what: String) throws -> JSONValue {
    try check(bytes, checksum: checksum, seed: seed, what)
    return try JSONValue(parsing: bytes, maximumDepth: Self.maximumDepth)
  }

  private func check(_ bytes: [UInt8], checksum: Int, seed: Int, _ what: String) throws {
    guard bytes.withUnsafeBytes({ Checksum.of($0, seed: seed) }) == checksum else {
      throw Damage(message: "\(what) isn't what was written")
    }
  }

  /// Deletes a stored session; false when no session has that name.
  package func delete(_ name: String) throws(Failure) -> Bool {
    guard let entry = try find(name) else { return false }
    let isAttached = isAttached(name)
    if !isAttached { try take(entry.id, name) }
    do throws(Failure) {
      try writing { () throws(SQLiteError) in
        try markStrays(entry.key, in: entry.stores)
        try database.run("DELETE FROM sessions WHERE id = ?", entry.id)
      }
    } catch {
      if !isAttached { give(entry.id) }
      throw error
    }
    detach(name)
    give(entry.id)
    if !entry.stores.isEmpty { forgetStrays() }
    return true
  }
}
