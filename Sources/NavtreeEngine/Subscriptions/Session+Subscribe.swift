import NavtreeFlow
package import NavtreeJSON
import NavigationTree

extension Session {
  /// Begins a subscription to the session, and writes its first value as JSON.
  ///
  /// - Parameter number: the subscription's number, unique in the process.
  /// - Returns: whether there is such a value.
  @discardableResult
  package func subscribe(
    _ request: SubscriptionRequest, as number: Int, into output: inout JSONWriter
  ) throws(Failure) -> Bool {
    let subscriptions =
      self.observers.subscriptions ?? Subscriptions(firstNew: world.counters.screen, flow: flow)
    var hasValue = true
    switch request {
    case .state(let anchor, let pointer, let view, let form, let key):
      let subscription = StateSubscription(number, anchor, pointer, view, form, key: key)
      try begin(subscription, anchor, pointer, in: subscriptions, into: &output)
    case .query(let query, let form):
      let subscription = QuerySubscription(number, query, form, in: flow)
      try subscription.start(in: self)
      if let type = query.type { subscriptions.census.begin(type, in: self) }
      if !subscriptions.held.isEmpty {
        subscription.held = QuerySubscription.Held(told: subscription.answer, since: 0, seq: 0)
      }
      subscriptions.queries[number] = subscription
      output.appendValue(subscription.answer)
    case .lifecycle:
      subscriptions.lifecycles.append(number)
      hasValue = false
    case .transitions(let window):
      subscriptions.transitions[number] = TransitionSubscription(number, window: window)
      TransitionWriter(session: self).writeRows(in: window, to: &output)
    case .actions:
      subscriptions.actions[number] = ActionSubscription(number)
      hasValue = false
    }
    self.observers.subscriptions = subscriptions
    watch()
    keepLogs()
    return hasValue
  }

  private func begin(
    _ subscription: StateSubscription, _ anchor: SubscriptionRequest.Anchor, _ pointer: JSONPointer,
    in subscriptions: Subscriptions, into output: inout JSONWriter
  ) throws(Failure) {
    let way = way(of: subscription)
    if way.target == nil, let home = way.home, let type = world.windows.place(of: home)?.type {
      let name = subscription.slots[way.length]
      let names = flow.screens[type].slots.map(\.name)
      if !names.contains(name) {
        let isAddress = if case .place(_, let slots) = anchor { way.length < slots.count } else { false }
        let at = world.windows.address(of: home) ?? ""
        throw Failure(
          isAddress ? .noScreenAt : .invalidParams,
          "\(flow.screens[type].name) at \(at) has no slot '\(name)'",
          isAddress ? ["deepest": .string(at)] : ["pointer": "/pointer"]
        ).hinting(name, among: names)
      }
    }
    let type = way.target.flatMap { world.windows.place(of: $0)?.type }
    subscription.follow(way.target, of: type, in: flow)
    if let type, subscription.part == .nothing {
      throw StateWriter.nothing(
        at: pointer, subscription.tokens.last ?? "",
        subscription.part.siblings(of: subscription.tokens[...], in: flow.screens[type], subscription.view))
    }
    if subscription.form == .list, way.target != nil { try checkList(subscription, pointer) }
    subscription.told.target = way.target
    subscriptions.share(subscription)
    write(subscription, subscription.computed, to: &output)
    if !subscriptions.held.isEmpty {
      subscription.start = .value(value(of: subscription, subscription.computed))
    }
    subscriptions.add(subscription)
    subscriptions.settle(subscription, at: way.home)
  }

