/// Those who follow a session's changes: subscriptions, lifecycle rules, a recording, a store.
struct Observers {
  /// Subscriptions of requests; nil: there are none.
  var subscriptions: Subscriptions?
  /// Screens in sight, and those that came and went; kept while `isWatched`.
  var sightings = Sightings()
  /// Whether lifecycle events are observed.
  var isWatched: Bool
  /// Changes gathered for a recording; nil: nobody records.
  var recorded: StateChanges?
  /// Changes written for a store; nil: nothing is stored.
  var log: ChangeLog?

  init(isWatched: Bool) {
    self.isWatched = isWatched
  }
}
