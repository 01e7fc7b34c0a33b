/// The whole state of a session at a moment, to which it can go back any number of times.
///
/// Data is shared with the session until the session changes it.
package struct Checkpoint {
  private let world: World
  private let now: Int
  private let sightings: Sightings

  /// The present state of a session.
  ///
  /// - Complexity: O(1). The next change copies what it writes to: the steps of the path to the focus, and the index of
  ///   the window's screens if it makes or removes any.
  package init(of session: Session) {
    let transaction = session.transaction
    world = transaction.world
    now = transaction.clock.now
    sightings = transaction.listeners.sightings
  }

  /// Takes a session back to this state, which isn't a change: nobody learns of it.
  ///
  /// Only a session without history, listeners and store may go back so, as `Session.searchFork` gives it: those would
  /// keep the later state.
  package func restore(_ session: Session) {
    let transaction = session.transaction
    transaction.world = world
    transaction.clock.now = now
    transaction.listeners.sightings = sightings
    transaction.scope.sharedValues?.forget()
  }
}

extension Limits {
  /// The same for search: no history, and loops of timers and sends end soon.
  package var forSearch: Limits {
    var limits = self
    limits[.history] = 0
    limits[.historyBytes] = 0
    limits[.firings] = min(limits[.firings], 1_000)
    limits[.queue] = min(limits[.queue], 200)
    return limits
  }
}