  private func checkList(_ subscription: StateSubscription, _ pointer: JSONPointer) throws(Failure) {
    switch subscription.part {
    case .field, .param:
      switch list(of: subscription) {
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

  /// Ends a subscription at its client's request.
  ///
  /// - Returns: the means to resume it, as long as the session hasn't changed; nil if there is no such subscription.
  @discardableResult
  package func unsubscribe(_ number: Int) -> EndedSubscription? {
    guard let subscriptions = observers.subscriptions else { return nil }
    let kind: EndedSubscription.Kind
    if let state = subscriptions.states[number] {
      subscriptions.remove(state)
      kind = .state(state)
    } else if let query = subscriptions.queries.removeValue(forKey: number) {
      kind = .query(query)
    } else if let index = subscriptions.lifecycles.firstIndex(of: number) {
      subscriptions.lifecycles.remove(at: index)
      kind = .lifecycle(number, at: index)
    } else if let transitions = subscriptions.transitions.removeValue(forKey: number) {
      kind = .transitions(transitions)
    } else if let actions = subscriptions.actions.removeValue(forKey: number) {
      kind = .actions(actions)
    } else {
      return nil
    }
    if subscriptions.isEmpty { self.observers.subscriptions = nil }
    watch()
    keepLogs()
    return EndedSubscription(kind: kind, table: subscriptions)
  }

  /// Resumes a subscription in a session that hasn't changed since its end.
  package func resume(_ ended: EndedSubscription) {
    let subscriptions = self.observers.subscriptions ?? ended.table
    switch ended.kind {
    case .state(let state):
      subscriptions.add(state)
      subscriptions.settle(state, at: state.home)
    case .query(let query): subscriptions.queries[query.number] = query
    case .lifecycle(let number, at: let index): subscriptions.lifecycles.insert(number, at: index)
    case .transitions(let transitions): subscriptions.transitions[transitions.number] = transitions
    case .actions(let actions): subscriptions.actions[actions.number] = actions
    }
    self.observers.subscriptions = subscriptions
    watch()
    keepLogs()
  }

  /// Ends all subscriptions, because the session ends.
  func endSubscriptions(_ reason: String = RemovalReason.sessionClosed.rawValue) {
    guard let subscriptions = observers.subscriptions else { return }
    let numbers =
      Array(subscriptions.states.keys) + subscriptions.queries.keys + subscriptions.lifecycles
      + subscriptions.transitions.keys + subscriptions.actions.keys
    for number in numbers.sorted() {
      notices.all.append(
        .subscriptionEnded(subscription: number, reason: reason))
    }
    self.observers.subscriptions = nil
    keepLogs()
  }

  /// Begins or ends the logs of changes, as they gain their first follower or lose their last.
  func keepLogs() {
    let followers = observers.subscriptions
    if followers?.transitions.isEmpty ?? true {
      observers.transitions = nil
    } else if observers.transitions == nil {
      observers.transitions = TransitionLog()
    }
    if observers.watch == nil, followers?.actions.isEmpty ?? true {
      observers.actions = nil
    } else if observers.actions == nil {
      observers.actions = ActionLog(PayloadMask(flow))
    }
  }
}

extension Session {
  /// The reach of a subscription's path.
  struct FollowedWay {
    /// The screen at its end, if it leads to one.
    var target: ScreenID?
    /// The last screen on it; nil if not even a window is there.
    var home: ScreenID?
    /// The number of slots passed.
    var length = 0
  }

  /// - Complexity: O(length of the path).
  func way(of subscription: StateSubscription) -> FollowedWay {
    let window =
      subscription.window.flatMap { name in world.windows.index(named: name) }
      ?? subscription.origin.flatMap { world.windows.index(holding: $0) }
    guard let window,
      var screen = world.windows[window].screen(subscription.origin ?? world.windows[window].rootID)
    else { return FollowedWay() }
    var length = 0
    for name in subscription.slots {
      let slots = flow.screens[screen.type].slots
      guard let slot = slots.firstIndex(where: { $0.name.hasSameBytes(as: name) }),
        let child = world.windows[window].child(of: screen, in: slot)
      else { return FollowedWay(target: nil, home: screen.id, length: length) }
      screen = child
      length += 1
    }
    return FollowedWay(target: screen.id, home: screen.id, length: length)
  }
}
