import NavtreeFlow
import NavtreeJSON
import OrderedCollections
import NavtreePersistence
package import NavtreeEngine

/// What a server does with the store that keeps its sessions.
extension NavtreeServer {
  /// Runs what opens, closes or deletes a session, or ends the process: a transaction of its own behind all that
  /// was asked before, which is final whatever becomes of what is asked next.
  func apart<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    if store?.durability == .commit {
      try commitNow()
      // What was asked before is, also if this fails.
      isFinal = true
    }
    let firstNotice = notices.count
    do {
      let result = try body()
      if isShutDown { isFinal = true }
      return result
    } catch {
      // Nobody is told of what didn't happen.
      notices.drop(from: firstNotice)
      throw error
    }
  }

  /// Takes a session that has begun among the open ones, and stores it from now on.
  func enter(_ session: Session) throws(Failure) {
    try store?.add(session)
    sessions[session.name] = session
  }

  /// Opens a stored session, which this process has taken.
  func resume(
    _ opened: OpenedSession, _ flow: FlowDefinition, clock kind: SessionClock.Kind?, link: String?
  ) throws(Failure) -> Opening {
    let (entry, stored) = (opened.entry, opened.stored)
    do throws(Failure) {
      var report = RestoreReport()
      let session = try Session(
        restoring: stored, flow, name: entry.name, limits: limits, clock: makeClock(kind ?? stored.clock),
        notices: notices, scope: opened.scope, report: &report)
      let isSameTime =
        session.clock.kind == stored.clock && !(session.clock.kind == .real && session.hasTimers)
      let isWhole =
        report.isWhole && stored.hash == session.flowHash && stored.seq == session.world.seq && isSameTime
      store?.attach(session, as: opened, isWhole: isWhole)
      var opening = Opening(session: session, report: report)
      try open(link, in: &opening)
      if let store, store.durability == .commit { try store.commit() }
      sessions[entry.name] = session
      return opening
    } catch {
      store?.detach(entry.name)
      store?.give(entry.id)
      throw error
    }
  }

  /// Ends a session; a stored one stays stored.
  func close(_ session: Session) throws(Failure) {
    try apart { () throws(Failure) in
      // Also where what has changed may wait: nobody would write it any more.
      try store?.commit()
      store?.detach(session.name)
      session.close()
      sessions[session.name] = nil
    }
  }

  /// Deletes a session, open or not, with what is stored of it.
  func delete(_ name: String) throws(Failure) {
    try apart { () throws(Failure) in
      let isStored = try store?.delete(name) ?? false
      guard let session = sessions[name] else {
        if isStored { return }
        throw Failure(.unknownSession, "no session named '\(name)' is open or stored")
          .hinting(name, among: sessions.keys)
      }
      session.close()
      sessions[name] = nil
    }
  }

  // MARK: Committing

  /// Commits before the turn of the request at hand has come. If that can't be, all that waits is taken back when
  /// the turn comes.
  private func commitNow() throws(Failure) {
    if let storeFailure { throw storeFailure }
    do {
      try store?.commit()
    } catch {
      storeFailure = error
      throw error
    }
  }

  func commit(to store: SessionStore) -> Failure? {
    if let storeFailure { return undoGroup(storeFailure, store) }
    guard store.isDirty else { return nil }
    if store.durability != .commit {
      let since = waitsSince ?? clock.now
      waitsSince = since
      if clock.now - since < store.durability.patience { return nil }
    }
    do {
      try store.commit()
      waitsSince = nil
      pausedUntil = .min
      isStoreFailing = false
      return nil
    } catch {
      if store.durability == .commit { return undoGroup(error, store) }
      // It is tried again after a while.
      waitsSince = clock.now
      if !isStoreFailing { notices.note(failureOf: sessions.keys.first ?? "", error) }
      isStoreFailing = true
      return nil
    }
  }

  /// How long timers wait after a commit has failed, in milliseconds: one that is due is due again when its
  /// change was taken back.
  private static let pause = 1_000

  /// Takes back all that was asked since the last commit.
  private func undoGroup(_ failure: Failure, _ store: SessionStore) -> Failure {
    storeFailure = nil
    pausedUntil = clock.now + Self.pause
    // Before the sessions go back, which tells those who follow them that it's over.
    subscriptions.takeBack()
    store.takeBack()
    return failure
  }

  /// Commits what waits, before the process ends.
  package func finish() throws(Failure) {
    try store?.finish()
  }
}
