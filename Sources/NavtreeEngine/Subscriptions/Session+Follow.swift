import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

extension Session {
  /// Reports the effect of the current change, which is final, to the followers of the session.
  ///
  /// - Complexity: O(number of steps of the change), each with the path up through as many levels as any
  ///   subscription covers; O(number of screens removed). Subscriptions elsewhere cost nothing, except
  ///   queries and those with computed values that read `shared` or `now`.
  func tell(_ subscriptions: Subscriptions) {
    if !subscriptions.followsState { return tellLogs(subscriptions) }
    let touches = subscriptions.touches
    touches.addChange(of: self)
    if notices.isReaderBehind {
      if subscriptions.held == nil {
        subscriptions.held = Touches(firstNew: touches.firstNew)
        hold(subscriptions)
      }
      subscriptions.held?.addChange(of: self)
      subscriptions.held?.condense(in: self)
    }
    let isStructural = change.digest?.hasTreeChanges ?? false
    let ended = isStructural ? follow(subscriptions, touches) : []
    cover(touches, subscriptions)
    if !subscriptions.departures.isEmpty { subscriptions.departures.removeAll() }

    // The notices of invariants that the change has broken come last.
    var end = notices.all.endIndex
    while end > 0, case .invariantBroken(name, world.seq, _) = notices.all[end - 1] { end -= 1 }
    func insert(_ notice: Notice) {
      if end == notices.all.endIndex {
        notices.all.append(notice)
      } else {
        notices.all.insert(notice, at: end)
      }
      end += 1
    }
    var queries = subscriptions.sortConcerned()[...]
    var logs = logNotices(subscriptions)[...]
    func tellOthers(before number: Int) {
      while true {
        let query = queries.first?.number ?? .max
        if let log = logs.first, log.number < min(number, query) {
          logs.removeFirst()
          for notice in log.notices { insert(notice) }
        } else if let subscription = queries.first, query < number {
          queries.removeFirst()
          let before = subscription.answer
          subscription.renew(in: self, after: touches, isStructural: isStructural)
          if let notice = tell(subscription, before, subscriptions) { insert(notice) }
        } else {
          return
        }
      }
    }
    for subscription in subscriptions.concerned {
      tellOthers(before: subscription.number)
      if let notice = tell(subscription, touches, subscriptions) { insert(notice) }
    }
    tellOthers(before: .max)
    for (number, reason) in ended {
      insert(.subscriptionEnded(subscription: number, reason: reason.rawValue))
    }
    subscriptions.forgetConcerned()
    touches.removeAll(firstNew: world.counters.screen)
    if subscriptions.isEmpty { self.observers.subscriptions = nil }
  }

  private func tell(
    _ subscription: StateSubscription, _ touches: Touches, _ subscriptions: Subscriptions
  ) -> Notice? {
    let before = subscription.told
    // The last reported values are kept while changes are held.
    let isHeld = subscriptions.held != nil
    let computed = isHeld && subscription.held == nil ? subscription.computed.map(ComputedValues.init) : nil
    defer {
      subscription.told = StateSubscription.Told(target: subscription.target)
      if let computed = subscription.computed {
        let covered = subscription.covered
        if covered.isEmpty || covered.contains(where: { touches.screens[$0.key]?.slots.isEmpty == false }) {
          computed.forget { world.windows.place(of: $0) == nil }
        }
      }
    }
    let change = change(subscription.number, subscription.form, seq: world.seq, subscriptions) { output in
      writeChanges(
        of: subscription, since: before, subscription.computed, touches, subscriptions, to: &output)
    }
    guard let change else {
      // Nothing is kept of a screen that came after changes began to be held.
      if isHeld, subscription.held == nil, before.target != subscription.target {
        subscription.start = value(of: subscription, subscription.computed)
      }
      return nil
    }
    guard isHeld else {
      return .stateChanged(change)
    }
    if subscription.held == nil {
      subscription.held = StateSubscription.Held(told: before, computed: computed, seq: world.seq)
    }
    subscription.held?.seq = world.seq
    return .changeHeld(subscription: subscription.number)
  }

  /// Writes the changes for a subscription; false if there are none.
  private func writeChanges(
    of subscription: StateSubscription, since told: StateSubscription.Told, _ computed: ComputedValues?,
    _ touches: Touches, _ subscriptions: Subscriptions, to text: inout JSONWriter
  ) -> Bool {
    let teller = StateTeller(
      session: self, reads: subscriptions.reads, touches: touches, patch: subscriptions.patch)
    switch subscription.form {
    case .list:
      return teller.writeList(subscription, since: told, to: &text)
    case .patch:
      teller.write(subscription, since: told, computed)
      if subscriptions.patch.count == 0 { return false }
      subscriptions.patch.end(into: &text)
    case .value:
      teller.write(subscription, since: told, computed)
      if subscriptions.patch.count == 0 { return false }
      write(subscription, subscription.computed, to: &text)
    }
    return true
  }

