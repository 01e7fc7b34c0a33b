package import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

extension Session {
  /// A session that takes the place of this one and continues a stored one. Its seq and its numbers go on from the
  /// greater ones of both, and its history is empty.
  ///
  /// The effects in flight here are reported as cancelled, and those in flight there are requested again.
  /// - Parameters:
  ///   - clock: a virtual one is set to the time of the stored session.
  ///   - report: takes the fate of the stored values.
  ///   - willGoOn: is called with the restored session, before any consequences.
  /// - Complexity: O(size of the stored session).
  package func successor(
    from stored: StoredSession, _ flow: FlowDefinition, clock: SessionClock,
    coverage: CoverageRecorder? = nil, report: inout RestoreReport, willGoOn: (Session) -> Void
  ) throws(Failure) -> Session {
    var stored = stored
    stored.seq = world.seq + 1
    for counter in StoredCounter.allCases {
      stored.next[counter] = max(stored.next[counter] ?? 1, world.counters[counter])
    }
    for effect in owed where !isHeld(effect) {
      notices.all.append(
        .effectCancelled(session: name, effect: effect.id, reason: EffectEnd.replaced.name))
      observers.coverage?.count(effect, .replaced)
    }
    return try Session(
      restoring: stored, flow, name: name, keyPrefix: keyPrefix, limits: limits, clock: clock,
      notices: notices, coverage: coverage, report: &report,
      willGoOn: { session in
        for effect in world.ledgers.effects.all where session.world.ledgers.effects[effect.id] == nil {
          session.world.ledgers.endedEffects.put(
            EffectStones.Stone(id: effect.id, end: .replaced, screen: ScreenID(0)), for: effect.id)
        }
        willGoOn(session)
      })
  }

  /// Takes over the subscriptions of the session that this one takes the place of: those to places, queries,
  /// transitions, actions and lifecycle events go on as after a change, and those to screens end.
  ///
  /// - Complexity: O(size of the followed values).
  package func takeSubscriptions(of former: Session) {
    guard let all = former.observers.subscriptions else { return }
    let subscriptions = Subscriptions(firstNew: world.counters.screen, flow: flow)
    subscriptions.lifecycles = all.lifecycles
    var ended: [Int] = []
    let followed = Array(all.states.keys) + all.queries.keys + all.transitions.keys + all.actions.keys
    for number in followed.sorted() {
      // The changes held for a reader that is behind are those of the former session.
      notices.all.append(contentsOf: former.takeHeld(number))
      let change =
        if let state = all.states[number] {
          take(state, of: former, into: subscriptions)
        } else if let query = all.queries[number] {
          take(query, of: former, into: subscriptions)
        } else if let transitions = all.transitions[number] {
          take(transitions, of: former, into: subscriptions)
        } else if all.actions[number] != nil {
          take(actions: number, into: subscriptions)
        } else {
          nil as Taken?
        }
      switch change {
      case .goesOn(let notice?): notices.all.append(notice)
      case .goesOn(nil): break
      case nil: ended.append(number)
      }
    }
    former.observers.subscriptions = nil
    observers.subscriptions = subscriptions.isEmpty ? nil : subscriptions
    watch()
    keepLogs()
    for number in ended {
      notices.all.append(.subscriptionEnded(subscription: number, reason: EffectEnd.replaced.name))
    }
  }

  private enum Taken {
    /// It goes on, with this notice if there is one.
    case goesOn(Notice?)
  }

  /// Takes over a subscription to a place; nil if it follows a screen.
  private func take(
    _ former: StateSubscription, of session: Session, into subscriptions: Subscriptions
  ) -> Taken? {
    guard let subscription = StateSubscription(continuing: former) else { return nil }
    let before = session.value(of: former, former.computed)
    let way = way(of: subscription)
    subscription.follow(way.target, of: way.target.flatMap { world.windows.place(of: $0)?.type }, in: flow)
    subscription.told.target = way.target
    subscriptions.add(subscription)
    subscriptions.settle(subscription, at: way.home)
    let now = value(of: subscription, subscription.computed)
    return .goesOn(
      change(subscription.number, subscription.form, seq: world.seq, subscriptions) { output in
        writeChanges(
          from: before, to: now, subscription.form, key: subscription.listKey, subscriptions.patch,
          to: &output)
      }.map { .stateChanged($0) })
  }

  /// Takes over a subscription to transitions: the screens of both sessions are told as one travel.
  private func take(
    _ former: TransitionSubscription, of session: Session, into subscriptions: Subscriptions
  ) -> Taken? {
    subscriptions.transitions[former.number] = TransitionSubscription(former.number, window: former.window)
    return .goesOn(
      travel(from: session, in: former.window).map { travel in
        .transitions(change(of: former.number, [travel], seq: world.seq))
      })
  }

  private func take(actions number: Int, into subscriptions: Subscriptions) -> Taken? {
    subscriptions.actions[number] = ActionSubscription(number)
    return .goesOn(nil)
  }

  /// Takes over a subscription to a query, which is compiled for one flow; nil if that is another one.
  private func take(
    _ former: QuerySubscription, of session: Session, into subscriptions: Subscriptions
  ) -> Taken? {
    guard flow === session.flow else { return nil }
    let subscription = QuerySubscription(former.number, former.query, former.form, in: flow)
    subscription.renew(in: self, after: subscriptions.touches, isStructural: true)
    subscriptions.queries[former.number] = subscription
    return .goesOn(
      change(former.number, former.form, seq: world.seq, subscriptions) { output in
        writeChanges(
          from: former.answer, to: subscription.answer, former.form, key: "id", subscriptions.patch,
          to: &output)
      }.map { .stateChanged($0) })
  }
}
