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
      bare: flow, name: name, keyPrefix: keyPrefix, limits: limits, clock: clock, notices: notices,
      coverage: coverage)
    var restorer = SessionRestorer(self, stored, scope, report)
    try restorer.restore()
    report = restorer.report
    listeners.coverage?.settle()
    history.begin(seq: world.seq, nextIDs: nextIDs)
    willGoOn(self)
    let owed = world.ledgers.effects.all
    runRestoredRules()
    try askAgain(owed, stored)
    if stored.goesOn(with: clock) { runMissedTimers() }
  }

  /// Takes the visible screens as known, without lifecycle events.
  func seeAnew() {
    change.hasOccurrences = false
    guard listeners.isWatched else { return }
    listeners.sightings = Sightings()
    listeners.sightings.begin(with: everythingVisible())
  }

  /// Restarts the whole timeout of an effect that is requested again.
  private func restartTimeout(of effect: EffectInFlight) {
    guard let timeout = effect.template.timeout else { return }
    for timer in world.ledgers.timers.timers(of: effect.screen) {
      if case .effectTimeout(effect.id) = timer.purpose {
        world.ledgers.timers.put(timer.postponed(to: now + timeout), for: timer.number)
      }
    }
  }

  /// Requests the effects in flight again. Those whose input wasn't stored as a whole fail for good: undo doesn't
  /// bring them back.
  private func askAgain(_ owed: [EffectInFlight], _ stored: StoredSession) throws(Failure) {
    let lost = Set(
      owed.lazy.map(\.id).filter { stored.parts[.effects]?[$0]?[StoredDivision.withheld] != nil })
    // Those that wait for others first, so that none is asked for meanwhile.
    for effect in owed where effect.isQueued && lost.contains(effect.id) {
      if let effect = inFlight(effect) { try giveUp(on: effect) }
    }
    for effect in owed where !effect.isQueued {
      guard let effect = inFlight(effect) else { continue }
      if lost.contains(effect.id) {
        try giveUp(on: effect)
      } else if effect.isResting {
        try endRest(of: effect)
      } else {
        askOnceMore(for: effect)
        if stored.goesOn(with: clock) { restartTimeout(of: effect) }
      }
    }
    if lost.isEmpty { return }
    history = History(limits: limits)
    history.begin(seq: world.seq, nextIDs: nextIDs)
  }

  /// An effect as it is now, unless it is over or held.
  private func inFlight(_ effect: EffectInFlight) -> EffectInFlight? {
    isHeld(effect) ? nil : world.ledgers.effects[effect.id]
  }
}
