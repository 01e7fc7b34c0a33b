import NavtreeFlow

/// The listeners of a session, and the logs that they read.
struct Listeners {
  /// The subscriptions of requests, if there are any.
  var followers: Followers?
  /// Transitions of the current change, while a subscription follows them.
  var transitions: TransitionLog?
  /// Actions of the current change, while a subscription follows them.
  var actions: ActionLog?
  /// Visible screens, and those that came and went; kept while `isWatched`.
  var sightings = Sightings()
  /// Whether lifecycle events are observed.
  var isWatched: Bool
  /// Gathers the changes, if the session is recorded.
  var recording: Recording?
  /// Keeps each change with how it came about, if the session is looked at.
  var watch: ChangeWatch?
  /// Logs the changes, if the session is stored.
  var archive: Archive?
  /// Counts what the session does, if it is measured.
  var coverage: SessionCoverage?

  /// Begins or ends the logs of changes, as they gain their first follower or lose their last.
  mutating func keepLogs(_ flow: FlowDefinition) {
    if followers?.transitions.isEmpty ?? true {
      transitions = nil
    } else if transitions == nil {
      transitions = TransitionLog()
    }
    if watch == nil, followers?.actions.isEmpty ?? true {
      actions = nil
    } else if actions == nil {
      actions = ActionLog(PayloadMask(flow, hidesSecrets: !(watch?.isSensitive ?? false)))
    }
  }
}
