package import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Session {
  /// A session that continues a stored one, under a flow that may have changed since.
  ///
  /// Effects in flight are requested again, except those with a sensitive input that wasn't stored: these have
  /// failed.
  /// - Parameters:
  ///   - keyPrefix: the prefix of the keys of its further effects; nil for the name.
  ///   - clock: a virtual one is set to the time of the stored session.
  ///   - scope: the stored fields.
  ///   - report: takes the fate of the stored values.
  ///   - willGoOn: is called with the restored session, before any consequences.
  /// - Complexity: O(size of the stored session).
  package convenience init(
    restoring stored: StoredSession, _ flow: FlowDefinition, name: String, keyPrefix: String? = nil,
    limits: Limits, clock: SessionClock, notices: Notices = Notices(), scope: StoredScope = StoredScope(),
    coverage: CoverageRecorder? = nil, report: inout RestoreReport,
    willGoOn: (Session) -> Void = { _ in }
  ) throws(Failure) {
    guard stored.version <= flow.version else {
      throw Failure(
        .storage,
        "the session is from version \(stored.version) of '\(stored.flow)', and the loaded flow is version \(flow.version)",
        ["hint": .string("load version \(stored.version) of the flow, or a later one")])
    }
    self.init(
      Transaction(
        flow, name: name, keyPrefix: keyPrefix ?? name, limits: limits, clock: clock, notices: notices),
      queries: QueryCompiler(flow: flow))
    transaction.listeners.coverage = coverage.map(SessionCoverage.init)
    var restorer = SessionRestorer(transaction, stored, scope, report)
    try restorer.restore()
    report = restorer.report
    transaction.listeners.coverage?.settle()
    transaction.beginHistory()
    willGoOn(self)
    let owed = transaction.world.ledgers.effects.all
    transaction.runRestoredRules(restorer.screens)
    try transaction.askAgain(owed, stored, lost: restorer.lostEffects)
    if stored.goesOn(with: clock) { transaction.runMissedTimers() }
  }

  /// A session that takes the place of this one and continues a stored one. Its seq and its numbers go on from the
  /// greater ones of both, and its history is empty.
  ///
  /// The effects in flight here are reported as cancelled, and those in flight there are requested again.
  /// - Parameters:
  ///   - clock: a virtual one is set to the time of the stored session.
  ///   - report: takes the fate of the stored values.
  ///   - willGoOn: is called with the restored session, before any consequences.
  /// - Complexity: O(size of the stored session).
  package func successor(
    from stored: StoredSession, _ flow: FlowDefinition, clock: SessionClock,
    coverage: CoverageRecorder? = nil, report: inout RestoreReport, willGoOn: (Session) -> Void
  ) throws(Failure) -> Session {
    var stored = stored
    stored.seq = transaction.world.seq + 1
    for counter in StoredCounter.allCases {
      stored.next[counter] = max(stored.next[counter] ?? 1, transaction.world.counters[counter])
    }
    for effect in owed where !isHeld(effect) {
      transaction.notices.all.append(
        .effectCancelled(session: name, effect: effect.id, reason: EffectEnd.replaced.name))
      transaction.listeners.coverage?.count(effect, .replaced)
    }
    return try Session(
      restoring: stored, flow, name: name, keyPrefix: keyPrefix, limits: limits, clock: clock,
      notices: transaction.notices, coverage: coverage, report: &report,
      willGoOn: { session in
        for effect in transaction.world.ledgers.effects.all
        where session.world.ledgers.effects[effect.id] == nil {
          session.transaction.world.ledgers.endedEffects.put(
            EffectStones.Stone(id: effect.id, end: .replaced, screen: ScreenID(0)), for: effect.id)
        }
        willGoOn(session)
      })
  }

  /// Ends everything tied to the screens of all windows, because the session ends.
  package func close() {
    for window in transaction.world.windows.indices {
      transaction.depart(transaction.world.windows[window].rootID, .sessionClosed)
    }
    transaction.cancelEffects(of: nil, .sessionClosed)
    transaction.clearTimers(of: nil)
    transaction.refuseQueued(transaction.endOfSession("was closed"))
    transaction.endSubscriptions()
  }

  /// Ends the session here, and leaves its effects in flight: another process goes on with it.
  package func leave() {
    transaction.clearTimers(of: nil)
    transaction.refuseQueued(transaction.endOfSession("went to another process"))
    transaction.endSubscriptions("fenced")
  }
}

/// Sessions for search.
extension Session {
  /// A session that continues from here on a virtual clock of its own, without history and listeners, for search.
  ///
  /// No host and no subscriber learns of it, and nothing of it reaches this session. Its timers are due at the same
  /// instants, and effects in flight may be answered under the same numbers.
  /// - Complexity: O(1), as a fork.
  package func searchFork(coverage: CoverageRecorder? = nil) -> Session {
    let copy = Transaction(
      copying: transaction, name: name, keyPrefix: keyPrefix, limits: limits.forSearch,
      clock: SessionClock(.virtual, now: now), notices: Notices())
    copy.listeners.coverage = coverage.map(SessionCoverage.init)
    return Session(copy, queries: queries)
  }

  /// Does something of which nothing is counted, since it is done again.
  package func uncounted<Result>(_ body: () -> Result) -> Result {
    let coverage = transaction.listeners.coverage
    transaction.listeners.coverage = nil
    defer { transaction.listeners.coverage = coverage }
    return body()
  }

  /// The notices that wait to be written.
  package var waitingNotices: [Notice] { transaction.notices.all }

  /// Drops the notices of a session for search, which nobody reads.
  package func forgetNotices() { if !transaction.notices.isEmpty { transaction.notices.removeAll() } }
}
