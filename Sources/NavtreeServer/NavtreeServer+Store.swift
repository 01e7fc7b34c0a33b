import NavtreeText
import NavtreeFlow
import NavtreeJSON
import NavtreePersistence
package import NavtreeEngine

/// The store of a server's sessions.
extension NavtreeServer {
  /// Runs an operation that opens, closes or deletes a session, or ends the process. It is a transaction of
  /// its own after everything before it, and final whatever happens to the requests after it.
  func apart<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    if store?.durability == .commit {
      try commitNow()
      // The earlier requests are committed even if this one fails.
      isFinal = true
    }
    let firstNotice = notices.count
    do {
      let result = try body()
      if isShutDown { isFinal = true }
      return result
    } catch {
      // No notification is sent for a change that didn't happen.
      notices.drop(from: firstNotice)
      if error.kind == .conflict { closeLost() }
      throw error
    }
  }

  /// Adds a session to the open ones, and stores it from now on.
  func enter(_ session: Session) throws(Failure) {
    try store?.add(session)
    admit(session)
  }

  /// Adds a session to the open ones that no store keeps.
  func enterUnstored(_ session: Session) {
    if store?.durability == .commit { unstored.add(session) }
    admit(session)
  }

  /// Adds a session to the open ones.
  private func admit(_ session: Session) {
    sessions[session.name] = session
    metrics.openedCount += 1
    if !fenced.isEmpty { fenced[session.name] = nil }
    log(
      .info, "the session '\(session.name)' of '\(session.flow.name)' is open, with seq \(session.seq)",
      about: ["session": .string(session.name), "flow": .string(session.flow.name)])
    keyPrefixes.take(session)
  }

  /// Reports the losses of a stored session under the loaded flow.
  ///
  /// - Throws: `storage` if such a session is to stay closed.
  private func account(for report: RestoreReport, of session: Session) throws(Failure) {
    let losses = report.losses
    if losses.isEmpty { return }
    for loss in losses {
      log(.warning, "session '\(session.name)': \(loss)", about: ["session": .string(session.name)])
    }
    guard refusesLosses else {
      return notices.append(
        .ofSession(
          session.name, method: "session.restored", params: ["report": report.json], isLasting: false))
    }
    throw Failure(
      .storage,
      "the session '\(session.name)' stays closed: some of it would be lost under the loaded flow",
      [
        "session": .string(session.name), "report": report.json,
        "hint": "migrate what would be lost, or serve without --on-loss refuse",
      ])
  }

  /// Opens a stored session that this process has locked.
  func resume(
    _ opened: OpenedSession, _ flow: FlowDefinition, clock kind: SessionClock.Kind?, link: String?,
    isKept: Bool
  ) throws(Failure) -> Opening {
    let (entry, stored) = (opened.entry, opened.stored)
    var recorded: RecordedOpening?
    do throws(Failure) {
      var report = RestoreReport()
      let clock = makeClock(kind ?? stored.clock)
      let session = try Session(
        restoring: stored, flow, name: entry.name,
        keyPrefix: keyPrefixes.next(for: entry.name, on: clock.kind), limits: limits, clock: clock,
        notices: notices, scope: opened.scope, coverage: coverage?[flow], report: &report,
        willGoOn: { recorded = recordedOpening(of: $0, restoredFrom: stored, isKept: isKept) })
      try account(for: report, of: session)
      let isSameTime =
        session.clock.kind == stored.clock
        && !(session.clock.kind == .real && (session.hasTimers || stored.hasTimers || stored.isPaused))
      let isWhole =
        report.isWhole && stored.hash == session.flowHash && stored.seq == session.seq && isSameTime
      store?.attach(session, as: opened, isWhole: isWhole)
      var opening = Opening(session: session, report: report, recorded: recorded)
      try open(link, in: &opening)
      if let store, store.durability == .commit { try store.commit() }
      admit(session)
      return opening
    } catch {
      // A commit that failed may have taken effect, so what flows' stores have of it stays.
      store?.abandon(entry.name)
      store?.give(entry.id)
      throw error
    }
  }

  /// Stops running a session. Its stored copy remains.
  func close(_ session: Session) throws(Failure) {
    while true {
      let count = sessions.count
      do throws(Failure) {
        return try closeOnce(session)
      } catch {
        // Other sessions that are lost don't keep this one open.
        guard store?.durability != .commit, sessions.count < count, sessions[session.name] === session else {
          throw error
        }
      }
    }
  }

  private func closeOnce(_ session: Session) throws(Failure) {
    try apart { () throws(Failure) in
      // When it is opened again its clock runs.
      if session.isPaused { try session.resumeClock() }
      session.recordRunningTime()
      // Even if changes may wait: after this nothing would write them.
      try store?.commit()
      store?.detach(session.name)
      unstored.remove(session.name)
      session.close()
      sessions[session.name] = nil
      log(.info, "the session '\(session.name)' is closed", about: ["session": .string(session.name)])
    }
  }

  /// Deletes a session, open or not, and its stored copy.
  func delete(_ name: String) throws(Failure) {
    if isRecording, let session = sessions[name] { addressed = (session, session.clock.now) }
    try apart { () throws(Failure) in
      // The stored session of an open one's name may be another process's.
      let isApart = sessions[name] != nil && store?.isAttached(name) == false
      let isStored = isApart ? false : try store?.delete(name) ?? false
      guard let session = sessions[name] else {
        if isStored { return }
        throw Failure(.unknownSession, "no session named '\(name.echo)' is open or stored")
          .hinting(name, among: sessions.keys)
      }
      unstored.remove(name)
      session.close()
      sessions[name] = nil
      log(.info, "the session '\(name)' is deleted", about: ["session": .string(name)])
    }
  }

  // MARK: Committing

  /// Commits before the present request runs. If the commit fails, all pending requests are undone when the
  /// request runs.
  private func commitNow() throws(Failure) {
    if let storeFailure { throw storeFailure }
    do {
      try store?.commit()
      unstored.commit()
    } catch {
      storeFailure = error
      throw error
    }
  }

  func commit(to store: SessionStore) -> Failure? {
    if let storeFailure { return undoGroup(storeFailure, store) }
    guard store.isDirty else {
      // Closing a session commits too.
      waitsSince = nil
      isStoreFailing = false
      unstored.commit()
      return nil
    }
    if store.durability != .commit {
      let since = waitsSince ?? clock.now
      waitsSince = since
      if clock.now - since < store.durability.patience { return nil }
    }
    do {
      try store.commit()
      unstored.commit()
      waitsSince = nil
      pausedUntil = .min
      isStoreFailing = false
      return nil
    } catch {
      if store.durability == .commit { return undoGroup(error, store) }
      closeLost()
      if error.kind == .conflict { return nil }
      // The commit is retried later.
      waitsSince = clock.now
      if !isStoreFailing { notices.append(.commitFailed(session: sessions.keys.first ?? "", error)) }
      isStoreFailing = true
      return nil
    }
  }

  /// The time that timers wait after a failed commit, in milliseconds: a timer whose change was undone is due
  /// again.
  private static let pause = 1_000

  /// Lets the next commit undo all requests since the last one instead.
  func undo(because error: RPCError) { storeFailure = Failure(.storage, error.sentence) }

  /// Undoes all requests since the last commit.
  private func undoGroup(_ failure: Failure, _ store: SessionStore) -> Failure {
    storeFailure = nil
    pausedUntil = clock.now + Self.pause
    // Before the sessions are reverted, which notifies their followers of the end.
    subscriptions.takeBack()
    takeBackQueues(because: failure)
    closeLost()
    store.takeBack()
    unstored.takeBack()
    return failure
  }

  /// Commits what waits, whatever the durability.
  func flush() throws(Failure) {
    guard let store else { return }
    if store.durability == .commit { return try apart {} }
    do {
      try store.commit()
      waitsSince = nil
      isStoreFailing = false
    } catch {
      // The commit is retried later, without the sessions that belong to other processes.
      waitsSince = clock.now
      closeLost()
      throw error
    }
  }

  /// Commits pending changes before the process ends.
  ///
  /// - Parameter instant: by the real clock; nil for that of its last reading.
  package func finish(at instant: Int? = nil) throws(Failure) {
    if let instant { clock.read(instant) }
    for session in sessions.values where session.isPaused { try session.resumeClock() }
    for session in sessions.values { session.recordRunningTime() }
    try store?.finish()
  }
}
