import NavtreeCEL
import NavtreeFlow
package import NavtreeJSON

/// Effects in flight.
extension Session {
  package func answer(_ id: Int, output: JSONObject) throws(Failure) {
    try transaction.answer(id, output: output)
  }

  package func answerNext(_ id: Int, output: JSONObject) throws(Failure) {
    try transaction.answerNext(id, output: output)
  }

  package func fail(_ id: Int, error: JSONValue) throws(Failure) { try transaction.fail(id, error: error) }

  package var owed: [EffectInFlight] { transaction.owed }

  /// All effects in flight, in the order of their requests, also those that wait for others.
  package var effectsInFlight: [EffectInFlight] { transaction.world.ledgers.effects.all }

  /// The number that the next effect will have.
  package var nextEffect: Int { transaction.world.counters.effect }

  package func address(of effect: EffectInFlight) -> String { transaction.address(of: effect) }

  package func isHeld(_ effect: EffectInFlight) -> Bool { transaction.isHeld(effect) }

  /// Holds the effects in flight, on behalf of a fork: the original continues to request them.
  package func holdEffects() { transaction.world.ledgers.effects.hold(below: nextEffect) }

  package func askForAll() { transaction.askForAll() }

  package func deadline(of effect: EffectInFlight) -> Int? { transaction.deadline(of: effect) }

  package func retryInstant(of effect: EffectInFlight) -> Int? { transaction.retryInstant(of: effect) }

  package func effectInFlight(_ key: String) -> Int? { transaction.effectInFlight(key) }

  package func owes(_ id: Int) -> Bool { transaction.owes(id) }

  package func noEffect(_ key: String) -> Failure { transaction.noEffect(key) }
}

/// Time and timers.
extension Session {
  package func advance(by milliseconds: Int) throws(Failure) -> Passage {
    try transaction.advance(by: milliseconds)
  }

  package func wake() -> Passage { transaction.wake() }

  package func recordRunningTime() { transaction.recordRunningTime() }

  package var timers: [TimerView] { transaction.timers }

  /// The instant at which the next timer runs, in milliseconds since 1970.
  ///
  /// - Complexity: O(log *n*), amortized.
  package var nextTimer: Int? { transaction.world.ledgers.timers.next()?.due }

  /// The time of a session as text.
  package var timestamp: String { CELTimestamp(milliseconds: now).map { "\($0)" } ?? "" }

  package var isPaused: Bool { transaction.isPaused }

  package func pauseClock() throws(Failure) { try transaction.pauseClock() }

  package func resumeClock() throws(Failure) { try transaction.resumeClock() }
}

/// Links that wait.
extension Session {
  package func dropPendingLinks(_ url: String?) throws(Failure) -> Int {
    let count = try transaction.dropPendingLinks(url)
    transaction.noteRequest()
    return count
  }
}
