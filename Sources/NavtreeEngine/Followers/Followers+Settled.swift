import NavtreeJSON

extension Followers: ChangeListener {
  /// Reports a change.
  ///
  /// - Complexity: O(number of steps of the change), each with the path up through as many levels as any
  ///   subscription covers; O(number of screens removed). Subscriptions elsewhere cost nothing, except
  ///   queries and those with computed values that read `shared` or `now`.
  func settled(_ change: SettledChange) {
    let transaction = change.transaction
    touchLog?.add(change)
    if let acknowledging { transaction.notePending(in: acknowledging.window) }
    if !followsState { return tellLogs(in: transaction) }
    let touches = self.touches
    touches.addChange(of: transaction)
    if transaction.notices.holdsChanges || !self.held.isEmpty {
      holdChange()
      hold(in: transaction)
      for held in self.held {
        held.addChange(of: transaction)
        held.condense(in: transaction)
      }
    }
    let isStructural = change.hasTreeChanges
    let ended = isStructural ? follow(in: transaction, touches) : []
    cover(touches, in: transaction)
    if !departures.isEmpty { departures.removeAll() }

    var end = end(ofNoticesIn: transaction)
    func insert(_ notice: Notice, isWeighed: Bool = false) {
      if !isWeighed { transaction.notices.weigh(notice) }
      if end == transaction.notices.all.endIndex {
        transaction.notices.all.append(notice)
      } else {
        transaction.notices.all.insert(notice, at: end)
      }
      end += 1
    }
    var queries = sortConcerned()[...]
    var logs = logNotices(in: transaction)[...]
    func tellOthers(before number: Int) {
      while true {
        let query = queries.first?.number ?? .max
        if let log = logs.first, log.number < min(number, query) {
          logs.removeFirst()
          for notice in log.notices { insert(notice, isWeighed: true) }
        } else if let subscription = queries.first, query < number {
          queries.removeFirst()
          let before = subscription.answer
          subscription.renew(in: transaction, self, isStructural: isStructural)
          if let notice = tell(subscription, before, in: transaction) { insert(notice) }
        } else {
          return
        }
      }
    }
    for subscription in concerned {
      tellOthers(before: subscription.number)
      if let notice = tell(subscription, touches, in: transaction) { insert(notice) }
    }
    tellOthers(before: .max)
    for (number, reason) in ended {
      insert(.subscriptionEnded(subscription: number, reason: reason.rawValue))
    }
    forgetConcerned()
    texts.removeAll()
    census.endChange()
    touches.removeAll(firstNew: transaction.world.counters.screen)
    if isEmpty { transaction.listeners.followers = nil }
  }

  private func tell(
    _ subscription: StateSubscription, _ touches: Touches, in transaction: Transaction
  ) -> Notice? {
    let before = subscription.told
    holdRest(in: transaction)
    defer {
      subscription.told = StateSubscription.Told(target: subscription.target)
      if let computed = subscription.computed {
        let covered = subscription.covered
        if covered.isEmpty
          || covered.elements.contains(where: { touches.screens[$0.key]?.slots.isEmpty == false })
        {
          computed.forget { transaction.world.windows.place(of: $0) == nil }
        }
      }
    }
    guard self.held.isEmpty else { return hold(subscription, before, touches, in: transaction) }
    return text(of: subscription, since: before, subscription.computed, touches, in: transaction).map {
      .stateChanged(
        StateChange(
          subscription: subscription.number, seq: transaction.world.seq, since: nil, form: subscription.form,
          text: $0))
    }
  }

  /// Holds the current change for a subscription, if it changes its value.
  private func hold(
    _ subscription: StateSubscription, _ before: StateSubscription.Told, _ touches: Touches,
    in transaction: Transaction
  ) -> Notice? {
    // The last reported values are kept while changes are held.
    let computed = subscription.held == nil ? subscription.computed.map(ComputedValues.init) : nil
    guard isChanged(subscription, since: before, touches, in: transaction) else {
      // Nothing is kept of a screen that came after changes began to be held.
      if subscription.held == nil, before.target != subscription.target {
        subscription.start = .value(subscription.value(in: transaction, subscription.computed))
      }
      return nil
    }
    if subscription.held == nil, let touches = self.held.last {
      subscription.held = StateSubscription.Held(
        told: before, computed: computed, touches: touches, seq: transaction.world.seq)
    }
    subscription.held?.seq = transaction.world.seq
    return .changeHeld(subscription: subscription.number)
  }

