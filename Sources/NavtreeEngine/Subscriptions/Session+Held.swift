import NavtreeJSON

/// Changes that are held until their reader has taken what waits for it, and then told as one.
extension Session {
  /// Holds the current change for the subscriptions that weren't told of it yet, if more waits to be written than may.
  func holdRest(_ subscriptions: Subscriptions) {
    guard notices.holdsChanges, subscriptions.held.isEmpty else { return }
    subscriptions.holdRest(of: self)
    hold(subscriptions)
  }

  /// Remembers that changes are held until the reader has caught up.
  func hold(_ subscriptions: Subscriptions) {
    if subscriptions.isHolding { return }
    subscriptions.isHolding = true
    notices.add(holding: self)
  }

  /// All held changes of a subscription: its values and transitions as one, its last actions one by one; none if nothing
  /// has changed in the end.
  package func takeHeld(_ number: Int) -> [Notice] {
    guard let subscriptions = observers.subscriptions else { return [] }
    if let actions = subscriptions.actions[number] {
      guard let first = actions.held else { return [] }
      return subscriptions.heldActions.from(first).map { .action(subscription: number, $0) }
    }
    if let transitions = subscriptions.transitions[number] {
      return takeHeld(transitions).map { [.transitions($0)] } ?? []
    }
    return takeHeldChange(number, subscriptions).map { [.stateChanged($0)] } ?? []
  }

  private func takeHeldChange(_ number: Int, _ subscriptions: Subscriptions) -> StateChange? {
    func change(_ form: SubscriptionRequest.Form, since: Int, seq: Int, _ text: [UInt8]?) -> StateChange? {
      text.map {
        StateChange(subscription: number, seq: seq, since: since < seq ? since : nil, form: form, text: $0)
      }
    }
    if let subscription = subscriptions.queries[number], let held = subscription.held {
      let text = text(subscriptions) { output in
        writeChanges(of: subscription, since: held.told, subscriptions, to: &output)
      }
      return change(subscription.form, since: held.since, seq: held.seq, text)
    }
    guard let subscription = subscriptions.states[number], let held = subscription.held else { return nil }
    if let start = subscription.start {
      let text = text(subscriptions) { output in
        switch start {
        case .unknown: return writeWhole(subscription, subscriptions.patch, to: &output)
        case .value(let start):
          return writeChanges(
            from: start, to: value(of: subscription, subscription.computed), subscription.form,
            key: subscription.listKey, subscriptions.patch, to: &output)
        }
      }
      return change(subscription.form, since: held.since, seq: held.seq, text)
    }
    cover(held.touches, subscriptions, only: subscription)
    defer { subscriptions.forgetConcerned() }
    return change(
      subscription.form, since: held.since, seq: held.seq,
      // The present values aren't kept with the former ones.
      text(
        of: subscription, since: held.told, held.computed.map(ComputedValues.init), held.touches,
        subscriptions))
  }

  /// Writes the present value in place of any other.
  private func writeWhole(_ subscription: StateSubscription, _ patch: PatchText, to text: inout JSONWriter)
    -> Bool
  {
    switch subscription.form {
    case .patch:
      patch.begin()
      patch.replace { write(subscription, subscription.computed, to: &$0) }
      patch.end(into: &text)
    case .value: write(subscription, subscription.computed, to: &text)
    case .list:
      text.append(#"{"initial":"#)
      write(subscription, subscription.computed, to: &text)
      text.append("}")
    }
    return true
  }

  /// The held transitions of a subscription, in sum if there was more than one change; nil if every screen stands where
  /// it did.
  private func takeHeld(_ subscription: TransitionSubscription) -> TransitionChange? {
    guard let held = subscription.held else { return nil }
    if held.text == nil {
      let moves = held.sum.moves(in: nil)
      held.text = moves.isEmpty ? [] : text(of: [travel(moves, by: nil)])
    }
    guard let text = held.text, !text.isEmpty else { return nil }
    return TransitionChange(
      subscription: subscription.number, seq: held.seq, since: held.since < held.seq ? held.since : nil,
      text: text)
  }

  /// Discards the held changes, because the reader has caught up.
  package func forgetHeld() {
    guard let subscriptions = observers.subscriptions, subscriptions.isHolding else { return }
    subscriptions.isHolding = false
    subscriptions.forgetHeld()
  }
}
