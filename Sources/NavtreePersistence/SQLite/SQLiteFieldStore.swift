package import NavtreeFlow
package import NavtreeJSON
import NavtreeJSONReading
package import OrderedCollections
package import NavtreeEngine

/// A store of flows in an SQLite file.
package final class SQLiteFieldStore: FieldStore {
  package let path: String
  let database: SQLiteDatabase
  private let insertValue: SQLiteStatement
  private let insertEnd: SQLiteStatement
  private let forgetOlder: SQLiteStatement
  /// Whether the tables have the present version, as far as this process knows.
  var isUpToDate = false
  private var isDurable = false
  /// Whether a flow keeps sensitive fields here.
  private(set) var isSensitive = false
  /// Whether the log may still hold deleted values.
  private var hasForgotten = false
  private let durability: Durability

  /// Opens the file, and creates it if necessary.
  package convenience init(path: String, durability: Durability) throws(Failure) {
    try self.init(path: path, durability, .create)
  }

  /// Opens an existing file for reading.
  package convenience init(reading path: String) throws(Failure) {
    try self.init(path: path, .off, .readOnly)
  }

  private init(path: String, _ durability: Durability, _ access: SQLiteDatabase.Access) throws(Failure) {
    self.path = path
    self.durability = durability
    // A flow may demand more.
    database = try SQLiteDatabase.openStore(path, access, .fields, .off)
    do {
      // Deleted values are overwritten, since they may be secret.
      try database.run("PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY")
      insertValue = try database.prepare(
        "INSERT INTO fields(session, place, epoch, seq, checksum, body) VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
        isKept: true)
      insertEnd = try database.prepare(
        """
        INSERT INTO fields(session, place, epoch, seq, checksum) SELECT ?1, ?2, ?3, ?4, ?5
        WHERE EXISTS(SELECT 1 FROM fields WHERE session = ?1 AND place = ?2)
        """, isKept: true)
      forgetOlder = try database.prepare(
        """
        DELETE FROM fields WHERE session = ?1 AND place = ?2 AND (body IS NULL
          OR id < (SELECT max(id) FROM fields WHERE session = ?1 AND place = ?2))
        """, isKept: true)
    } catch {
      throw .store(path, error)
    }
  }

  /// Adapts it to a flow that declares it.
  package func use(_ definition: StoreDefinition) throws(Failure) {
    isSensitive = isSensitive || definition.isSensitive
    guard definition.isDurable, !isDurable else { return }
    do {
      try database.run("PRAGMA synchronous = \(durability.synchronous)")
    } catch {
      throw .store(path, error)
    }
    self.isDurable = true
  }

  // MARK: Reading

  package func knows(_ session: FieldSession) throws(Failure) -> Bool {
    do {
      return try number(of: session) != nil
    } catch {
      throw .store(path, error).with("session", .string(session.name))
    }
  }

  /// The values of a session at its version.
  ///
  /// - Returns: also whether there are more: values that were never committed, or that are obsolete.
  /// - Throws: a failure that names the damage.
  /// - Complexity: O(size of the values).
  package func read(_ session: FieldSession) throws(Failure) -> (
    values: OrderedDictionary<StoredPlace, JSONValue>, hasMore: Bool
  ) {
    do {
      guard let id = try number(of: session) else {
        guard try database.isSound("sessions", ["key", "store"], beside: session.key, isMissing: true) else {
          throw damage(session, "the index of sessions is damaged")
        }
        return ([:], false)
      }
      let row = try database.query(
        "SELECT 1 FROM sessions NOT INDEXED WHERE id = ? AND key = ? AND store = ?", id, session.key,
        session.store)
      guard try row.step() else { throw damage(session, "its row isn't what was written") }
      return try read(session, id)
    } catch let error as SQLiteError {
      throw .store(path, error).with("session", .string(session.name))
    } catch {
      throw .store(path, any: error)
    }
  }

  /// The column of a checksum. In a damaged row it may be of any type, of which most are read as 0.
  static let checksum = "CASE typeof(checksum) WHEN 'integer' THEN checksum ELSE -1 END"

  /// The values of a session by its row.
  func read(_ session: FieldSession, _ id: Int) throws(Failure) -> (
    values: OrderedDictionary<StoredPlace, JSONValue>, hasMore: Bool
  ) {
    do {
      // Read before the others, so that all are of one moment.
      let end = try database.query(
        "SELECT id FROM fields WHERE session = ? ORDER BY place DESC, id DESC LIMIT 1", id)
      let last = try end.step() ? end.integer(0) : nil
      let statement = try database.query(
        """
        SELECT place, epoch, seq, \(Self.checksum), body, body IS NULL, id FROM fields WHERE session = ? ORDER BY id
        """, id)
      var values: OrderedDictionary<StoredPlace, JSONValue> = [:]
      var hasMore = false
      var isWhole = last == nil
      while try statement.step() {
        if statement.integer(6) == last { isWhole = true }
        let name = statement.text(0)
        let version = FieldVersion(epoch: statement.integer(1), seq: statement.integer(2))
        guard let place = StoredPlace(name) else { throw damage(session, "'\(name)' is no place") }
        let isEnd = statement.integer(5) != 0
        let bytes = isEnd ? nil : statement.bytes(4)
        guard bytes.withBytes({ session.isAsWritten($0, at: name, version, statement.integer(3)) }) else {
          throw damage(session, "\(name) isn't what was written")
        }
        hasMore = hasMore || isEnd || values[place] != nil || !version.isKnown(to: session.version)
        guard version.isKnown(to: session.version) else { continue }
        guard let bytes else {
          values.removeValue(forKey: place)
          continue
        }
        guard let value = try? JSONValue(parsing: bytes, maximumDepth: SessionStore.maximumDepth) else {
          throw damage(session, "\(name) isn't what was written")
        }
        values[place] = value
      }
      guard isWhole, try database.isSound("fields", ["session"], beside: id) else {
        throw damage(session, "the index of values is damaged")
      }
      return (values, hasMore)
    } catch let error as SQLiteError {
      throw .store(path, error).with("session", .string(session.name))
    } catch {
      throw .store(path, any: error)
    }
  }

  // MARK: Writing

  /// Writes changed values of sessions as one transaction.
  package func commit(_ changes: [FieldChanges]) throws(Failure) {
    do {
      try database.write(.fields, &isUpToDate) { () throws(SQLiteError) in
        for change in changes { try write(change) }
      }
    } catch {
      throw .store(path, error)
    }
    for change in changes { change.fields.isWritten(change) }
  }

  private func write(_ change: FieldChanges) throws(SQLiteError) {
    let id = try enter(change.fields.session)
    change.fields.id = id
    if change.fields.hasMore { try tidy(id, change.fields.session.version) }
    for place in change.fields.superseded { try forget(place, id) }
    for (place, value) in change.values { try write(value, at: place, change, id) }
    guard change.isWhole else { return }
    for place in try places(id) where change.values[place] == nil {
      try write(nil, at: place, change, id)
    }
  }

  private func write(_ value: JSONValue?, at place: String, _ change: FieldChanges, _ id: Int)
    throws(SQLiteError)
  {
    let (session, version) = (change.fields.session, change.version)
    guard let value else {
      return try insertEnd.run(
        id, place, version.epoch, version.seq, session.checksum(of: nil, at: place, version))
    }
    var body = JSONWriter()
    body.appendValue(value)
    try body.withUnsafeBytes { (bytes) throws(SQLiteError) in
      let checksum = session.checksum(of: bytes, at: place, version)
      try insertValue.run(id, place, version.epoch, version.seq, checksum, bytes)
    }
  }

  /// The row of a session here, inserted if necessary.
  private func enter(_ session: FieldSession) throws(SQLiteError) -> Int {
    if let known = try number(of: session) { return known }
    try database.run(
      "INSERT INTO sessions(key, store, name) VALUES(?, ?, ?)", session.key, session.store, session.name)
    return database.lastInsertedID
  }

  private func number(of session: FieldSession) throws(SQLiteError) -> Int? {
    let known = try database.query(
      "SELECT id FROM sessions WHERE key = ? AND store = ?", session.key, session.store)
    return try known.step() ? known.integer(0) : nil
  }

  private func places(_ id: Int) throws(SQLiteError) -> [String] {
    let statement = try database.query("SELECT DISTINCT place FROM fields WHERE session = ?", id)
    var places: [String] = []
    while try statement.step() { places.append(statement.text(0)) }
    return places
  }

  /// Deletes the previous values of a place, whose value the session's own store has committed.
  private func forget(_ place: String, _ id: Int) throws(SQLiteError) {
    try forgetOlder.run(id, place)
    hasForgotten = true
  }

  /// Deletes values that were never committed, and obsolete ones.
  private func tidy(_ id: Int, _ version: FieldVersion) throws(SQLiteError) {
    try database.run(
      "DELETE FROM fields WHERE session = ? AND (epoch > ? OR seq > ?)", id, version.epoch, version.seq)
    try database.run(
      """
      DELETE FROM fields WHERE session = ?1 AND (body IS NULL
        AND id IN (SELECT max(id) FROM fields WHERE session = ?1 GROUP BY place)
        OR id NOT IN (SELECT max(id) FROM fields WHERE session = ?1 GROUP BY place))
      """, id)
    hasForgotten = true
  }

  /// Deletes obsolete values of a session whose own store has committed.
  package func tidy(_ fields: AttachedFields) throws(Failure) {
    defer { if isSensitive, hasForgotten { forgetLog() } }
    guard fields.hasMore || !fields.superseded.isEmpty else { return }
    do throws(SQLiteError) {
      // A session without changes since it was opened hasn't looked for its row yet.
      if fields.id == nil { fields.id = try number(of: fields.session) }
      guard let id = fields.id else { return }
      try database.write(.fields, &isUpToDate) { () throws(SQLiteError) in
        try tidy(id, fields.session.version)
      }
    } catch {
      throw .store(path, error)
    }
    fields.isTidied()
  }

  /// Deletes all values of a session.
  package func delete(_ key: String, in store: String) throws(Failure) {
    do {
      try database.write(.fields, &isUpToDate) { () throws(SQLiteError) in
        try database.run("DELETE FROM sessions WHERE key = ? AND store = ?", key, store)
      }
    } catch {
      throw .store(path, error)
    }
    forgetLog()
  }

  /// Empties the log beside the file, which still holds deleted values.
  ///
  /// While another process reads it, it stays until the last process has closed the file.
  private func forgetLog() {
    try? database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    hasForgotten = false
  }
}
