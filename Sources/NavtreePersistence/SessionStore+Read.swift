package import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import OrderedCollections
package import NavtreeEngine

/// A stored session that this process has locked.
package struct OpenedSession {
  package let entry: StoredEntry
  package let stored: StoredSession
  /// Its values, by the store that keeps them.
  package let scope: StoredScope
  let fields: [AttachedFields]
  /// The stores that keep some of it, but are no longer declared by the flow.
  let formerStores: [String]
}

extension SessionStore {
  /// All stored sessions, by name.
  ///
  /// - Complexity: O(number of sessions).
  package func list() throws(Failure) -> [StoredEntry] {
    var entries: [StoredEntry] = []
    try eachPage { entries += $0 }
    return entries
  }

  /// The sessions of a page.
  package static let pageSize = 1_000

  /// A page of the stored sessions, by name: the first ones after a name, or the first of all.
  package func page(after name: String?) throws(Failure) -> [StoredEntry] {
    let page = try tables.page(after: name)
    if let name, let end = page.last?.name, !name.utf8.lexicographicallyPrecedes(end.utf8) {
      throw .damage(to: end, in: path, "it stands at the wrong place among the names")
    }
    return page
  }

  /// Gives all stored sessions, by name, a page at a time.
  ///
  /// - Complexity: O(number of sessions), with the memory of a page.
  package func eachPage(_ body: ([StoredEntry]) throws(Failure) -> Void) throws(Failure) {
    var last: String?
    while true {
      let page = try page(after: last)
      guard let end = page.last else { return }
      try body(page)
      last = end.name
    }
  }

  /// Whether some of a session is kept in a flow's store of that name.
  ///
  /// - Complexity: O(number of sessions).
  package func keepsFields(in store: String) throws(Failure) -> Bool {
    var isKept = false
    try eachPage { page in isKept = isKept || page.contains { $0.stores.contains(store) } }
    return isKept
  }

  /// Whether the flow's store of that name has a place here.
  package func hasPlace(for store: String) -> Bool { fieldStores[store] != nil }

  /// The stored session of a name.
  ///
  /// - Complexity: O(log *n*) in the number of sessions.
  package func find(_ name: String) throws(Failure) -> StoredEntry? { try tables.find(name) }

  /// Locks a stored session and reads it, with its values in the flow's stores; nil when no session has that name.
  package func open(_ name: String, of flow: FlowDefinition) throws(Failure) -> OpenedSession? {
    guard let entry = try take(name) else { return nil }
    do throws(Failure) {
      var stored = try readWhole(entry)
      guard entry.flow == flow.name else {
        throw Failure(
          .nameTaken, "a session named '\(name)' is stored that runs the flow '\(entry.flow)'",
          ["hint": "give it another name with 'session'"])
      }
      let (fields, formerStores) = try attachFields(of: entry, flow, into: &stored)
      return OpenedSession(
        entry: entry, stored: stored, scope: fieldStores.scope(of: flow), fields: fields,
        formerStores: formerStores)
    } catch {
      give(entry.id)
      throw error
    }
  }

  /// A stored session, with its values in a flow's stores.
  package func read(_ entry: StoredEntry, of flow: FlowDefinition) throws(Failure) -> (
    stored: StoredSession, scope: StoredScope
  ) {
    try atOneVersion(entry) { entry throws(Failure) in
      var stored = try read(entry)
      _ = try attachFields(of: entry, flow, into: &stored)
      return (stored, fieldStores.scope(of: flow))
    }
  }

  /// A stored session, with the values that flows' stores keep of it.
  package func readWithFields(_ entry: StoredEntry) throws(Failure) -> StoredSession {
    try atOneVersion(entry) { entry throws(Failure) in
      var stored = try read(entry)
      for name in entry.stores {
        guard let store = fieldStores[name] else { continue }
        put(try store.read(session(entry, name)).values, into: &stored)
        // The flow says whether the store is sensitive.
        stored.isSensitive = true
      }
      return stored
    }
  }

  /// How often a session is read that its owner changes meanwhile.
  private static let mostReadings = 1_000

  /// Runs a closure that reads a session and then its values in other stores, again if its owner has changed both
  /// between: a store keeps the values of two changes alone.
  private func atOneVersion<Result>(
    _ entry: StoredEntry, _ body: (StoredEntry) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var entry = entry
    for _ in 0..<Self.mostReadings {
      let result = try body(entry)
      guard !entry.stores.isEmpty, let present = try find(entry.name),
        present.fieldVersion != entry.fieldVersion
      else { return result }
      entry = present
    }
    throw Failure.store(path, "'\(entry.name)' changes again and again while it is read").passing()
  }

