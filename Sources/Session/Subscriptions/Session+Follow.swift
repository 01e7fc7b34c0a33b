import Flow
import JSON
import NavigationTree
import OrderedCollections

extension Session {
  /// Tells those who follow the session what the present change, which is final now, has changed.
  ///
  /// - Complexity: O(number of steps of the change), each with the way up through as many levels as any
  ///   subscription looks at; O(number of screens removed). Subscriptions that look elsewhere cost nothing, but
  ///   for those with computed values that read `shared` or `now`, and queries.
  func tell(_ subscriptions: Subscriptions) {
    let focuses = windows.map(\.focus.id)
    var touches = Touches(firstNew: subscriptions.firstNew)
    touches.note(journal, in: self)
    if notices.isReaderBehind {
      if subscriptions.held == nil {
        subscriptions.held = Touches(firstNew: subscriptions.firstNew)
        notices.note(holding: self)
      }
      subscriptions.held?.note(journal, in: self)
      subscriptions.held?.condense(in: self)
    }
    let (moved, ended) = follow(subscriptions, touches)
    var covered = covered(by: touches, subscriptions)
    for number in moved where covered[number] == nil { covered[number] = [:] }
    subscriptions.firstNew = nextID
    subscriptions.departures.removeAll()
    let isStructural = journal.contains { $0.treeChange != nil }

    var told: [Notice] = []
    for number in (Array(covered.keys) + subscriptions.queries.keys).sorted() {
      if let subscription = subscriptions.states[number] {
        let change = covered[number] ?? [:]
        if let notice = tell(subscription, change, touches, subscriptions) { told.append(notice) }
      } else if let subscription = subscriptions.queries[number] {
        let before = subscription.answer
        subscription.renew(in: self, after: touches, isStructural: isStructural)
        if let notice = tell(subscription, before, subscriptions) { told.append(notice) }
      }
    }
    for (number, reason) in ended {
      told.append(.subscriptionEnded(subscription: number, reason: reason.rawValue))
    }
    if subscriptions.isEmpty { self.subscriptions = nil }
    insert(told)
    // What was evaluated may have moved it.
    for (window, id) in focuses.enumerated() where windows.indices.contains(window) {
      windows[window].move(to: id)
    }
  }

  /// Puts notices before those of invariants that the change has broken, which come last.
  private func insert(_ told: [Notice]) {
    var end = notices.all.endIndex
    while end > 0, case .invariantBroken(name, seq, _) = notices.all[end - 1] { end -= 1 }
    notices.all.insert(contentsOf: told, at: end)
  }

  private func tell(
    _ subscription: StateSubscription, _ covered: StateTeller.Covered, _ touches: Touches,
    _ subscriptions: Subscriptions
  ) -> Notice? {
    let before = subscription.told
    // Of what is held back the values are kept that were told.
    let isHeld = subscriptions.held != nil
    let computed = isHeld && subscription.held == nil ? subscription.computed.map(ComputedValues.init) : nil
    defer {
      subscription.told = StateSubscription.Told(target: subscription.target)
      if covered.isEmpty || covered.contains(where: { touches.screens[$0.key]?.slots.isEmpty == false }) {
        subscription.computed?.forget { place(of: $0) == nil }
      }
    }
    let text = changes(
      of: subscription, since: before, subscription.computed, touches, covered, subscriptions)
    guard let text else {
      // Of a screen that wasn't there when changes began to be held back nothing is kept.
      if isHeld, subscription.held == nil, before.target != subscription.target {
        subscription.start = value(of: subscription, subscription.computed)
      }
      return nil
    }
    guard isHeld else {
      return .stateChanged(notification(subscription.number, seq: seq, since: nil, text))
    }
    if subscription.held == nil {
      subscription.held = StateSubscription.Held(told: before, computed: computed, since: seq, seq: seq)
    }
    subscription.held?.seq = seq
    return .changeHeld(subscription: subscription.number)
  }

