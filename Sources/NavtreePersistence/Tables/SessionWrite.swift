import NavtreeEngine
import NavtreeJSON

/// A session's part of a commit.
package struct SessionWrite {
  let session: AttachedSession
  /// Whether a snapshot replaces the changes; else they are added.
  package let isSnapshot: Bool

  init(_ session: AttachedSession) {
    self.session = session
    isSnapshot = session.needsSnapshot || session.hasOutgrownSnapshot
  }

  package var id: Int { session.id }

  /// The last change that is stored.
  package var after: Int { session.version.seq }

  /// The last change that will be stored.
  package var seq: Int { session.session.seq }

  /// The session's row; nil if that stays.
  package var row: SessionRow? { session.needsSnapshot ? session.nextRow : nil }

  /// Stores that no longer keep some of it.
  package var formerStores: [String] { session.givenUp }

  /// Stores that keep some of it, and may have been given up before.
  package var stores: [String] { session.fields.map(\.session.store) }

  /// Gives the body of the snapshot, or of the row of changes.
  package func withBody<Result, Problem: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    guard isSnapshot else {
      session.pendingSize = nil
      return try session.log.withUnsafeBytes(body)
    }
    var text = JSONWriter(capacity: max(session.snapshotSize, 4096))
    session.session.stored(session.log.scope).write(into: &text, isStored: true)
    session.pendingSize = text.count
    return try text.withUnsafeBytes(body)
  }
}