  private func tell(
    _ subscription: QuerySubscription, _ before: JSONValue, _ subscriptions: Subscriptions
  ) -> Notice? {
    let change = change(subscription.number, subscription.form, seq: world.seq, subscriptions) { output in
      writeChanges(of: subscription, since: before, subscriptions, to: &output)
    }
    guard let change else { return nil }
    guard subscriptions.held != nil else {
      return .stateChanged(change)
    }
    let held = subscription.held
    subscription.held = QuerySubscription.Held(
      told: held?.told ?? before, since: held.flatMap { $0.since > 0 ? $0.since : nil } ?? world.seq,
      seq: world.seq)
    return .changeHeld(subscription: subscription.number)
  }

  private func writeChanges(
    of subscription: QuerySubscription, since told: JSONValue, _ subscriptions: Subscriptions,
    to text: inout JSONWriter
  ) -> Bool {
    writeChanges(
      from: told, to: subscription.answer, subscription.form, key: "id", subscriptions.patch, to: &text)
  }

  /// Writes the difference of two values; false if there is none.
  func writeChanges(
    from before: JSONValue, to now: JSONValue, _ form: SubscriptionRequest.Form, key: String,
    _ patch: PatchText, to text: inout JSONWriter
  ) -> Bool {
    patch.begin()
    patch.turn(before, into: now)
    if patch.count == 0 { return false }
    switch form {
    case .patch:
      patch.end(into: &text)
    case .value:
      text.appendValue(now)
    case .list:
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
    return true
  }

  /// The change that `writeChanges` writes; nil if there is none.
  func change(
    _ number: Int, _ form: SubscriptionRequest.Form, seq: Int, since: Int? = nil,
    _ subscriptions: Subscriptions,
    _ writeChanges: (inout JSONWriter) -> Bool
  ) -> StateChange? {
    // The memory for a large value is released.
    defer { subscriptions.text.removeAll(keepingCapacity: subscriptions.text.count <= 1 << 16) }
    guard writeChanges(&subscriptions.text) else { return nil }
    return StateChange(
      subscription: number, seq: seq, since: since, form: form,
      text: subscriptions.text.withUnsafeBytes { Array($0) })
  }
}

extension Session {
  /// All held changes of a subscription: its values and transitions as one, its last actions one by one; none if nothing
  /// has changed in the end.
  package func takeHeld(_ number: Int) -> [Notice] {
    guard let subscriptions = observers.subscriptions else { return [] }
    if let actions = subscriptions.actions[number] {
      return (actions.held?.all ?? []).map { .action(subscription: number, $0) }
    }
    if let transitions = subscriptions.transitions[number] {
      return takeHeld(transitions).map { [$0] } ?? []
    }
    return takeHeldChange(number, subscriptions).map { [.stateChanged($0)] } ?? []
  }

  private func takeHeldChange(_ number: Int, _ subscriptions: Subscriptions) -> StateChange? {
    guard let touches = subscriptions.held else { return nil }
    if let subscription = subscriptions.queries[number], let held = subscription.held {
      return change(number, subscription.form, seq: held.seq, since: held.since, subscriptions) { output in
        writeChanges(of: subscription, since: held.told, subscriptions, to: &output)
      }
    }
    guard let subscription = subscriptions.states[number], let held = subscription.held else { return nil }
    return change(number, subscription.form, seq: held.seq, since: held.since, subscriptions) { output in
      if let start = subscription.start {
        return writeChanges(
          from: start, to: value(of: subscription, subscription.computed), subscription.form,
          key: subscription.listKey, subscriptions.patch, to: &output)
      }
      cover(touches, subscriptions, only: number)
      defer { subscriptions.forgetConcerned() }
      return writeChanges(
        of: subscription, since: held.told, held.computed, touches, subscriptions, to: &output)
    }
  }

  /// Discards the held changes, because the reader has caught up.
  package func forgetHeld() {
    guard let subscriptions = observers.subscriptions, subscriptions.isHolding else { return }
    subscriptions.isHolding = false
    subscriptions.held = nil
    for subscription in subscriptions.transitions.values { subscription.held = nil }
    for subscription in subscriptions.actions.values { subscription.held = nil }
    for subscription in subscriptions.states.values {
      subscription.held = nil
      subscription.start = nil
    }
    for subscription in subscriptions.queries.values { subscription.held = nil }
  }
}
