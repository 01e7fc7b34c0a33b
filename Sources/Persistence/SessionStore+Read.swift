import JSON
import OrderedCollections
package import Session

/// A stored session, without what it holds.
package struct StoredEntry: Sendable {
  package let id: Int
  package let name: String
  package let flow: String
  package let version: Int
  package let hash: String
  package let seq: Int
  package let snapshotSize: Int
  package let changesSize: Int
}

extension SessionStore {
  private static let columns = """
    SELECT s.id, s.name, s.flow, s.version, s.hash,
      coalesce((SELECT seq FROM changes WHERE session = s.id ORDER BY id DESC LIMIT 1), p.seq, 0),
      coalesce(length(p.body), 0),
      coalesce((SELECT sum(length(body)) FROM changes WHERE session = s.id), 0)
    FROM sessions s LEFT JOIN snapshots p ON p.session = s.id
    """

  /// All stored sessions, by name.
  ///
  /// - Complexity: O(number of them).
  package func list() throws(Failure) -> [StoredEntry] {
    try reading { () throws(SQLiteError) in
      let statement = try database.prepare(Self.columns + " ORDER BY s.name")
      var entries: [StoredEntry] = []
      while try statement.step() { entries.append(Self.entry(statement)) }
      return entries
    }
  }

  /// The stored session of a name.
  ///
  /// - Complexity: O(log of their number).
  package func find(_ name: String) throws(Failure) -> StoredEntry? {
    try reading { () throws(SQLiteError) in
      let statement = try database.prepare(Self.columns + " WHERE s.name = ?")
      try statement.bind(1, name)
      return try statement.step() ? Self.entry(statement) : nil
    }
  }

  private static func entry(_ statement: borrowing SQLiteStatement) -> StoredEntry {
    StoredEntry(
      id: statement.integer(0), name: statement.text(1), flow: statement.text(2),
      version: statement.integer(3),
      hash: statement.text(4), seq: statement.integer(5), snapshotSize: statement.integer(6),
      changesSize: statement.integer(7))
  }

  /// Takes a stored session for this process, and reads it; nil when there is none of that name.
  package func open(_ name: String) throws(Failure) -> (entry: StoredEntry, stored: StoredSession)? {
    guard let entry = try find(name) else { return nil }
    try take(entry.id, name)
    do throws(Failure) {
      // Read again: until it was taken, another process may have changed it.
      guard let entry = try find(name) else { return nil }
      return (entry, try read(entry))
    } catch {
      give(entry.id)
      throw error
    }
  }

  /// What is stored of a session: its snapshot with the changes since.
  ///
  /// - Throws: a failure that says what is damaged.
  /// - Complexity: O(size of both).
  package func read(_ entry: StoredEntry) throws(Failure) -> StoredSession {
    do {
      var stored = try readSnapshot(entry)
      try readChanges(entry, into: &stored)
      return stored
    } catch let damage as Damage {
      throw Self.failure(
        path, "what is stored of '\(entry.name)' is damaged: \(damage.message)",
        hint: "navtree store verify says what can still be read"
      ).with("session", .string(entry.name))
    } catch let error as SQLiteError {
      throw Self.failure(path, error).with("session", .string(entry.name))
    } catch {
      throw Self.failure(path, "\(error)")
    }
  }

  /// What is wrong with what is stored.
  private struct Damage: Error {
    let message: String
  }

  private func readSnapshot(_ entry: StoredEntry) throws -> StoredSession {
    let statement = try database.prepare("SELECT seq, checksum, body FROM snapshots WHERE session = ?")
    try statement.bind(1, entry.id)
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
    let statement = try database.prepare(
      "SELECT after, seq, checksum, body FROM changes WHERE session = ? ORDER BY id")
    try statement.bind(1, entry.id)
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

  /// Deeper than any line that values come in, by what is put around them here.
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

  /// Deletes a stored session; false when there is none of that name.
  package func delete(_ name: String) throws(Failure) -> Bool {
    guard let entry = try find(name) else { return false }
    let isAttached = isAttached(name)
    if !isAttached { try take(entry.id, name) }
    do {
      try transaction { () throws(SQLiteError) in
        let statement = try database.prepare("DELETE FROM sessions WHERE id = ?")
        try statement.bind(1, entry.id)
        try statement.run()
      }
    } catch {
      if !isAttached { give(entry.id) }
      throw Self.failure(path, error)
    }
    detach(name)
    give(entry.id)
    return true
  }

  /// Runs what may fail in SQLite's words.
  func reading<Result>(_ body: () throws(SQLiteError) -> Result) throws(Failure) -> Result {
    do {
      return try body()
    } catch {
      throw Self.failure(path, error)
    }
  }
}
