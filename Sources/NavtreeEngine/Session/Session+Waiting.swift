import NavtreeCEL
import NavtreeFlow
package import NavtreeJSON

/// Effects in flight.
extension Session {
  /// Takes a host's answer to an effect, as a change of its own, for the screen that requested it.
  ///
  /// An output that doesn't fit changes nothing, and the effect stays in flight.
  package func answer(_ id: Int, output: JSONObject) throws(Failure) {
    try transaction.answer(id, output: output)
  }

  /// Takes an answer before the last one, as a change of its own, for the screen that requested the effect. The
  /// effect stays in flight, and its timeout begins anew.
  package func answerNext(_ id: Int, output: JSONObject) throws(Failure) {
    try transaction.answerNext(id, output: output)
  }

  /// Takes a host's report that an effect failed, as a change of its own: the effect is requested again if it
  /// has retries left, else it has failed.
  ///
  /// An error that doesn't fit the effect's `errors` changes nothing.
  package func fail(_ id: Int, error: JSONValue) throws(Failure) { try transaction.fail(id, error: error) }

  /// The effects that hosts still have to answer, in the order of their requests.
  package var owed: [EffectInFlight] { transaction.owed }

  /// All effects in flight, in the order of their requests, also those that wait for others.
  package var effectsInFlight: [EffectInFlight] { transaction.world.ledgers.effects.all }

  /// The number that the next effect will have.
  package var nextEffect: Int { transaction.world.counters.effect }

  /// The address of the screen that requested an effect; empty for the session.
  ///
  /// - Complexity: O(number of windows + depth).
  package func address(of effect: EffectInFlight) -> String { transaction.address(of: effect) }

  /// Whether an effect belongs to the session from which this one was forked, and is never requested here.
  package func isHeld(_ effect: EffectInFlight) -> Bool { transaction.isHeld(effect) }

  /// Holds the effects in flight, on behalf of a fork: the original continues to request them.
  package func holdEffects() { transaction.world.ledgers.effects.hold(below: nextEffect) }

  /// Requests all effects in flight, on behalf of a fork, under the keys that hosts know. A resting one is requested
  /// when its rest is over.
  package func askForAll() { transaction.askForAll() }

  /// The instant at which an effect times out, in milliseconds since 1970; nil if it waits for ever.
  package func deadline(of effect: EffectInFlight) -> Int? { transaction.deadline(of: effect) }

  /// The instant at which a resting effect is requested again, in milliseconds since 1970.
  package func retryInstant(of effect: EffectInFlight) -> Int? { transaction.retryInstant(of: effect) }

  /// The number of an effect in flight with this key; nil if there is none.
  ///
  /// - Complexity: O(length of the key)
  package func effectInFlight(_ key: String) -> Int? { transaction.effectInFlight(key) }

  /// Whether an effect of this number is in flight, and requested here.
  package func owes(_ id: Int) -> Bool { transaction.owes(id) }

  /// The failure of a key that no effect in flight here has.
  package func noEffect(_ key: String) -> Failure { transaction.noEffect(key) }
}

/// Time and timers.
extension Session {
  /// Advances a virtual clock.
  ///
  /// - Complexity: the cost of the due timers, at most as many as the limit allows.
  package func advance(by milliseconds: Int) throws(Failure) -> Passage {
    try transaction.advance(by: milliseconds)
  }

  /// Runs the due timers of a real clock.
  package func wake() -> Passage { transaction.wake() }

  /// Logs the time for the store, if a timer counts time only while the process runs.
  package func recordRunningTime() { transaction.recordRunningTime() }

  /// The timers that are set, in the order in which they will run.
  ///
  /// - Complexity: O(*n* log *n*), and the depth of their screens.
  package var timers: [TimerView] { transaction.timers }

  /// The instant at which the next timer runs, in milliseconds since 1970.
  ///
  /// - Complexity: O(log *n*), amortized.
  package var nextTimer: Int? { transaction.world.ledgers.timers.next()?.due }

  /// The time of a session as text.
  package var timestamp: String { CELTimestamp(milliseconds: now).map { "\($0)" } ?? "" }

  /// Whether a real clock is paused for the session.
  package var isPaused: Bool { transaction.isPaused }

  /// Pauses a real clock for the session: nothing falls due.
  package func pauseClock() throws(Failure) { try transaction.pauseClock() }

  /// Resumes the clock at the real time. All timers are postponed by the length of the pause.
  ///
  /// - Complexity: O(*n* log *n*) in the number of timers.
  package func resumeClock() throws(Failure) { try transaction.resumeClock() }
}

/// Links that wait.
extension Session {
  /// Drops waiting links, as a change of its own.
  ///
  /// - Parameter url: the URL as given; nil for all of them.
  /// - Returns: the number of dropped links; 0 if nothing has changed.
  package func dropPendingLinks(_ url: String?) throws(Failure) -> Int {
    try transaction.dropPendingLinks(url)
  }
}
