import NavtreeJSON

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
extension Followers {
  /// Reports the current change, which is final, where nobody follows values.
  func tellLogs(in transaction: Transaction) {
    // A value that is followed later begins with the present one.
    self.touches.removeAll(firstNew: transaction.world.counters.screen)
    if !departures.isEmpty { departures.removeAll() }
    let told = logNotices(in: transaction)
    if told.isEmpty { return }
    transaction.notices.all.insert(contentsOf: told.flatMap(\.notices), at: end(ofNoticesIn: transaction))
  }

  /// The end of the notices of a change; those of invariants that it has broken come last.
  func end(ofNoticesIn transaction: Transaction) -> Int {
    let notices = transaction.notices
    var end = notices.all.endIndex
    while end > 0, case .invariantBroken(transaction.name, transaction.world.seq, _) = notices.all[end - 1] {
      end -= 1
    }
    return end
  }

  /// The notices of the current change's transitions and actions, by subscription.
  func logNotices(in transaction: Transaction) -> [(number: Int, notices: [Notice])] {
    var told: [(number: Int, notices: [Notice])] = []
    if let log = transaction.listeners.transitions, !log.transitions.isEmpty {
      var change = WindowChanges()
      for subscription in transitions.values.sorted(by: { $0.number < $1.number }) {
        if let notice = tell(subscription, &change, in: transaction) {
          told.append((subscription.number, [notice]))
        }
      }
      log.transitions.removeAll(keepingCapacity: true)
    }
    if let log = transaction.listeners.actions, !log.rows.isEmpty {
      for (number, notices) in notices(of: log.rows, in: transaction) { told.append((number, notices)) }
      if transaction.listeners.watch == nil { log.rows.removeAll(keepingCapacity: true) }
    }
    return told.count > 1 ? told.sorted { $0.number < $1.number } : told
  }

  func refused(_ rows: [ActionRow], in transaction: Transaction) {
    if rows.isEmpty { return }
    for (_, told) in notices(of: rows, in: transaction) { transaction.notices.all += told }
  }

  /// The notices of actions, by their followers.
  func notices(
    of rows: [ActionRow], in transaction: Transaction
  ) -> [(number: Int, notices: [Notice])] {
    let all = rows.map {
      ToldEvent(seq: transaction.world.seq, windows: $0.windows, text: ActionWriter($0).text)
    }
    var firstHeld: Int?
    return actions.values.sorted { $0.number < $1.number }.compactMap { subscription in
      let told = subscription.own(all)
      if told.isEmpty { return nil }
      guard transaction.notices.holdsChanges || subscription.held != nil else {
        let notices = told.map { Notice.action(subscription: subscription.number, $0) }
        for notice in notices { transaction.notices.weigh(notice) }
        return (subscription.number, notices)
      }
      hold(in: transaction)
      let first = firstHeld ?? heldActions.append(all, atMost: transaction.notices.mostBytes)
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
    _ subscription: TransitionSubscription, _ all: inout WindowChanges, in transaction: Transaction
  ) -> Notice? {
    let window = subscription.window.map { UTF8Key($0) }
    var change =
      all.changes[window]
      ?? WindowChanges.Change(
        transitions: transaction.listeners.transitions?.transitions(in: subscription.window, of: transaction)
          ?? [])
    defer { all.changes[window] = change }
    if change.transitions.isEmpty { return nil }
    let isHeld = transaction.notices.holdsChanges || subscription.held != nil
    if !isHeld || subscription.held == nil {
      change.text = change.text ?? TransitionWriter(transaction: transaction).text(of: change.transitions)
    }
    guard isHeld else {
      let notice = Notice.transitions(
        TransitionChange(
          subscription: subscription.number, seq: transaction.world.seq, since: nil, text: change.text ?? []))
      transaction.notices.weigh(notice)
      return notice
    }
    hold(in: transaction)
    if let held = subscription.held {
      held.add(change.transitions, at: transaction.world.seq)
    } else {
      let held =
        change.held ?? TransitionSubscription.Held(change.transitions, change.text, at: transaction.world.seq)
      change.held = held
      subscription.held = held
    }
    return .changeHeld(subscription: subscription.number)
  }
}
