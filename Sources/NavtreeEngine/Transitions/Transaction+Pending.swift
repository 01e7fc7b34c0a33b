import NavigationTree
import NavtreeFlow
import NavtreeJSON

/// Transitions that take time.
extension Transaction {
  /// The transitions that the host hasn't shown yet.
  var pendingCount: Int { pending.isEmpty ? 0 : pending.count(at: now) }

  /// Notes the transitions of the current change, which a subscription is about to be told.
  func notePending(in window: String?) {
    let count = listeners.transitions?.transitions(in: window, of: self).count ?? 0
    if count > 0 { addPending(count) }
  }

  func addPending(_ count: Int) {
    let patience = min(limits[.transition], SessionClock.lastInstant - now)
    pending.add(count, of: world.seq, due: now + patience)
    scope.sharedValues?.forget()
  }

  /// Takes the transitions of the changes up to one as shown, and runs the requests that wait.
  func endPending(through seq: Int) {
    pending.end(through: seq)
    scope.sharedValues?.forget()
    runQueued()
  }

  /// Runs the requests that wait, each as its own, until one of them begins transitions.
  func runQueued() {
    while !pending.requests.isEmpty, pendingCount == 0, !isInterrupted {
      let request = pending.requests.removeFirst()
      request.run(request.number, nil)
    }
    setAlarmForQueue()
  }

  /// Ends the requests that wait.
  func refuseQueued(_ failure: Failure) {
    let requests = pending.requests
    pending.requests = []
    for request in requests { request.run(request.number, failure) }
  }

  /// The outcome of a request that waits when the session ends.
  func endOfSession(_ end: String) -> Failure {
    Failure(
      .unknownSession, "the session '\(name)' \(end) before the request ran", ["session": .string(name)])
  }

  func setAlarmForQueue() {
    if let turn = pending.turn { setAlarm(at: max(turn, now)) }
  }
}
