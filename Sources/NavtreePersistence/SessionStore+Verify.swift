import NavtreeFlow
import NavtreeJSON
import OrderedCollections
package import NavtreeEngine

/// A defect of a store.
package struct StoreFinding: Sendable {
  /// The session at fault; nil for the file.
  package let session: String?
  package let message: String

  package init(session: String?, message: String) {
    self.session = session
    self.message = message
  }
}

extension SessionStore {
  /// Reads everything, and returns the sound sessions and the defects. Damage doesn't prevent reading what follows.
  ///
  /// - Complexity: O(size of the file).
  package func verify() -> (sound: [StoredEntry], findings: [StoreFinding]) {
    var sound: [StoredEntry] = []
    let (names, defects) = tables.inspect()
    var findings = defects
    for name in names {
      do throws(Failure) {
        guard let entry = try find(name) else {
          findings.append(StoreFinding(session: name, message: "its row is missing"))
          continue
        }
        // Its owner may have changed it meanwhile.
        if try read(entry).seq < entry.seq {
          findings.append(
            StoreFinding(session: name, message: "its last changes, up to \(entry.seq), are missing"))
        } else {
          sound.append(entry)
        }
      } catch {
        findings.append(StoreFinding(session: name, message: error.message))
      }
    }
    return (sound, findings)
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
      try tables.compact(entry, body)
    }
    try tables.vacuum()
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
    give(try insert(stored, body, as: name, key: Self.makeKey(), stores: []))
  }

  /// Copies a session that no process has open into another store.
  ///
  /// - Complexity: O(size of the session).
  package func copy(_ name: String, to other: SessionStore) throws(Failure) {
    guard let entry = try take(name) else {
      throw Failure(.unknownSession, "no session named '\(name)' is stored")
        .hinting(name, among: try list().map(\.name))
    }
    defer { give(entry.id) }
    if let store = entry.stores.first {
      throw Failure(
        .invalidParams,
        "the session '\(name)' isn't copied: the store '\(store)' of its flow keeps some of it",
        ["hint": .string("navtree store export takes --store \(store)=URL")])
    }
    let stored = try read(entry)
    var body = JSONWriter()
    stored.write(into: &body, isStored: true)
    other.give(try other.insert(stored, body, as: name, key: Self.makeKey(), stores: []))
  }
}
