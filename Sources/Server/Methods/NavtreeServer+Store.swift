import Flow
import JSON
import OrderedCollections
import Persistence
package import Session

/// What a server does with the store that keeps its sessions.
extension NavtreeServer {
  /// Takes a session that has begun among the open ones, and stores it from now on.
  func enter(_ session: Session) throws(Failure) {
    do {
      try store?.add(session)
    } catch {
      // Nobody is told of what didn't begin.
      _ = notices.take()
      throw error
    }
    if store != nil { begun.append(session.name) }
    sessions[session.name] = session
  }

  /// Opens a stored session, which this process has taken.
  func resume(
    _ stored: StoredSession, _ entry: StoredEntry, _ flow: FlowDefinition, clock kind: SessionClock.Kind?
  ) throws(Failure) -> Opening {
    do throws(Failure) {
      guard entry.flow == flow.name else {
        throw Failure(
          .nameTaken, "a session named '\(entry.name)' is stored that runs the flow '\(entry.flow)'",
          ["hint": "give it another name with 'session'"])
      }
      var report = RestoreReport()
      let session = try Session(
        restoring: stored, flow, name: entry.name, limits: limits, clock: makeClock(kind ?? stored.clock),
        notices: notices, report: &report)
      let isSameTime =
        session.clock.kind == stored.clock && !(session.clock.kind == .real && session.hasTimers)
      let isWhole =
        report.isWhole && stored.hash == session.flowHash && stored.seq == session.seq && isSameTime
      store?.attach(session, as: entry, isWhole: isWhole)
      sessions[entry.name] = session
      return Opening(session: session, report: report)
    } catch {
      store?.detach(entry.name)
      store?.give(entry.id)
      _ = notices.take()
      throw error
    }
  }

  /// Ends a session; a stored one stays stored.
  func close(_ session: Session) throws(Failure) {
    try commitNow()
    store?.detach(session.name)
    session.close()
    sessions[session.name] = nil
  }

  /// Deletes a session, open or not, with what is stored of it.
  func delete(_ name: String) throws(Failure) {
    let isStored = try store?.delete(name) ?? false
    guard let session = sessions[name] else {
      if isStored { return }
      throw Failure(.unknownSession, "no session named '\(name)' is open or stored")
        .hinting(name, among: sessions.keys)
    }
    session.close()
    sessions[name] = nil
  }

  /// Takes back that a session was opened, because what was asked with it has failed.
  func abandon(_ opening: Opening) {
    let name = opening.session.name
    sessions[name] = nil
    if opening.report == nil {
      // What can't be deleted now is only a session that hasn't done anything yet.
      _ = try? store?.delete(name)
    } else {
      store?.detach(name)
    }
  }

  // MARK: Committing

  /// Commits before the turn of the request at hand has come.
  private func commitNow() throws(Failure) {
    do {
      try store?.commit()
    } catch {
      if storeFailure == nil, store?.durability == .commit { storeFailure = error }
      throw error
    }
  }

  func commit(to store: SessionStore) -> RPCError? {
    if let storeFailure { return undoGroup(storeFailure, store) }
    guard store.isDirty else {
      if !begun.isEmpty { begun.removeAll() }
      return nil
    }
    if store.durability != .commit {
      let since = waitsSince ?? clock.now
      waitsSince = since
      if clock.now - since < store.durability.patience { return nil }
    }
    do {
      try store.commit()
      begun.removeAll(keepingCapacity: true)
      waitsSince = nil
      pausedUntil = .min
      return nil
    } catch {
      if store.durability == .commit { return undoGroup(error, store) }
      // It is tried again after a while.
      waitsSince = clock.now
      notices.note(failureOf: begun.first ?? sessions.keys.first ?? "", error)
      return nil
    }
  }

  /// How long timers wait after a commit has failed, in milliseconds: one that is due is due again when its
  /// change was taken back.
  private static let pause = 1_000

  /// Takes back all that was asked since the last commit.
  private func undoGroup(_ failure: Failure, _ store: SessionStore) -> RPCError {
    storeFailure = nil
    pausedUntil = clock.now + Self.pause
    // Before the sessions go back, which tells those who follow them that it's over.
    subscriptions.takeBack()
    store.takeBack()
    for name in begun {
      sessions[name] = nil
      recorders[name] = nil
      _ = try? store.delete(name)
    }
    begun.removeAll()
    return RPCError(failure)
  }

  /// Commits what waits, before the process ends.
  package func finish() throws(Failure) {
    try store?.commit()
  }
}
