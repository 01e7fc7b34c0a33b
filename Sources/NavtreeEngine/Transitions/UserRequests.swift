package import NavigationTree
package import NavtreeFlow
import NavtreeJSON

/// The requests of a session's users while transitions are pending: whether they run, wait or are dropped.
package struct UserRequests {
  private let transaction: Transaction

  package init(of session: Session) { transaction = session.transaction }

  /// What is to become of a request to these screens, or a broadcast to those of a type; without any the flow says it.
  package func fate(at screens: [ScreenID], _ broadcast: Int? = nil) -> DuringTransition {
    let flow = transaction.flow
    let types =
      broadcast.map { [$0] } ?? screens.compactMap { transaction.world.windows.place(of: $0)?.type }
    let all =
      types.isEmpty
      ? [flow.duringTransition] : types.map { flow.screens[$0].duringTransition ?? flow.duringTransition }
    return all.contains(.drop) ? .drop : all.contains(.queue) ? .queue : .run
  }

  /// The failure of a request that is dropped.
  package var refusal: Failure {
    let count = transaction.pendingCount
    return Failure(
      .moving, "\(count) \(count == 1 ? "transition is" : "transitions are") pending",
      ["pending": .integer(count), "hint": "try again after transition.done, or navigate with 'force'"]
    ).passing()
  }

  /// Refuses a request to these screens, or a broadcast to those of a type, unless it runs at once.
  package func check(at screens: [ScreenID], _ broadcast: Int? = nil) throws(Failure) {
    if fate(at: screens, broadcast) != .run { throw refusal }
  }

  /// Has a request wait until transitions are shown.
  ///
  /// - Parameters:
  ///   - asked: what is remembered of it once it has run, without the answer; nil if it has no key.
  ///   - screens: those that it is addressed to, for idle times.
  ///   - run: runs it under its number and tells the outcome; with a failure that is the outcome.
  /// - Returns: its number.
  package func enqueue(
    _ asked: RememberedAnswer?, at screens: [ScreenID], _ run: @escaping (Int, Failure?) -> Void
  ) throws(Failure) -> Int {
    guard transaction.pending.requests.count < transaction.limits[.queued] else {
      throw transaction.limits.exceeded(.queued)
    }
    let number = transaction.pending.append(asked, run)
    transaction.setAlarmForQueue()
    transaction.noteRequest(at: screens)
    return number
  }

  /// Those that wait, in order.
  package var waiting: [QueuedRequest] { transaction.pending.requests }

  /// Leaves waiting what waited before the requests that are being undone, and ends what has run among them.
  package func takeBack(to former: [QueuedRequest], because failure: Failure) {
    let left = Set(waiting.map(\.number))
    transaction.pending.requests = former.filter { left.contains($0.number) }
    for request in former where !left.contains(request.number) { request.run(request.number, failure) }
  }

  /// Runs those that wait, each as its own, until one of them begins transitions.
  package func run() { transaction.runQueued() }
}
