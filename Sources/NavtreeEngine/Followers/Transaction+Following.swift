extension Transaction {
  /// Ends all subscriptions, because the session ends.
  func endSubscriptions(_ reason: String = RemovalReason.sessionClosed.rawValue) {
    guard let followers = listeners.followers else { return }
    for number in followers.numbers {
      notices.all.append(.subscriptionEnded(subscription: number, reason: reason))
    }
    listeners.followers = nil
    pending.end(through: .max)
    listeners.keepLogs(flow)
  }
}
