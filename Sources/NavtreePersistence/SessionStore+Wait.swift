import NavtreeEngine

/// Locks of stored sessions.
extension SessionStore {
  /// Locks a stored session, and waits for another process that has locked it, for `patience` at most; nil when no
  /// session has that name.
  func take(_ name: String) throws(Failure) -> StoredEntry? {
    var entry: StoredEntry?
    try Patience(milliseconds: patience, pause: 25).attempt { () throws(Failure) in
      entry = try tables.take(named: name)
    } whileFailing: { failure in
      guard failure.kind == .conflict else { return false }
      // Those that are open stay this process's meanwhile.
      tables.keepUp()
      return true
    }
    return entry
  }

  /// Whether locking several sessions together costs less.
  package var takesTogether: Bool { tables.takesTogether }

  /// Locks stored sessions that are about to be opened together, as far as they are free.
  package func takeTogether(_ names: [String]) {
    tables.takeTogether(names.filter { !isAttached($0) })
  }

  /// Releases those of them that weren't opened.
  package func giveTaken() { tables.giveTaken() }
}
