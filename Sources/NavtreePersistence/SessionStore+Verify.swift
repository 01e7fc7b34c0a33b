import NavtreeFlow
import NavtreeJSON
import OrderedCollections
package import NavtreeEngine

/// A defect of a store.
package struct StoreFinding: Sendable {
  /// The session at fault; nil for the file.
  package let session: String?
  package let message: String
}

extension SessionStore {
  /// Reads everything, and returns the sound sessions and the defects. Damage doesn't prevent reading what follows.
  ///
  /// - Complexity: O(size of the file).
  package func verify() -> (sound: [StoredEntry], findings: [StoreFinding]) {
    var sound: [StoredEntry] = []
    var findings = database.integrityFindings()
    let (names, failure) = names()
    if let failure { findings.append(StoreFinding(session: nil, message: failure.message)) }
    for name in names.lazy.map(\.text) {
      do throws(Failure) {
        guard let entry = try find(name) else {
          findings.append(StoreFinding(session: name, message: "its row is missing"))
          continue
        }
        _ = try read(entry)
        sound.append(entry)
      } catch {
        findings.append(StoreFinding(session: name, message: error.message))
      }
    }
    return (sound, findings)
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

  /// Replaces the changes of each session that no other process has open by a snapshot, and releases free space.
  ///
  /// - Complexity: O(size of the file).
  package func vacuum() throws(Failure) {
    for entry in try list() where entry.changesSize > 0 {
      guard let entry = try? take(entry.name) else { continue }
      defer { give(entry.id) }
      guard let stored = try? read(entry) else { continue }
      var body = JSONWriter()
      stored.write(into: &body, isStored: true)
      try writing { () throws(SQLiteError) in try writeSnapshot(body, of: entry.id, seq: stored.seq) }
    }
    try reading { () throws(SQLiteError) in
      try database.run("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  /// Stores a snapshot as a session.
  ///
  /// - Throws: also if it has sensitive values, since only its flow says where they may be kept.
  package func `import`(_ stored: StoredSession, as name: String) throws(Failure) {
    if stored.isSensitive {
      throw Failure(.invalidParams, "the snapshot may have sensitive values, which a store doesn't keep")
        .with("hint", "let a server with its flow and stores restore it: snapshot.restore")
    }
    var body = JSONWriter()
    stored.write(into: &body, isStored: true)
    give(try insert(stored, body, as: name, key: makeKey(), stores: []))
  }
}
