package import NavtreeJSON
package import NavtreeEngine

/// The tables of a store of sessions: rows and locks, without the sessions.
///
/// A session's rows are its own row, its last snapshot and the changes since. Each commit of changes adds a row.
package protocol SessionTables: AnyObject {
  /// The file or the URL, as messages show it.
  var place: String { get }

  // MARK: Reading

  /// A page of the stored sessions, by name: the first ones after a name, or the first of all. After the last there are
  /// none.
  ///
  /// - Complexity: O(size of the page).
  func page(after name: String?) throws(Failure) -> [StoredEntry]

  /// The stored session of a name.
  ///
  /// - Complexity: O(log *n*) in the number of sessions.
  func find(_ name: String) throws(Failure) -> StoredEntry?

  /// Whether a session's name leads to its number, and that number to its name.
  func leadsBack(_ entry: StoredEntry) throws(Failure) -> Bool

  /// The snapshot of a session; its `after` is its `seq`.
  func snapshot(of id: Int) throws(Failure) -> StoredRow?

  /// Gives the changes of a session since its snapshot, in order.
  func eachChange(of id: Int, _ body: (StoredRow) throws -> Void) throws

  /// Runs a closure that reads a session's snapshot and then its changes, both as they are at one moment: its owner may
  /// write a snapshot in place of both.
  func atOneMoment<Result>(_ body: () throws -> Result) throws -> Result

  /// Reads sessions of consecutive names together, as far as they are small, for those that are asked for next.
  func readAhead(_ names: ArraySlice<String>) throws(Failure)

  // MARK: Locks

  /// Locks a session for this process.
  ///
  /// - Throws: `conflict` if another process has locked it.
  func take(_ id: Int, _ name: String) throws(Failure)

  /// Locks the session of a name for this process, and gives its row; nil when no session has that name.
  ///
  /// - Throws: `conflict` if another process has locked it.
  func take(named name: String) throws(Failure) -> StoredEntry?

  /// Whether locking several sessions together costs less.
  var takesTogether: Bool { get }

  /// Locks sessions together, as far as they are stored and free, for `take(named:)` of each.
  func takeTogether(_ names: [String])

  /// Releases the locks that `takeTogether` took and `take(named:)` didn't ask for.
  func giveTaken()

  /// Releases a session's lock.
  func give(_ id: Int)

  /// Releases all locks.
  func giveAll()

  /// The milliseconds until the locks need upkeep; nil if they never do.
  var upkeepDelay: Int? { get }

  /// What happened to the leases; nil if locks aren't leases.
  var leaseCounts: LeaseCounts? { get }

  /// Does the upkeep that is due.
  func keepUp()

  /// The sessions whose lock another process has taken over, since the last time.
  func takeLost() -> [LostLock]

  /// The number of the present owner of a session that is locked, which grows with each; 0 where only one can write.
  func ownership(of id: Int) -> Int

  // MARK: Writing

  /// Inserts and locks a session.
  ///
  /// - Throws: `nameTaken` if one of its name is stored.
  /// - Returns: its id.
  func insert(_ row: SessionRow, seq: Int, _ body: borrowing JSONWriter) throws(Failure) -> Int

  /// Whether commits may have taken effect that were refused, since their outcome wasn't known.
  var isUnsettled: Bool { get }

  /// Brings what is known of the stored sessions up to date after commits whose outcome wasn't known.
  ///
  /// - Returns: the ids of those that must be written as a whole next; `isSettled` tells that they are.
  func settle() throws(Failure) -> [Int]

  /// What `settle` gave is written.
  func isSettled()

  /// Writes sessions as one transaction.
  ///
  /// - Throws: `conflict` if another process has taken over one of them; then nothing was written.
  func commit(_ writes: [SessionWrite]) throws(Failure)

  /// Deletes a session that is locked, and records its values in flows' stores as strays.
  func delete(_ entry: StoredEntry) throws(Failure)

  /// Replaces the changes of a session that is locked by a snapshot.
  func compact(_ entry: StoredEntry, _ body: borrowing JSONWriter) throws(Failure)

  /// Values that flows' stores keep without need; damaged rows are left out.
  func strays() throws(Failure) -> [Stray]

  /// Removes the record of a stray.
  func unmark(_ stray: Stray) throws(Failure)

  /// Commits don't wait for the disk any more, for one who calls `sync` at the end. If the machine fails before, the
  /// last ones are undone, and nothing is damaged.
  func deferSync() throws(Failure)

  /// Waits until all that was committed is on the disk.
  func sync() throws(Failure)

  // MARK: Care

  /// The defects of the database, and the names of the sessions that can be read.
  func inspect() -> (names: [String], findings: [StoreFinding])

  /// Releases free space.
  func vacuum() throws(Failure)
}

