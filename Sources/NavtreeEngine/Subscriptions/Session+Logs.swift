import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// The transitions of a change for a follower, or of several in sum.
package struct TransitionChange {
  package let subscription: Int
  package let seq: Int
  /// The first of several changes in sum, of which `seq` is the last.
  package let since: Int?
  /// As JSON.
  package let text: [UInt8]
}

/// Reports of the transitions and actions of a change.
extension Session {
  /// Reports the current change, which is final, where nobody follows values.
  func tellLogs(_ subscriptions: Subscriptions) {
    // A value that is followed later begins with the present one.
    subscriptions.touches.removeAll(firstNew: world.counters.screen)
    if !subscriptions.departures.isEmpty { subscriptions.departures.removeAll() }
    let told = logNotices(subscriptions)
    if told.isEmpty { return }
    // The notices of invariants that the change has broken come last.
    var end = notices.all.endIndex
    while end > 0, case .invariantBroken(name, world.seq, _) = notices.all[end - 1] { end -= 1 }
    notices.all.insert(contentsOf: told.flatMap(\.notices), at: end)
  }

  /// The notices of the current change's transitions and actions, by subscription.
  func logNotices(_ subscriptions: Subscriptions) -> [(number: Int, notices: [Notice])] {
    var told: [(number: Int, notices: [Notice])] = []
    if let log = observers.transitions, !log.transitions.isEmpty {
      for subscription in subscriptions.transitions.values {
        if let notice = tell(subscription, subscriptions) { told.append((subscription.number, [notice])) }
      }
      log.transitions.removeAll(keepingCapacity: true)
    }
    if let log = observers.actions, !log.rows.isEmpty {
      let actions = log.rows.map { ToldAction(seq: world.seq, text: ActionWriter($0).text) }
      for subscription in subscriptions.actions.values {
        told.append((subscription.number, tell(subscription, actions, subscriptions)))
      }
      if observers.watch == nil { log.rows.removeAll(keepingCapacity: true) }
    }
    return told.count > 1 ? told.sorted { $0.number < $1.number } : told
  }

  private func tell(_ subscription: TransitionSubscription, _ subscriptions: Subscriptions) -> Notice? {
    let transitions = transitions(in: subscription.window)
    if transitions.isEmpty { return nil }
    guard notices.isReaderBehind else {
      return .transitions(change(of: subscription.number, transitions, seq: world.seq))
    }
    hold(subscriptions)
    if subscription.held == nil {
      subscription.held = TransitionSubscription.Held(since: world.seq, seq: world.seq)
    }
    subscription.held?.seq = world.seq
    for transition in transitions { subscription.held?.sum.add(transition.moves) }
    return .changeHeld(subscription: subscription.number)
  }

  func change(of number: Int, _ transitions: [Transition], seq: Int, since: Int? = nil)
    -> TransitionChange
  {
    var output = JSONWriter()
    TransitionWriter(session: self).write(transitions, to: &output)
    return TransitionChange(
      subscription: number, seq: seq, since: since, text: output.withUnsafeBytes { Array($0) })
  }

  /// The held transitions of a subscription as a travel; nil if every screen stands where it did.
  func takeHeld(_ subscription: TransitionSubscription) -> Notice? {
    guard let held = subscription.held else { return nil }
    let moves = held.sum.moves(in: nil)
    if moves.isEmpty { return nil }
    return .transitions(
      change(of: subscription.number, [travel(moves, by: nil)], seq: held.seq, since: held.since))
  }

  /// Remembers that changes are held until the reader has caught up.
  func hold(_ subscriptions: Subscriptions) {
    if subscriptions.isHolding { return }
    subscriptions.isHolding = true
    notices.add(holding: self)
  }
}
