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
      var change = WindowChanges()
      for subscription in subscriptions.transitions.values.sorted(by: { $0.number < $1.number }) {
        if let notice = tell(subscription, &change, subscriptions) {
          told.append((subscription.number, [notice]))
        }
      }
      log.transitions.removeAll(keepingCapacity: true)
    }
    if let log = observers.actions, !log.rows.isEmpty {
      for (number, notices) in notices(of: log.rows, subscriptions) { told.append((number, notices)) }
      if observers.watch == nil { log.rows.removeAll(keepingCapacity: true) }
    }
    return told.count > 1 ? told.sorted { $0.number < $1.number } : told
  }

  /// The notices of actions, by their followers.
  func notices(
    of rows: [ActionRow], _ subscriptions: Subscriptions
  ) -> [(number: Int, notices: [Notice])] {
    let told = rows.map { ToldEvent(seq: world.seq, text: ActionWriter($0).text) }
    var firstHeld: Int?
    return subscriptions.actions.values.sorted { $0.number < $1.number }.map { subscription in
      guard notices.holdsChanges || subscription.held != nil else {
        let notices = told.map { Notice.action(subscription: subscription.number, $0) }
        for notice in notices { self.notices.weigh(notice) }
        return (subscription.number, notices)
      }
      hold(subscriptions)
      let first = firstHeld ?? subscriptions.heldActions.append(told, atMost: notices.mostBytes)
      firstHeld = first
      if subscription.held == nil { subscription.held = first }
      return (subscription.number, [.changeHeld(subscription: subscription.number)])
    }
  }

  /// The transitions of the current change in each followed window, and what is made of them once for all followers.
  private struct WindowChanges {
    struct Change {
      let transitions: [Transition]
      var text: [UInt8]?
      /// The sum that those share which begin to hold with this change.
      var held: TransitionSubscription.Held?
    }

    /// By the names of windows; nil for all of them.
    var changes: [UTF8Key?: Change] = [:]
  }

  private func tell(
    _ subscription: TransitionSubscription, _ all: inout WindowChanges, _ subscriptions: Subscriptions
  ) -> Notice? {
    let window = subscription.window.map { UTF8Key($0) }
    var change =
      all.changes[window] ?? WindowChanges.Change(transitions: transitions(in: subscription.window))
    defer { all.changes[window] = change }
    if change.transitions.isEmpty { return nil }
    let isHeld = notices.holdsChanges || subscription.held != nil
    if !isHeld || subscription.held == nil { change.text = change.text ?? text(of: change.transitions) }
    guard isHeld else {
      let notice = Notice.transitions(
        TransitionChange(
          subscription: subscription.number, seq: world.seq, since: nil, text: change.text ?? []))
      notices.weigh(notice)
      return notice
    }
    hold(subscriptions)
    if let held = subscription.held {
      held.add(change.transitions, at: world.seq)
    } else {
      let held =
        change.held ?? TransitionSubscription.Held(change.transitions, change.text, at: world.seq)
      change.held = held
      subscription.held = held
    }
    return .changeHeld(subscription: subscription.number)
  }

  /// Transitions as JSON.
  func text(of transitions: [Transition]) -> [UInt8] {
    var output = JSONWriter()
    TransitionWriter(session: self).write(transitions, to: &output)
    return output.withUnsafeBytes { Array($0) }
  }
}
