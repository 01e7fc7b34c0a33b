import NavtreeEngine
import NavtreePersistence

/// Persists a session: each change at once, or several a moment later.
final class Keeper {
  private let store: SessionStore
  /// Whether its session goes by a real clock, so that it can be tried again later.
  private let isPatient: Bool
  /// The instant since which changes wait, by the session's clock.
  private var waitsSince: Int?
  /// The instant at which a store that failed is tried again.
  private var retry: Int?
  /// Whether the store failed the last time.
  private(set) var isFailing = false

  init(_ store: SessionStore, isPatient: Bool) {
    self.store = store
    self.isPatient = isPatient
  }

  /// The time between two trials, in milliseconds.
  private static let pause = 1_000

  /// Whether a change that can't be stored is undone.
  var takesBack: Bool { store.durability == .commit }

  /// The instant at which the changes that wait must be written; nil if none wait.
  var deadline: Int? { waitsSince.map { max($0 + store.durability.patience, retry ?? $0) } }

  /// The instant until which nothing that would be undone again happens by itself.
  var pause: Int? { takesBack ? retry : nil }

  /// Commits the changes, unless they may wait.
  ///
  /// - Throws: `storage`. If each change is committed at once, it is undone.
  func commit(at now: Int) throws(Failure) {
    guard store.isDirty else { return }
    if !takesBack {
      let since = waitsSince ?? now
      waitsSince = since
      if now < deadline ?? now { return }
    }
    try flush(at: now)
  }

  /// Commits whatever waits.
  func flush(at now: Int) throws(Failure) {
    do throws(Failure) {
      try store.commit()
    } catch {
      isFailing = true
      if isPatient { retry = now + Self.pause }
      if takesBack { store.takeBack() }
      throw error
    }
    (waitsSince, retry, isFailing) = (nil, nil, false)
  }

  /// Commits whatever waits, and releases the stored session.
  func finish(_ session: NavtreeEngine.Session) throws(Failure) {
    defer { store.detach(session.name) }
    session.recordRunningTime()
    try store.finish()
  }
}
