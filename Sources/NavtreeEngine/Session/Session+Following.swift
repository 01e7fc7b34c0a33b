import NavtreeFlow
package import NavtreeJSON

/// Subscriptions to the session.
extension Session {
  /// Begins a subscription to the session, and writes its first value as JSON.
  ///
  /// - Parameter number: the subscription's number, unique in the process.
  /// - Returns: whether there is such a value.
  @discardableResult
  package func subscribe(
    _ request: SubscriptionRequest, as number: Int, into output: inout JSONWriter
  ) throws(Failure) -> Bool {
    let followers =
      transaction.listeners.followers ?? Followers(firstNew: transaction.world.counters.screen, flow: flow)
    let hasValue = try followers.begin(request, as: number, in: transaction, into: &output)
    follow(by: followers)
    return hasValue
  }

  /// Ends a subscription at its client's request.
  ///
  /// - Returns: the means to resume it, as long as the session hasn't changed; nil if there is no such subscription.
  @discardableResult
  package func unsubscribe(_ number: Int) -> EndedSubscription? {
    guard let followers = transaction.listeners.followers, let ended = followers.end(number) else {
      return nil
    }
    follow(by: followers)
    if case .transitions(let transitions) = ended.kind, transitions.acknowledges {
      acknowledge(through: .max)
    }
    return ended
  }

  /// The number of the subscription whose transitions the host acknowledges; nil if there is none.
  package var acknowledging: Int? { transaction.listeners.followers?.acknowledging?.number }

  /// The transitions that the host hasn't shown yet.
  package var pendingTransitions: Int { transaction.pendingCount }

  /// Takes the transitions of the changes up to one as shown, and runs the requests that wait for that.
  package func acknowledge(through seq: Int) { transaction.endPending(through: seq) }

  package func resume(_ ended: EndedSubscription) {
    let followers = transaction.listeners.followers ?? ended.table
    followers.resume(ended)
    follow(by: followers)
  }

  /// Takes over the subscriptions of the session that this one takes the place of: those to places, queries,
  /// transitions, actions and lifecycle events go on as after a change, and those to screens end.
  ///
  /// - Complexity: O(size of the followed values).
  package func takeSubscriptions(of former: Session) {
    former.transaction.refuseQueued(former.transaction.endOfSession("was replaced"))
    guard let all = former.transaction.listeners.followers else { return }
    // The host still shows what it was told of.
    transaction.pending = former.transaction.pending
    transaction.pending.postpone(by: transaction.now - former.transaction.now)
    let succession = Succession(of: former.transaction, all, by: transaction)
    let ended = succession.takeAll()
    former.transaction.listeners.followers = nil
    follow(by: succession.followers)
    for number in ended {
      transaction.notices.append(.subscriptionEnded(subscription: number, reason: EffectEnd.replaced.name))
    }
  }

  /// Begins to log the places that changes touch.
  package func logTouches() -> TouchLog {
    let followers =
      transaction.listeners.followers ?? Followers(firstNew: transaction.world.counters.screen, flow: flow)
    let log = followers.touchLog ?? TouchLog()
    followers.touchLog = log
    follow(by: followers)
    return log
  }

  /// Ends the log.
  package func endTouchLog() {
    guard let followers = transaction.listeners.followers else { return }
    followers.touchLog = nil
    follow(by: followers)
  }

  /// Takes its followers, if there are any, and observes what they need.
  private func follow(by followers: Followers) {
    transaction.listeners.followers = followers.isEmpty ? nil : followers
    transaction.watch()
    transaction.listeners.keepLogs(flow)
  }

  package func takeHeld(_ number: Int) -> [Notice] {
    transaction.listeners.followers?.takeHeld(number, in: transaction) ?? []
  }

  /// Whether anyone follows the actions.
  package var isFollowingActions: Bool { transaction.listeners.actions != nil }

  /// The name of whoever caused the changes from now on.
  package var origin: String? {
    get { transaction.change.origin }
    set { transaction.change.origin = newValue }
  }

  package func tellRefused(_ name: String, at address: String?, _ failure: Failure, isPart: Bool = false) {
    transaction.tellRefused(name, at: address, failure, isPart: isPart)
  }
}

/// What listens to the session besides its followers.
extension Session {
  /// Begins to gather what changes make of the session, for a recording.
  package func beginRecording() { transaction.listeners.recording = Recording() }

  /// What was gathered since the last time.
  package func takeRecordedChanges() -> StateDelta { transaction.listeners.recording?.take() ?? StateDelta() }

  /// Keeps each change from now on until it is taken.
  ///
  /// - Parameter isSensitive: whether the values of sensitive fields are shown.
  package func beginWatch(isSensitive: Bool = false) -> ChangeWatch {
    let watch = ChangeWatch(isSensitive: isSensitive)
    transaction.listeners.watch = watch
    // Its own log shows what the watcher may see.
    transaction.listeners.actions = nil
    if transaction.listeners.recording == nil { beginRecording() }
    transaction.change.isExamined = true
    transaction.listeners.keepLogs(flow)
    return watch
  }
}
