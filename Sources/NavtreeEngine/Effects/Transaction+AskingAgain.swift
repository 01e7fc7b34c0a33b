import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// Effects that are requested again, because a session continues.
extension Transaction {
  /// Restarts the whole timeout of an effect that is requested again.
  private func restartTimeout(of effect: EffectInFlight) {
    guard let timeout = effect.template.timeout else { return }
    for timer in world.ledgers.timers.timers(of: effect.screen) {
      if case .effectTimeout(effect.id) = timer.purpose {
        world.ledgers.timers.put(timer.postponed(to: now + timeout), for: timer.number)
      }
    }
  }

  /// Requests the effects in flight again. Those whose input wasn't stored as a whole, and those that the flow has no
  /// more, fail for good: undo doesn't bring them back.
  func askAgain(_ owed: [EffectInFlight], _ stored: StoredSession, lost dropped: Set<Int>) throws(Failure) {
    let lost = dropped.union(
      owed.lazy.map(\.id).filter { stored.parts[.effects]?[$0]?[StoredDivision.withheld] != nil })
    // Those that wait for others first, so that none is asked for meanwhile.
    for effect in owed where effect.isQueued && lost.contains(effect.id) {
      if let effect = inFlight(effect) { giveUp(on: effect) }
    }
    for effect in owed where !effect.isQueued {
      guard let effect = inFlight(effect) else { continue }
      if lost.contains(effect.id) {
        giveUp(on: effect)
      } else if stored.goesOn(with: clock), let end = lastTimer(of: effect)?.due, end <= now {
        // Its time was up while the process was down.
        continue
      } else if effect.isResting {
        try endRest(of: effect)
      } else {
        askOnceMore(for: effect)
        if stored.isTold(by: clock) { restartTimeout(of: effect) }
      }
    }
    if lost.isEmpty { return }
    beginHistory()
  }

  /// An effect as it is now, unless it is over or held.
  private func inFlight(_ effect: EffectInFlight) -> EffectInFlight? {
    isHeld(effect) ? nil : world.ledgers.effects[effect.id]
  }

  /// Requests all effects in flight, on behalf of a fork, under the keys that hosts know. A resting one is requested
  /// when its rest is over.
  func askForAll() {
    for effect in owed where !effect.isResting { askOnceMore(for: effect) }
  }

  /// Notifies the host again of an effect in flight.
  func askOnceMore(for effect: EffectInFlight) {
    if isHeld(effect) { return }
    let asked = effect.asked(again: true, retries: effect.retries)
    world.ledgers.effects.put(asked, for: asked.id)
    notices.all.append(.effectRequested(session: name, asked, at: Array(address(of: asked).utf8)))
  }
}
