import NavtreeJSON

/// Changes that are held until their reader has taken what waits for it, and then told as one.
extension Followers {
  /// Holds the current change for the subscriptions that weren't told of it yet, if more waits to be written than may.
  func holdRest(in transaction: Transaction) {
    guard transaction.notices.holdsChanges, self.held.isEmpty else { return }
    holdRest(of: transaction)
    hold(in: transaction)
  }

  /// Remembers that changes are held until the reader has caught up.
  func hold(in transaction: Transaction) {
    if isHolding { return }
    isHolding = true
    transaction.notices.add(holding: self)
  }

  /// All held changes of a subscription: its values and transitions as one, its last actions one by one; none if nothing
  /// has changed in the end.
  func takeHeld(_ number: Int, in transaction: Transaction) -> [Notice] {
    if let actions = actions[number] {
      guard let first = actions.held else { return [] }
      return actions.own(heldActions.from(first)).map { .action(subscription: number, $0) }
    }
    if let transitions = transitions[number] {
      return takeHeld(transitions, in: transaction).map { [.transitions($0)] } ?? []
    }
    return takeHeldChange(number, in: transaction).map { [.stateChanged($0)] } ?? []
  }

  private func takeHeldChange(_ number: Int, in transaction: Transaction) -> StateChange? {
    func change(_ form: SubscriptionRequest.Form, since: Int, seq: Int, _ text: [UInt8]?) -> StateChange? {
      text.map {
        StateChange(subscription: number, seq: seq, since: since < seq ? since : nil, form: form, text: $0)
      }
    }
    if let subscription = queries[number], let held = subscription.held {
      let text = text { output in
        writeChanges(of: subscription, since: held.told, to: &output)
      }
      return change(subscription.form, since: held.since, seq: held.seq, text)
    }
    guard let subscription = states[number], let held = subscription.held else { return nil }
    if let start = subscription.start {
      let text = text { output in
        switch start {
        case .unknown: return writeWhole(subscription, in: transaction, to: &output)
        case .value(let start):
          return writeChanges(
            from: start, to: subscription.value(in: transaction, subscription.computed), subscription.form,
            key: subscription.listKey, to: &output)
        }
      }
      return change(subscription.form, since: held.since, seq: held.seq, text)
    }
    cover(held.touches, in: transaction, only: subscription)
    defer { forgetConcerned() }
    return change(
      subscription.form, since: held.since, seq: held.seq,
      // The present values aren't kept with the former ones.
      text(
        of: subscription, since: held.told, held.computed.map(ComputedValues.init), held.touches,
        in: transaction))
  }

  /// Writes the present value in place of any other.
  private func writeWhole(
    _ subscription: StateSubscription, in transaction: Transaction, to text: inout JSONWriter
  )
    -> Bool
  {
    switch subscription.form {
    case .patch:
      patch.begin()
      patch.replace { subscription.write(in: transaction, subscription.computed, to: &$0) }
      patch.end(into: &text)
    case .value: subscription.write(in: transaction, subscription.computed, to: &text)
    case .list:
      text.append(#"{"initial":"#)
      subscription.write(in: transaction, subscription.computed, to: &text)
      text.append("}")
    }
    return true
  }

  /// The held transitions of a subscription, in sum if there was more than one change; nil if every screen stands where
  /// it did.
  private func takeHeld(_ subscription: TransitionSubscription, in transaction: Transaction)
    -> TransitionChange?
  {
    guard let held = subscription.held else { return nil }
    if held.text == nil {
      let moves = held.sum.moves(in: nil)
      held.text =
        moves.isEmpty
        ? []
        : TransitionWriter(transaction: transaction).text(of: [
          Transition(travel: moves, by: nil, in: transaction)
        ])
    }
    guard let text = held.text, !text.isEmpty else { return nil }
    return TransitionChange(
      subscription: subscription.number, seq: held.seq, since: held.since < held.seq ? held.since : nil,
      text: text)
  }
}