extension SessionTables {
  package func atOneMoment<Result>(_ body: () throws -> Result) throws -> Result { try body() }

  package func readAhead(_ names: ArraySlice<String>) throws(Failure) {}

  package func take(named name: String) throws(Failure) -> StoredEntry? {
    while let found = try find(name) {
      // The lock of a wrong number would be another session's.
      try checkRow(found)
      try take(found.id, name)
      do throws(Failure) {
        // Another process may have changed it before it was locked.
        if let entry = try find(name), entry.id == found.id { return entry }
      } catch {
        give(found.id)
        throw error
      }
      give(found.id)
    }
    return nil
  }

  /// Refuses a session whose row is damaged.
  func checkRow(_ entry: StoredEntry) throws(Failure) {
    if entry.soundness == .damaged { throw damage(entry) }
    try checkNumber(entry)
  }

  /// Refuses a session whose number may be another one's.
  func checkNumber(_ entry: StoredEntry) throws(Failure) {
    if entry.soundness == .intact { return }
    guard try leadsBack(entry) else { throw damage(entry) }
  }

  private func damage(_ entry: StoredEntry) -> Failure {
    .damage(to: entry.name, in: place, "its row isn't what was written")
  }

  package var takesTogether: Bool { false }

  package func takeTogether(_ names: [String]) {}

  package func giveTaken() {}

  package func giveAll() {}

  package func ownership(of id: Int) -> Int { 0 }

  package var upkeepDelay: Int? { nil }

  package var leaseCounts: LeaseCounts? { nil }

  package func keepUp() {}

  package func takeLost() -> [LostLock] { [] }

  package var isUnsettled: Bool { false }

  package func settle() throws(Failure) -> [Int] { [] }

  package func isSettled() {}
}

/// A row of a snapshot or of changes.
package struct StoredRow {
  /// The change before the first one of the row.
  package let after: Int
  /// The last change of the row.
  package let seq: Int
  package let checksum: Int
  package let body: [UInt8]

  package init(after: Int, seq: Int, checksum: Int, body: [UInt8]) {
    self.after = after
    self.seq = seq
    self.checksum = checksum
    self.body = body
  }
}

/// A session whose lock another process has taken over.
package struct LostLock {
  package let id: Int
  /// Nil if the session is deleted, or its owner can't be told.
  package let owner: SessionOwner?

  package init(id: Int, owner: SessionOwner?) {
    self.id = id
    self.owner = owner
  }
}

/// The process that owns a session.
package struct SessionOwner: Sendable, Equatable {
  package let name: String
  /// Where its clients reach it, if it said so.
  package let url: String?
  /// The instant at which its ownership ends unless it is renewed, by the store's clock, in milliseconds since 1970.
  package let expires: Int?

  package init(name: String, url: String?, expires: Int?) {
    self.name = name
    self.url = url
    self.expires = expires
  }

  /// The members of the data of a `conflict`.
  package var members: JSONObject {
    var members: JSONObject = ["owner": .string(name)]
    if let url { members["url"] = .string(url) }
    if let expires { members["expires"] = .integer(expires) }
    return members
  }
}

extension SessionRow {
  /// The checksum of a snapshot or of changes.
  package static func checksum(of bytes: UnsafeRawBufferPointer, id: Int, seq: Int) -> Int {
    Checksum.of(bytes, seed: id &+ seq)
  }
}
