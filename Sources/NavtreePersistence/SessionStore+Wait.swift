import NavtreeEngine

extension SessionStore {
  /// Locks a session, and waits for another process that has locked it, for `patience` at most.
  func takeWaiting(_ id: Int, _ name: String) throws(Failure) {
    try Patience(milliseconds: patience, pause: 25).attempt { () throws(Failure) in
      try tables.take(id, name)
    } whileFailing: { failure in
      guard failure.kind == .conflict else { return false }
      // Those that are open stay this process's meanwhile.
      tables.keepUp()
      return true
    }
  }
}
