import NavtreeEngine
import NavtreePersistence

/// Persists a session: each change at once, or several a moment later.
final class Keeper {
  private let store: SessionStore
  /// The instant since which changes wait, by the session's clock.
  private var waitsSince: Int?

  init(_ store: SessionStore) { self.store = store }

  /// The instant at which the changes that wait must be written; nil if none wait.
  var deadline: Int? { waitsSince.map { $0 + store.durability.patience } }

  /// Commits the changes, unless they may wait.
  ///
  /// - Throws: `storage`. If each change is committed at once, it is undone.
  func commit(at now: Int) throws(Failure) {
    guard store.isDirty else { return }
    if store.durability == .commit {
      do throws(Failure) {
        return try store.commit()
      } catch {
        store.takeBack()
        throw error
      }
    }
    let since = waitsSince ?? now
    waitsSince = since
    if now - since >= store.durability.patience { try flush() }
  }

  /// Commits whatever waits.
  func flush() throws(Failure) {
    try store.commit()
    waitsSince = nil
  }

  /// Commits whatever waits, and releases the stored session.
  func finish(_ session: NavtreeEngine.Session) throws(Failure) {
    defer { store.detach(session.name) }
    session.recordRunningTime()
    try store.finish()
  }
}