  /// The changes of a value as text, which all subscriptions to it share; nil if there are none.
  func text(
    of subscription: StateSubscription, since told: StateSubscription.Told, _ computed: ComputedValues?,
    _ touches: Touches, in transaction: Transaction
  ) -> [UInt8]? {
    func write() -> [UInt8]? {
      text { output in
        writeChanges(of: subscription, since: told, computed, touches, in: transaction, to: &output)
      }
    }
    // Each subscription has computed values of its own, as it was told them.
    guard subscription.aspect.followers > 1, subscription.computed == nil else { return write() }
    return texts.text(key(of: subscription, since: told, touches), write)
  }

  /// Whether a change gives a subscription another value.
  private func isChanged(
    _ subscription: StateSubscription, since told: StateSubscription.Told, _ touches: Touches,
    in transaction: Transaction
  ) -> Bool {
    func look() -> Bool {
      let teller = StateTeller(
        transaction: transaction, reads: reads, touches: touches, patch: patch)
      if subscription.form == .list { return teller.isListChanged(subscription, since: told) }
      // Writing renews the computed values of screens that have come.
      let isCounted = subscription.computed == nil
      teller.write(subscription, since: told, subscription.computed, isCounted: isCounted)
      return patch.count > 0
    }
    guard subscription.aspect.followers > 1, subscription.computed == nil else { return look() }
    return texts.isChanged(key(of: subscription, since: told, touches), look)
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
    _ touches: Touches, in transaction: Transaction, to text: inout JSONWriter
  ) -> Bool {
    let teller = StateTeller(
      transaction: transaction, reads: reads, touches: touches, patch: patch)
    switch subscription.form {
    case .list:
      return teller.writeList(subscription, since: told, to: &text)
    case .patch:
      teller.write(subscription, since: told, computed)
      if patch.count == 0 { return false }
      patch.end(into: &text)
    case .value:
      teller.write(subscription, since: told, computed)
      if patch.count == 0 { return false }
      subscription.write(in: transaction, subscription.computed, to: &text)
    }
    return true
  }

  private func tell(
    _ subscription: QuerySubscription, _ before: JSONValue, in transaction: Transaction
  ) -> Notice? {
    holdRest(in: transaction)
    guard self.held.isEmpty else {
      patch.begin(isCounted: true)
      patch.turn(before, into: subscription.answer)
      if patch.count == 0 { return nil }
      let held = subscription.held
      subscription.held = QuerySubscription.Held(
        told: held?.told ?? before,
        since: held.flatMap { $0.since > 0 ? $0.since : nil } ?? transaction.world.seq,
        seq: transaction.world.seq)
      return .changeHeld(subscription: subscription.number)
    }
    return text { output in
      writeChanges(of: subscription, since: before, to: &output)
    }.map {
      .stateChanged(
        StateChange(
          subscription: subscription.number, seq: transaction.world.seq, since: nil, form: subscription.form,
          text: $0))
    }
  }

  func writeChanges(of subscription: QuerySubscription, since told: JSONValue, to text: inout JSONWriter)
    -> Bool
  {
    writeChanges(from: told, to: subscription.answer, subscription.form, key: "id", to: &text)
  }

  /// Writes the difference of two values; false if there is none.
  func writeChanges(
    from before: JSONValue, to now: JSONValue, _ form: SubscriptionRequest.Form, key: String,
    to text: inout JSONWriter
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
  func text(_ writeChanges: (inout JSONWriter) -> Bool) -> [UInt8]? {
    // The memory for a large value is released.
    defer { writer.removeAll(keepingCapacity: writer.count <= 1 << 16) }
    guard writeChanges(&writer) else { return nil }
    return writer.withUnsafeBytes { Array($0) }
  }
}
