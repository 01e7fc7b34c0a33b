package import NavtreeEngine
package import NavtreeFlow
package import NavtreeJSON
package import OrderedCollections

/// A store of flows: the values of some places of sessions that are stored elsewhere.
///
/// It commits before the session's own store, which decides whether a change is committed. Each value has the seq of
/// its change, and the previous value stays until the session's store has committed. A value with a seq beyond the
/// session's doesn't count.
package protocol FieldStore: AnyObject {
  /// The file or the URL, as messages show it.
  var path: String { get }

  /// Whether both are the same file, which one process can't write twice.
  func isSameFile(as other: any FieldStore) -> Bool

  /// Refuses a place that others may read.
  func checkIsPrivate(as name: String) throws(Failure)

  /// Adapts it to a flow that declares it.
  func use(_ definition: StoreDefinition) throws(Failure)

  /// Whether it knows a session, as it does from the session's beginning on, even without values.
  func knows(_ session: FieldSession) throws(Failure) -> Bool

  /// Keeps former owners of a session from writing its values.
  ///
  /// - Returns: the number of this write, if the store numbers them.
  func claim(_ session: FieldSession) throws(Failure) -> Int?

  /// The values of a session at its version.
  ///
  /// - Returns: also whether there are more: values that were never committed, or that are obsolete.
  /// - Throws: a failure that names the damage.
  /// - Complexity: O(size of the values).
  func read(_ session: FieldSession) throws(Failure) -> (
    values: OrderedDictionary<StoredPlace, JSONValue>, hasMore: Bool
  )

  /// Writes changed values of sessions as one transaction.
  func commit(_ changes: [FieldChanges]) throws(Failure)

  /// Deletes obsolete values of a session whose own store has committed.
  func tidy(_ fields: AttachedFields) throws(Failure)

  /// Deletes all values of a session that it keeps as the store of a name, since it may be several of a flow's stores.
  func delete(_ key: String, in store: String) throws(Failure)

  /// Reads everything, and returns the names of the sound sessions and the defects.
  ///
  /// - Complexity: O(size of the store).
  func verify() -> (sound: [String], findings: [StoreFinding])

  /// Releases free space.
  ///
  /// - Complexity: O(size of the store).
  func vacuum() throws(Failure)
}

extension FieldStore {
  package func isSameFile(as other: any FieldStore) -> Bool { false }

  var isInMemory: Bool { path == SessionStore.memory }

  package func checkIsPrivate(as name: String) throws(Failure) {}

  /// The failure of reading a session whose values aren't what was written.
  package func damage(_ session: FieldSession, _ reason: String) -> Failure {
    Failure.store(
      path, "what the store '\(session.store)' keeps of '\(session.name)' is damaged: \(reason)",
      hint: Failure.verifyHint
    ).with("session", .string(session.name))
  }

  package func claim(_ session: FieldSession) throws(Failure) -> Int? { nil }

  /// Reads the values of sessions by their numbers, and returns the names of the sound ones and the defects of the
  /// others.
  package func verify(
    _ sessions: [(id: Int, session: FieldSession)], _ read: (FieldSession, Int) throws(Failure) -> Void
  ) -> (sound: [String], findings: [StoreFinding]) {
    var sound: [String] = []
    var findings: [StoreFinding] = []
    for (id, session) in sessions {
      do throws(Failure) {
        try read(session, id)
        sound.append(session.name)
      } catch {
        findings.append(StoreFinding(session: session.name, message: error.message))
      }
    }
    return (sound, findings)
  }
}
