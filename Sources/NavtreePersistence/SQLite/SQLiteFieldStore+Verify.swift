package import NavtreeEngine

extension SQLiteFieldStore {
  /// Whether a file keeps fields of sessions; false if it can't be read.
  package static func isOne(at path: String) -> Bool {
    guard let database = try? SQLiteDatabase(path: path, .readOnly) else { return false }
    return (try? database.integer("PRAGMA application_id")) == StoreSchema.fields.applicationID
  }

  /// Reads everything, and returns the names of the sound sessions and the defects.
  ///
  /// - Complexity: O(size of the file).
  package func verify() -> (sound: [String], findings: [StoreFinding]) {
    let defects = database.integrityFindings()
    var sessions: [(Int, FieldSession)] = []
    var last: [StoreFinding] = []
    do throws(SQLiteError) {
      let statement = try database.prepare("SELECT key, store, name, id FROM sessions ORDER BY name, id")
      while try statement.step() {
        let session = FieldSession(
          key: statement.text(0), name: statement.text(2), store: statement.text(1),
          version: FieldVersion(epoch: .max, seq: .max))
        sessions.append((statement.integer(3), session))
      }
      last += try database.strandedSessions(["fields"])
    } catch {
      last.append(StoreFinding(session: nil, message: error.message))
    }
    let (sound, findings) = verify(sessions) { (session, id) throws(Failure) in _ = try read(session, id) }
    return (sound, defects + findings + last)
  }

  /// Releases free space.
  ///
  /// - Complexity: O(size of the file).
  package func vacuum() throws(Failure) {
    do {
      try database.write(.fields, &isUpToDate) { () throws(SQLiteError) in }
      try database.run("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
    } catch {
      throw .store(path, error)
    }
  }
}
