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
extension Followers {
  /// Reports the current change, which is final, where nobody follows values.
  func tellLogs(in session: Session) {
    // A value that is followed later begins with the present one.
    self.touches.removeAll(firstNew: session.world.counters.screen)
    if !departures.isEmpty { departures.removeAll() }
    let told = logNotices(in: session)
    if told.isEmpty { return }
    session.notices.all.insert(contentsOf: told.flatMap(\.notices), at: end(ofNoticesIn: session))
  }

  /// The end of the notices of a change; those of invariants that it has broken come last.
  func end(ofNoticesIn session: Session) -> Int {
    let notices = session.notices
    var end = notices.all.endIndex
    while end > 0, case .invariantBroken(session.name, session.world.seq, _) = notices.all[end - 1] {
      end -= 1
    }
    return end
  }

  /// The notices of the current change's transitions and actions, by subscription.
  func logNotices(in session: Session) -> [(number: Int, notices: [Notice])] {
    var told: [(number: Int, notices: [Notice])] = []
    if let log = session.listeners.transitions, !log.transitions.isEmpty {
      var change = WindowChanges()
      for subscription in transitions.values.sorted(by: { $0.number < $1.number }) {
        if let notice = tell(subscription, &change, in: session) {
          told.append((subscription.number, [notice]))
        }
      }
      log.transitions.removeAll(keepingCapacity: true)
    }
    if let log = session.listeners.actions, !log.rows.isEmpty {
      for (number, notices) in notices(of: log.rows, in: session) { told.append((number, notices)) }
      if session.listeners.watch == nil { log.rows.removeAll(keepingCapacity: true) }
    }
    return told.count > 1 ? told.sorted { $0.number < $1.number } : told
  }

  func refused(_ rows: [ActionRow], in session: Session) {
    if rows.isEmpty { return }
    for (_, told) in notices(of: rows, in: session) { session.notices.all += told }
  }

  /// The notices of actions, by their followers.
  func notices(
    of rows: [ActionRow], in session: Session
  ) -> [(number: Int, notices: [Notice])] {
    let told = rows.map { ToldEvent(seq: session.world.seq, text: ActionWriter($0).text) }
    var firstHeld: Int?
    return actions.values.sorted { $0.number < $1.number }.map { subscription in
      guard session.notices.holdsChanges || subscription.held != nil else {
        let notices = told.map { Notice.action(subscription: subscription.number, $0) }
        for notice in notices { session.notices.weigh(notice) }
        return (subscription.number, notices)
      }
      hold(in: session)
      let first = firstHeld ?? heldActions.append(told, atMost: session.notices.mostBytes)
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
    _ subscription: TransitionSubscription, _ all: inout WindowChanges, in session: Session
  ) -> Notice? {
    let window = subscription.window.map { UTF8Key($0) }
    var change =
      all.changes[window]
      ?? WindowChanges.Change(
        transitions: session.listeners.transitions?.transitions(in: subscription.window, of: session) ?? [])
    defer { all.changes[window] = change }
    if change.transitions.isEmpty { return nil }
    let isHeld = session.notices.holdsChanges || subscription.held != nil
    if !isHeld || subscription.held == nil {
      change.text = change.text ?? TransitionWriter(session: session).text(of: change.transitions)
    }
    guard isHeld else {
      let notice = Notice.transitions(
        TransitionChange(
          subscription: subscription.number, seq: session.world.seq, since: nil, text: change.text ?? []))
      session.notices.weigh(notice)
      return notice
    }
    hold(in: session)
    if let held = subscription.held {
      held.add(change.transitions, at: session.world.seq)
    } else {
      let held =
        change.held ?? TransitionSubscription.Held(change.transitions, change.text, at: session.world.seq)
      change.held = held
      subscription.held = held
    }
    return .changeHeld(subscription: subscription.number)
  }
}
