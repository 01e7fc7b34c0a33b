package import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Session {
  /// A session that goes on where a stored one stood, under a flow that may have changed since.
  ///
  /// What hosts owed then they are asked for again, unless a sensitive input wasn't stored: that has failed.
  /// - Parameters:
  ///   - keyPrefix: the beginning of the keys of effects that it asks for from then on; nil: the name.
  ///   - clock: a virtual one is set to the time at which the session stood.
  ///   - scope: what was stored.
  ///   - report: what became of what was stored.
  ///   - willGoOn: is called when the session stands as it was stored, before anything comes of that.
  /// - Complexity: O(size of what is stored).
  package convenience init(
    restoring stored: StoredSession, _ flow: FlowDefinition, name: String, keyPrefix: String? = nil,
    limits: Limits, clock: SessionClock, notices: Notices = Notices(), scope: StoredScope = StoredScope(),
    report: inout RestoreReport, willGoOn: (Session) -> Void = { _ in }
  ) throws(Failure) {
    guard stored.version <= flow.version else {
      throw Failure(
        .storage,
        "the session is from version \(stored.version) of '\(stored.flow)', and the loaded flow is version \(flow.version)",
        ["hint": .string("load version \(stored.version) of the flow, or a later one")])
    }
    self.init(bare: flow, name: name, keyPrefix: keyPrefix, limits: limits, clock: clock, notices: notices)
    var restorer = SessionRestorer(self, stored, scope, report)
    try restorer.restore()
    report = restorer.report
    history.begin(seq: world.seq, nextIDs: nextIDs)
    willGoOn(self)
    let owed = self.owed
    runRestoredRules()
    try askAgain(owed, stored)
    if stored.goesOn(with: clock) { runMissedTimers() }
  }

  /// Takes what is in sight for what was there before: nobody has come or gone.
  func seeAnew() {
    change.hasOccurrences = false
    guard observers.isWatched else { return }
    observers.sightings = Sightings()
    observers.sightings.begin(with: everythingVisible())
  }

  /// Lets the host have the whole time for an effect that it is asked for again.
  private func restartTimeout(of effect: EffectInFlight) {
    guard let timeout = effect.template.timeout else { return }
    for timer in world.ledgers.timers.timers(of: effect.screen) {
      if case .effectTimeout(effect.id) = timer.purpose {
        world.ledgers.timers.put(timer.postponed(to: now + timeout), for: timer.number)
      }
    }
  }

  /// Asks hosts for what they owe.
  private func askAgain(_ owed: [EffectInFlight], _ stored: StoredSession) throws(Failure) {
    for effect in owed {
      guard let effect = world.ledgers.effects[effect.id], !isHeld(effect) else { continue }
      if stored.parts[.effects]?[effect.id]?[StoredDivision.withheld] != nil {
        try giveUp(on: effect)
      } else {
        askOnceMore(for: effect)
        if stored.goesOn(with: clock) { restartTimeout(of: effect) }
      }
    }
  }
}