  private func attachFields(of entry: StoredEntry, _ flow: FlowDefinition, into stored: inout StoredSession)
    throws(Failure) -> (fields: [AttachedFields], formerStores: [String])
  {
    let places = try fieldStores.places(of: flow)
    func isUsed(_ name: String) -> Bool { places.contains { $0.name == name } }
    var formerStores = entry.stores.filter { !isUsed($0) }
    for (name, store) in fieldStores.inMemory where !isUsed(name) && !entry.stores.contains(name) {
      if try store.knows(session(entry, name)) { formerStores.append(name) }
    }
    for name in formerStores {
      guard let store = fieldStores[name] else {
        let isDeclared = flow.stores.contains { $0.name == name }
        throw Failure.store(
          path, "some of '\(entry.name)' is kept in the store '\(name)', which has no place here",
          hint: "say where it is: --store \(name)=sqlite:PATH"
            + (isDeclared ? "" : "; --store \(name)=memory: gives up what it keeps")
        ).with("session", .string(entry.name))
      }
      put(try store.read(session(entry, name)).values, into: &stored)
    }
    let fields = try places.map { (place) throws(Failure) in
      let session = session(entry, place.name)
      let isExpected = flow.stores[place.index].isDurable && entry.stores.contains(place.name)
      let isLost = isExpected ? try !place.store.knows(session) : false
      if isLost { stored.lostStores.insert(place.name) }
      // Only who owns a session may keep others from it. A store that has lost it is claimed by the first write.
      let number = session.ownership > 0 && !isLost ? try place.store.claim(session) : nil
      let (values, hasMore) = try place.store.read(session)
      put(values, into: &stored)
      return AttachedFields(place, session, hasMore: hasMore, lastWrite: number)
    }
    return (fields, formerStores)
  }

  func session(_ entry: StoredEntry, _ store: String) -> FieldSession {
    FieldSession(
      key: entry.key, name: entry.name, store: store,
      version: entry.fieldVersion, ownership: tables.ownership(of: entry.id))
  }

  private func put(_ values: OrderedDictionary<StoredPlace, JSONValue>, into stored: inout StoredSession) {
    for (place, value) in values { stored.put(value, at: place) }
  }

  /// A stored session that this process has locked, so that nothing may have followed what its row tells.
  func readWhole(_ entry: StoredEntry) throws(Failure) -> StoredSession {
    let stored = try read(entry)
    guard stored.seq == entry.seq else {
      throw Failure.damage(to: entry.name, in: path, Self.endsEarly(stored).message)
    }
    return stored
  }

  private static func endsEarly(_ stored: StoredSession) -> Damage {
    Damage(message: "what follows its change \(stored.seq) is missing")
  }

  /// A stored session: its snapshot with the changes since.
  ///
  /// - Throws: a failure that names the damage.
  /// - Complexity: O(size of both).
  package func read(_ entry: StoredEntry) throws(Failure) -> StoredSession {
    do {
      try tables.checkRow(entry)
      let stored = try tables.atOneMoment {
        var stored = try readSnapshot(entry)
        try readChanges(entry, into: &stored)
        return stored
      }
      // Its owner may have changed it since the row was read.
      guard stored.seq >= entry.seq else { throw Self.endsEarly(stored) }
      return stored
    } catch let damage as Damage {
      throw Failure.damage(to: entry.name, in: path, damage.message)
    } catch {
      throw Failure.store(path, any: error).with("session", .string(entry.name))
    }
  }

  /// Damage to a stored session.
  private struct Damage: Error {
    let message: String
  }

  private func readSnapshot(_ entry: StoredEntry) throws -> StoredSession {
    guard let row = try tables.snapshot(of: entry.id) else { throw Damage(message: "it has no snapshot") }
    try check(row, of: entry, "its snapshot")
    do {
      let stored = try StoredSession(JSONValue(parsing: row.body, maximumDepth: Self.maximumDepth))
      guard stored.seq == row.seq else { throw Damage(message: "its snapshot is of another change") }
      return stored
    } catch let fault as StoredFault {
      throw Damage(message: "its snapshot's \(fault.pointer) \(fault.message)")
    }
  }

  private func readChanges(_ entry: StoredEntry, into stored: inout StoredSession) throws {
    try tables.eachChange(of: entry.id) { row in
      guard row.after == stored.seq else { throw Self.endsEarly(stored) }
      try check(row, of: entry, "its changes up to \(row.seq)")
      for line in row.body.split(separator: UInt8(ascii: "\n")) {
        do {
          try stored.apply(JSONValue(parsing: line, maximumDepth: Self.maximumDepth))
        } catch let fault as StoredFault {
          throw Damage(message: "its changes up to \(row.seq): \(fault.pointer) \(fault.message)")
        }
      }
    }
  }

  /// Greater than the depth of any request, by the levels that are put around values here.
  package static let maximumDepth = 4_096

  private func check(_ row: StoredRow, of entry: StoredEntry, _ part: String) throws {
    let checksum = row.body.withUnsafeBytes { SessionRow.checksum(of: $0, id: entry.id, seq: row.seq) }
    guard checksum == row.checksum else { throw Damage(message: "\(part) isn't what was written") }
  }

  /// Deletes a stored session; false when no session has that name.
  package func delete(_ name: String) throws(Failure) -> Bool {
    guard let entry = try find(name) else { return false }
    try tables.checkNumber(entry)
    let isAttached = isAttached(name)
    if !isAttached { try tables.take(entry.id, name) }
    do throws(Failure) {
      try tables.delete(entry)
    } catch {
      if !isAttached { give(entry.id) }
      throw error
    }
    detach(name)
    give(entry.id)
    if !entry.stores.isEmpty { forgetStrays() }
    for (name, store) in fieldStores.inMemory { try? store.delete(entry.key, in: name) }
    return true
  }
}
