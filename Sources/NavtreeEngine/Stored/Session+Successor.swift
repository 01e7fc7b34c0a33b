package import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

extension Session {
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
    stored.seq = world.seq + 1
    for counter in StoredCounter.allCases {
      stored.next[counter] = max(stored.next[counter] ?? 1, world.counters[counter])
    }
    for effect in owed where !isHeld(effect) {
      notices.all.append(
        .effectCancelled(session: name, effect: effect.id, reason: EffectEnd.replaced.name))
      listeners.coverage?.count(effect, .replaced)
    }
    return try Session(
      restoring: stored, flow, name: name, keyPrefix: keyPrefix, limits: limits, clock: clock,
      notices: notices, coverage: coverage, report: &report,
      willGoOn: { session in
        for effect in world.ledgers.effects.all where session.world.ledgers.effects[effect.id] == nil {
          session.world.ledgers.endedEffects.put(
            EffectStones.Stone(id: effect.id, end: .replaced, screen: ScreenID(0)), for: effect.id)
        }
        willGoOn(session)
      })
  }
}