  /// What changed for a subscription, as a member of its notification; nil where nothing did.
  private func changes(
    of subscription: StateSubscription, since told: StateSubscription.Told, _ computed: ComputedValues?,
    _ touches: Touches, _ covered: StateTeller.Covered, _ subscriptions: Subscriptions
  ) -> [UInt8]? {
    let teller = StateTeller(
      session: self, reads: subscriptions.reads, touches: touches, patch: subscriptions.patch)
    var text = JSONWriter()
    switch subscription.form {
    case .list:
      text.append(#""list":"#)
      guard teller.writeList(subscription, since: told, to: &text) else { return nil }
    case .patch:
      teller.write(subscription, since: told, computed, covered)
      if subscriptions.patch.count == 0 { return nil }
      text.append(#""patch":"#)
      subscriptions.patch.end(into: &text)
    case .value:
      teller.write(subscription, since: told, computed, covered)
      if subscriptions.patch.count == 0 { return nil }
      text.append(#""value":"#)
      write(subscription, subscription.computed, to: &text)
    }
    return text.withUnsafeBytes { Array($0) }
  }

  private func tell(
    _ subscription: QuerySubscription, _ before: JSONValue, _ subscriptions: Subscriptions
  ) -> Notice? {
    guard let text = changes(of: subscription, since: before, subscriptions) else { return nil }
    guard subscriptions.held != nil else {
      return .stateChanged(notification(subscription.number, seq: seq, since: nil, text))
    }
    let held = subscription.held
    subscription.held = QuerySubscription.Held(
      told: held?.told ?? before, since: held.flatMap { $0.since > 0 ? $0.since : nil } ?? seq, seq: seq)
    return .changeHeld(subscription: subscription.number)
  }

  private func changes(
    of subscription: QuerySubscription, since told: JSONValue, _ subscriptions: Subscriptions
  ) -> [UInt8]? {
    subscriptions.patch.begin()
    subscriptions.patch.turn(told, into: subscription.answer, at: "")
    if subscriptions.patch.count == 0 { return nil }
    return changes(from: told, to: subscription.answer, subscription.form, key: "id", subscriptions.patch)
  }

  /// A difference that is written in the patch, as a member of a notification.
  private func changes(
    from before: JSONValue, to now: JSONValue, _ form: SubscriptionRequest.Form, key: String,
    _ patch: PatchText
  ) -> [UInt8] {
    var text = JSONWriter()
    switch form {
    case .patch:
      text.append(#""patch":"#)
      patch.end(into: &text)
    case .value:
      text.append(#""value":"#)
      text.appendValue(now)
    case .list:
      text.append(#""list":"#)
      if case .array(let old) = before, case .array(let new) = now,
        let changes = ListChangesText(from: old, to: new, key: key)
      {
        changes.write(new, to: &text)
      } else {
        text.append(#"{"initial":"#)
        text.appendValue(now)
        text.append("}")
      }
    }
    return text.withUnsafeBytes { Array($0) }
  }

  private func notification(_ number: Int, seq: Int, since: Int?, _ changes: [UInt8]) -> [UInt8] {
    var text = JSONWriter()
    text.append(#"{"jsonrpc":"2.0","method":"state.changed","params":{"subscription":"#)
    text.appendInteger(number)
    text.append(#","seq":"#)
    text.appendInteger(seq)
    if let since {
      text.append(#","since":"#)
      text.appendInteger(since)
    }
    text.append(",")
    changes.withUnsafeBytes { text.append($0) }
    text.append("}}\n")
    return text.withUnsafeBytes { Array($0) }
  }
}

extension Session {
  /// The notification of all changes of a subscription that were held back, once; nil where nothing has changed
  /// in the end.
  package func takeHeld(_ number: Int) -> [UInt8]? {
    guard let subscriptions, let touches = subscriptions.held else { return nil }
    if let subscription = subscriptions.queries[number], let held = subscription.held {
      guard let text = changes(of: subscription, since: held.told, subscriptions) else { return nil }
      return notification(number, seq: held.seq, since: held.since, text)
    }
    guard let subscription = subscriptions.states[number], let held = subscription.held else { return nil }
    let focuses = windows.map(\.focus.id)
    defer { for (window, id) in focuses.enumerated() { windows[window].move(to: id) } }
    let text: [UInt8]?
    if let start = subscription.start {
      let now = value(of: subscription, subscription.computed)
      subscriptions.patch.begin()
      subscriptions.patch.turn(start, into: now, at: "")
      text =
        subscriptions.patch.count == 0
        ? nil
        : changes(
          from: start, to: now, subscription.form, key: subscription.listKey, subscriptions.patch)
    } else {
      let covered = covered(by: touches, subscriptions, only: number)[number] ?? [:]
      text = changes(of: subscription, since: held.told, held.computed, touches, covered, subscriptions)
    }
    return text.map { notification(number, seq: held.seq, since: held.since, $0) }
  }

  /// Holds nothing back any more, because the reader has caught up.
  package func forgetHeld() {
    guard let subscriptions, subscriptions.held != nil else { return }
    subscriptions.held = nil
    for subscription in subscriptions.states.values {
      subscription.held = nil
      subscription.start = nil
    }
    for subscription in subscriptions.queries.values { subscription.held = nil }
  }
}
