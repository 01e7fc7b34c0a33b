import NavtreeJSON
import NavtreeText
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
  /// Reads everything, and returns the sound sessions and the defects. Damage doesn't prevent reading what follows. Of
  /// the stores of flows, it looks at those that have a place here.
  ///
  /// - Parameter progress: takes the number of sessions that were read, again and again.
  /// - Complexity: O(size of the files).
  package func verify(progress: (Int) -> Void = { _ in }) -> (sound: [StoredEntry], findings: [StoreFinding])
  {
    var sound: [StoredEntry] = []
    let (names, defects) = tables.inspect()
    var suspects: [StoreFinding] = []
    for start in stride(from: 0, to: names.count, by: Self.aheadSize) {
      let group = names[start..<min(start + Self.aheadSize, names.count)]
      // What can't be read together may be read one by one.
      try? tables.readAhead(group)
      for name in group { verify(name, &sound, &suspects) }
      progress(group.endIndex)
    }
    if suspects.isEmpty { return (sound, defects) }
    // A process may have deleted them meanwhile.
    let suspected = Set(suspects.compactMap { $0.session.map { UTF8Key($0) } })
    var findings = defects
    for name in tables.inspect().names where suspected.contains(UTF8Key(name)) {
      verify(name, &sound, &findings)
    }
    return (sound, findings)
  }

  /// The number of sessions that are read together.
  private static let aheadSize = 250

  private func verify(_ name: String, _ sound: inout [StoredEntry], _ findings: inout [StoreFinding]) {
    do throws(Failure) {
      guard let entry = try find(name) else {
        findings.append(StoreFinding(session: name, message: "its row is missing"))
        return
      }
      _ = try read(entry)
      for store in entry.stores {
        guard let place = fieldStores[store] else { continue }
        let session = session(entry, store)
        guard try place.knows(session) else {
          return findings.append(
            StoreFinding(session: name, message: "the store '\(store)' has lost what it kept of it"))
        }
        _ = try place.read(session)
      }
      sound.append(entry)
    } catch {
      findings.append(StoreFinding(session: name, message: error.message))
    }
  }

  /// Replaces the changes of each session that no other process has open by a snapshot, and releases free space.
  ///
  /// - Parameter progress: takes the number of sessions that are done, again and again.
  /// - Returns: the number of sessions that were passed over: open elsewhere, or damaged.
  /// - Complexity: O(size of the file).
  @discardableResult
  package func vacuum(progress: (Int) -> Void = { _ in }) throws(Failure) -> Int {
    var (count, passedOver) = (0, 0)
    try syncingOnce { () throws(Failure) in
      try eachPage { page throws(Failure) in
        for entry in page where entry.changesSize > 0 {
          if try compact(entry.name) { count += 1 } else { passedOver += 1 }
          progress(count)
        }
      }
    }
    try tables.vacuum()
    return passedOver
  }

  private func compact(_ name: String) throws(Failure) -> Bool {
    guard let entry = try? take(name) else { return false }
    defer { give(entry.id) }
    guard let stored = try? readWhole(entry) else { return false }
    var body = JSONWriter()
    stored.write(into: &body, isStored: true)
    try tables.compact(entry, body)
    return true
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

  /// Runs a closure whose commits don't wait for the disk, and then waits for all of them.
  package func syncingOnce<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try tables.deferSync()
    let result: Result
    do throws(Failure) {
      result = try body()
    } catch {
      try? tables.sync()
      throw error
    }
    try tables.sync()
    return result
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
    let stored = try readWhole(entry)
    var body = JSONWriter()
    stored.write(into: &body, isStored: true)
    other.give(try other.insert(stored, body, as: name, key: Self.makeKey(), stores: []))
  }
}
