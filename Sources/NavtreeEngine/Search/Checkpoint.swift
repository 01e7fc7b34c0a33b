/// The whole state of a session at a moment, to which it can go back any number of times.
///
/// Data is shared with the session until the session changes it.
package struct Checkpoint {
  fileprivate let world: World
  fileprivate let now: Int
  fileprivate let sightings: Sightings
}

extension Session {
  /// The present state.
  ///
  /// - Complexity: O(1). The next change copies what it writes to: the steps of the path to the focus, and the index of
  ///   the window's screens if it makes or removes any.
  package var checkpoint: Checkpoint {
    Checkpoint(world: world, now: clock.now, sightings: listeners.sightings)
  }

  /// Goes back to an earlier state, which isn't a change: nobody learns of it.
  ///
  /// Only a session without history, listeners and store may do so, as `searchFork` gives it: those would keep the later
  /// state.
  package func goBack(to checkpoint: Checkpoint) {
    world = checkpoint.world
    clock.now = checkpoint.now
    listeners.sightings = checkpoint.sightings
    scope.sharedValues?.forget()
  }
}

extension Session {
  /// The limits of sessions for search: no history, and loops of timers and sends end soon.
  package static func searchLimits(_ limits: Limits = Limits()) -> Limits {
    var limits = limits
    limits[.history] = 0
    limits[.historyBytes] = 0
    limits[.firings] = min(limits[.firings], 1_000)
    limits[.queue] = min(limits[.queue], 200)
    return limits
  }

  /// A session that continues from here on a virtual clock of its own, without history and listeners, for search.
  ///
  /// No host and no subscriber learns of it, and nothing of it reaches this session. Its timers are due at the same
  /// instants, and effects in flight may be answered under the same numbers.
  /// - Complexity: O(1), as a fork.
  package func searchFork() -> Session { Session(searchingFrom: self) }
}

extension Session {
  /// The number of set timers.
  package var timerCount: Int { world.ledgers.timers.count }

  /// The notices that wait to be written.
  package var waitingNotices: [Notice] { notices.all }

  /// Drops the notices of a session for search, which nobody reads.
  package func forgetNotices() { if !notices.isEmpty { notices.removeAll() } }
}
