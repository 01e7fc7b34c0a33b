import NavtreeFlow
import NavtreeJSON
import NavigationTree

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
    if notices.holdsChanges || !subscriptions.held.isEmpty {
      subscriptions.holdChange()
      hold(subscriptions)
      for held in subscriptions.held {
        held.addChange(of: self)
        held.condense(in: self)
      }
    }
    let isStructural = change.digest?.hasTreeChanges ?? false
    let ended = isStructural ? follow(subscriptions, touches) : []
    cover(touches, subscriptions)
    if !subscriptions.departures.isEmpty { subscriptions.departures.removeAll() }

    // The notices of invariants that the change has broken come last.
    var end = notices.all.endIndex
    while end > 0, case .invariantBroken(name, world.seq, _) = notices.all[end - 1] { end -= 1 }
    func insert(_ notice: Notice, isWeighed: Bool = false) {
      if !isWeighed { notices.weigh(notice) }
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
          for notice in log.notices { insert(notice, isWeighed: true) }
        } else if let subscription = queries.first, query < number {
          queries.removeFirst()
          let before = subscription.answer
          subscription.renew(in: self, subscriptions, isStructural: isStructural)
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
    subscriptions.texts.removeAll()
    subscriptions.census.endChange()
    touches.removeAll(firstNew: world.counters.screen)
    if subscriptions.isEmpty { self.observers.subscriptions = nil }
  }

  private func tell(
    _ subscription: StateSubscription, _ touches: Touches, _ subscriptions: Subscriptions
  ) -> Notice? {
    let before = subscription.told
    holdRest(subscriptions)
    defer {
      subscription.told = StateSubscription.Told(target: subscription.target)
      if let computed = subscription.computed {
        let covered = subscription.covered
        if covered.isEmpty
          || covered.elements.contains(where: { touches.screens[$0.key]?.slots.isEmpty == false })
        {
          computed.forget { world.windows.place(of: $0) == nil }
        }
      }
    }
    guard subscriptions.held.isEmpty else { return hold(subscription, before, touches, subscriptions) }
    return text(of: subscription, since: before, subscription.computed, touches, subscriptions).map {
      .stateChanged(
        StateChange(
          subscription: subscription.number, seq: world.seq, since: nil, form: subscription.form, text: $0))
    }
  }

  /// Holds the current change for a subscription, if it changes its value.
  private func hold(
    _ subscription: StateSubscription, _ before: StateSubscription.Told, _ touches: Touches,
    _ subscriptions: Subscriptions
  ) -> Notice? {
    // The last reported values are kept while changes are held.
    let computed = subscription.held == nil ? subscription.computed.map(ComputedValues.init) : nil
    guard isChanged(subscription, since: before, touches, subscriptions) else {
      // Nothing is kept of a screen that came after changes began to be held.
      if subscription.held == nil, before.target != subscription.target {
        subscription.start = .value(value(of: subscription, subscription.computed))
      }
      return nil
    }
    if subscription.held == nil, let touches = subscriptions.held.last {
      subscription.held = StateSubscription.Held(
        told: before, computed: computed, touches: touches, seq: world.seq)
    }
    subscription.held?.seq = world.seq
    return .changeHeld(subscription: subscription.number)
  }

  /// The changes of a value as text, which all subscriptions to it share; nil if there are none.
  func text(
    of subscription: StateSubscription, since told: StateSubscription.Told, _ computed: ComputedValues?,
    _ touches: Touches, _ subscriptions: Subscriptions
  ) -> [UInt8]? {
    func write() -> [UInt8]? {
      text(subscriptions) { output in
        writeChanges(of: subscription, since: told, computed, touches, subscriptions, to: &output)
      }
    }
    // Each subscription has computed values of its own, as it was told them.
    guard subscription.aspect.followers > 1, subscription.computed == nil else { return write() }
    return subscriptions.texts.text(key(of: subscription, since: told, touches), write)
  }

  /// Whether a change gives a subscription another value.
  private func isChanged(
    _ subscription: StateSubscription, since told: StateSubscription.Told, _ touches: Touches,
    _ subscriptions: Subscriptions
  ) -> Bool {
    func look() -> Bool {
      let teller = StateTeller(
        session: self, reads: subscriptions.reads, touches: touches, patch: subscriptions.patch)
      if subscription.form == .list { return teller.isListChanged(subscription, since: told) }
      // Writing renews the computed values of screens that have come.
      let isCounted = subscription.computed == nil
      teller.write(subscription, since: told, subscription.computed, isCounted: isCounted)
      return subscriptions.patch.count > 0
    }
    guard subscription.aspect.followers > 1, subscription.computed == nil else { return look() }
    return subscriptions.texts.isChanged(key(of: subscription, since: told, touches), look)
  }

  private func key(
    of subscription: StateSubscription, since told: StateSubscription.Told, _ touches: Touches
  ) -> ToldTexts.Key {
    ToldTexts.Key(
      aspect: ObjectIdentifier(subscription.aspect), target: subscription.target, before: told.target,
      touches: ObjectIdentifier(touches))
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
    holdRest(subscriptions)
    guard subscriptions.held.isEmpty else {
      subscriptions.patch.begin(isCounted: true)
      subscriptions.patch.turn(before, into: subscription.answer)
      if subscriptions.patch.count == 0 { return nil }
      let held = subscription.held
      subscription.held = QuerySubscription.Held(
        told: held?.told ?? before, since: held.flatMap { $0.since > 0 ? $0.since : nil } ?? world.seq,
        seq: world.seq)
      return .changeHeld(subscription: subscription.number)
    }
    return text(subscriptions) { output in
      writeChanges(of: subscription, since: before, subscriptions, to: &output)
    }.map {
      .stateChanged(
        StateChange(
          subscription: subscription.number, seq: world.seq, since: nil, form: subscription.form, text: $0))
    }
  }

  func writeChanges(
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

  /// The text that `writeChanges` writes; nil if there is none.
  func text(_ subscriptions: Subscriptions, _ writeChanges: (inout JSONWriter) -> Bool) -> [UInt8]? {
    // The memory for a large value is released.
    defer { subscriptions.text.removeAll(keepingCapacity: subscriptions.text.count <= 1 << 16) }
    guard writeChanges(&subscriptions.text) else { return nil }
    return subscriptions.text.withUnsafeBytes { Array($0) }
  }
}
