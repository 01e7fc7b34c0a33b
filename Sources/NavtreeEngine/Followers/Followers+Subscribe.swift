import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Followers {
  /// Begins a subscription, and writes its first value as JSON.
  ///
  /// - Parameter number: the subscription's number, unique in the process.
  /// - Returns: whether there is such a value.
  func begin(
    _ request: SubscriptionRequest, as number: Int, in transaction: Transaction, into output: inout JSONWriter
  ) throws(Failure) -> Bool {
    switch request {
    case .state(let anchor, let pointer, let view, let form, let key):
      let subscription = StateSubscription(number, anchor, pointer, view, form, key: key)
      try begin(subscription, anchor, pointer, in: transaction, into: &output)
    case .query(let query, let form):
      let subscription = QuerySubscription(number, query, form, in: transaction.flow)
      try subscription.start(in: transaction)
      if let type = query.type { census.begin(type, in: transaction) }
      if !held.isEmpty {
        subscription.held = QuerySubscription.Held(told: subscription.answer, since: 0, seq: 0)
      }
      queries[number] = subscription
      output.appendValue(subscription.answer)
    case .lifecycle:
      lifecycles.append(number)
      return false
    case .transitions(let window, let acknowledges):
      if acknowledges, let other = acknowledging {
        throw Failure(
          .invalidParams, "the subscription \(other.number) acknowledges the transitions already",
          ["pointer": "/acknowledge", "hint": "end it first, or follow without 'acknowledge'"])
      }
      transitions[number] = TransitionSubscription(number, window: window, acknowledges: acknowledges)
      TransitionWriter(transaction: transaction).writeRows(in: window, to: &output)
    case .actions(let window):
      actions[number] = ActionSubscription(number, window: window)
      return false
    }
    return true
  }

  private func begin(
    _ subscription: StateSubscription, _ anchor: SubscriptionRequest.Anchor, _ pointer: JSONPointer,
    in transaction: Transaction, into output: inout JSONWriter
  ) throws(Failure) {
    let way = subscription.way(in: transaction)
    if way.target == nil, let home = way.home, let type = transaction.world.windows.place(of: home)?.type {
      let name = subscription.slots[way.length]
      let names = transaction.flow.screens[type].slots.map(\.name)
      if !names.contains(name) {
        let isAddress = if case .place(_, let slots) = anchor { way.length < slots.count } else { false }
        let at = transaction.world.windows.address(of: home) ?? ""
        throw Failure(
          isAddress ? .noScreenAt : .invalidParams,
          "\(transaction.flow.screens[type].name) at \(at) has no slot '\(name)'",
          isAddress ? ["deepest": .string(at)] : ["pointer": "/pointer"]
        ).hinting(name, among: names)
      }
    }
    let type = way.target.flatMap { transaction.world.windows.place(of: $0)?.type }
    subscription.follow(way.target, of: type, in: transaction.flow)
    let screen = way.target.flatMap { transaction.world.windows.screen($0) }
    if way.target == nil
      ? pointer.tokens.contains(where: \.namesItem) : subscription.part.namesItem(of: screen)
    {
      throw StateWriter.nothing(at: pointer, "", [])
    }
    if let type, subscription.part == .nothing {
      throw StateWriter.nothing(
        at: pointer, subscription.tokens.last ?? "",
        subscription.part.siblings(
          of: subscription.tokens[...], in: transaction.flow.screens[type], subscription.view))
    }
    if subscription.form == .list, way.target != nil { try checkList(subscription, pointer, in: transaction) }
    subscription.told.target = way.target
    share(subscription)
    subscription.write(in: transaction, subscription.computed, to: &output)
    if !held.isEmpty {
      subscription.start = .value(subscription.value(in: transaction, subscription.computed))
    }
    add(subscription)
    settle(subscription, at: way.home)
  }

  private func checkList(
    _ subscription: StateSubscription, _ pointer: JSONPointer, in transaction: Transaction
  )
    throws(Failure)
  {
    switch subscription.part {
    case .field, .param:
      switch subscription.list(in: transaction) {
      case .array, .null: return
      case .boolean, .integer, .number, .string, .object: break
      }
    case .whole, .id, .screen, .at, .selection, .params, .state, .computed, .slots, .computedValue, .nothing:
      break
    }
    throw Failure(
      .invalidParams, "there is no list at '\(pointer)'",
      ["pointer": "/pointer", "hint": "'form': list follows a list of params or state, such as /state/items"])
  }

  /// Ends a subscription; nil if there is no such one.
  func end(_ number: Int) -> EndedSubscription? {
    let kind: EndedSubscription.Kind
    if let state = states[number] {
      remove(state)
      kind = .state(state)
    } else if let query = queries.removeValue(forKey: number) {
      kind = .query(query)
    } else if let index = lifecycles.firstIndex(of: number) {
      lifecycles.remove(at: index)
      kind = .lifecycle(number, at: index)
    } else if let transitions = transitions.removeValue(forKey: number) {
      kind = .transitions(transitions)
    } else if let actions = actions.removeValue(forKey: number) {
      kind = .actions(actions)
    } else {
      return nil
    }
    return EndedSubscription(kind: kind, table: self)
  }

  /// Resumes a subscription in a session that hasn't changed since its end.
  func resume(_ ended: EndedSubscription) {
    switch ended.kind {
    case .state(let state):
      add(state)
      settle(state, at: state.home)
    case .query(let query): queries[query.number] = query
    case .lifecycle(let number, at: let index): lifecycles.insert(number, at: index)
    case .transitions(let transitions): self.transitions[transitions.number] = transitions
    case .actions(let actions): self.actions[actions.number] = actions
    }
  }

  /// The numbers of all subscriptions, ascending.
  var numbers: [Int] { (followed + lifecycles).sorted() }

  /// The numbers of those that another session can take over.
  var followed: [Int] { Array(states.keys) + queries.keys + transitions.keys + actions.keys }
}
