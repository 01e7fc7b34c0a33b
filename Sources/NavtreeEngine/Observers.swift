/// The observers of a session's changes: subscriptions, lifecycle rules, a recording, a store.
struct Observers {
  /// Subscriptions of requests, if any.
  var subscriptions: Subscriptions?
  /// Transitions of the current change, while a subscription follows them.
  var transitions: TransitionLog?
  /// Actions of the current change, while a subscription follows them.
  var actions: ActionLog?
  /// Visible screens, and those that came and went; kept while `isWatched`.
  var sightings = Sightings()
  /// Whether lifecycle events are observed.
  var isWatched: Bool
  /// Changes collected for a recording, if any.
  var recording: StateDelta?
  /// Keeps each change with how it came about, if the session is looked at.
  var watch: ChangeWatch?
  /// Changes written for a store, if any.
  var log: ChangeLog?
  /// Counts what the session does, if it is measured.
  var coverage: SessionCoverage?

  init(isWatched: Bool) {
    self.isWatched = isWatched
  }
}
