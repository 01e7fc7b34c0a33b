import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Session {
  /// Takes over the subscriptions of the session that this one takes the place of: those to places, queries,
  /// transitions, actions and lifecycle events go on as after a change, and those to screens end.
  ///
  /// - Complexity: O(size of the followed values).
  package func takeSubscriptions(of former: Session) {
    guard let all = former.observers.subscriptions else { return }
    let succession = Succession(of: former, all, by: self)
    succession.subscriptions.lifecycles = all.lifecycles
    var ended: [Int] = []
    let followed = Array(all.states.keys) + all.queries.keys + all.transitions.keys + all.actions.keys
    for number in followed.sorted() {
      let taken =
        if let state = all.states[number] {
          succession.take(state)
        } else if let query = all.queries[number] {
          succession.take(query)
        } else if let transitions = all.transitions[number] {
          succession.take(transitions)
        } else if let actions = all.actions[number] {
          succession.take(actions)
        } else {
          nil as Succession.Taken?
        }
      switch taken {
      case .goesOn(let notice?):
        notices.all.append(notice)
        notices.weigh(notice)
      case .goesOn(nil): break
      case nil: ended.append(number)
      }
    }
    former.observers.subscriptions = nil
    observers.subscriptions = succession.subscriptions.isEmpty ? nil : succession.subscriptions
    watch()
    keepLogs()
    for number in ended {
      notices.all.append(.subscriptionEnded(subscription: number, reason: EffectEnd.replaced.name))
    }
  }
}

/// The passing of subscriptions from a session to the one that takes its place.
private final class Succession {
  enum Taken {
    /// It goes on, with this notice if there is one.
    case goesOn(Notice?)
  }

  /// A value before and after, for all subscriptions that follow it.
  private struct Values {
    let before: JSONValue
    let now: JSONValue
  }

  private struct HeldTransitions {
    let window: String?
    let former: TransitionSubscription.Held?
    let held: TransitionSubscription.Held
  }

  private let former: Session
  private let session: Session
  let subscriptions: Subscriptions
  /// Whether changes of the former session are held, so that their followers aren't told of this one yet.
  private let wasHolding: Bool
  private var values: [ToldTexts.Key: Values] = [:]
  private var heldTransitions: [HeldTransitions] = []

  init(of former: Session, _ all: Subscriptions, by session: Session) {
    self.former = former
    self.session = session
    subscriptions = Subscriptions(firstNew: session.world.counters.screen, flow: session.flow)
    wasHolding = all.isHolding
    subscriptions.heldActions = all.heldActions
  }

  /// Whether the next subscription's change is held.
  private var isHeld: Bool {
    guard wasHolding || session.notices.holdsChanges else { return false }
    // What is written from now on comes after all that was passed.
    subscriptions.holdChange()
    session.hold(subscriptions)
    return true
  }

  /// Takes over a subscription to a place; nil if it follows a screen.
  func take(_ state: StateSubscription) -> Taken? {
    guard let subscription = StateSubscription(continuing: state) else { return nil }
    let way = session.way(of: subscription)
    subscription.follow(
      way.target, of: way.target.flatMap { session.world.windows.place(of: $0)?.type }, in: session.flow)
    subscription.told.target = way.target
    subscriptions.add(subscription)
    subscriptions.settle(subscription, at: way.home)
    if let held = state.held { return hold(subscription, from: .unknown, since: held.since) }
    let values = values(of: subscription, state)
    if values.before.isIdentical(to: values.now) { return .goesOn(nil) }
    if isHeld { return hold(subscription, from: .value(values.before), since: session.world.seq) }
    let text = session.text(subscriptions) { output in
      session.writeChanges(
        from: values.before, to: values.now, subscription.form, key: subscription.listKey,
        subscriptions.patch, to: &output)
    }
    return .goesOn(
      text.map {
        .stateChanged(
          StateChange(
            subscription: subscription.number, seq: session.world.seq, since: nil, form: subscription.form,
            text: $0))
      })
  }

  private func values(of subscription: StateSubscription, _ state: StateSubscription) -> Values {
    func read() -> Values {
      Values(
        before: former.value(of: state, state.computed),
        now: session.value(of: subscription, subscription.computed))
    }
    guard subscription.computed == nil else { return read() }
    let key = ToldTexts.Key(
      aspect: ObjectIdentifier(subscription.aspect), target: subscription.target, before: state.target,
      touches: ObjectIdentifier(subscriptions.touches))
    if let known = values[key] { return known }
    let values = read()
    self.values[key] = values
    return values
  }

  private func hold(
    _ subscription: StateSubscription, from start: StateSubscription.Start, since: Int
  ) -> Taken {
    guard isHeld, let touches = subscriptions.held.last else { return .goesOn(nil) }
    let held = StateSubscription.Held(
      told: subscription.told, computed: nil, touches: touches, since: since, seq: session.world.seq)
    subscription.held = held
    subscription.start = start
    return .goesOn(.changeHeld(subscription: subscription.number))
  }

  /// Takes over a subscription to transitions: the screens of both sessions are told as one travel.
  func take(_ transitions: TransitionSubscription) -> Taken? {
    let subscription = TransitionSubscription(transitions.number, window: transitions.window)
    subscriptions.transitions[transitions.number] = subscription
    let seq = session.world.seq
    if isHeld {
      let known = heldTransitions.first {
        $0.window == transitions.window && $0.former === transitions.held
      }
      if let known {
        subscription.held = known.held
      } else {
        guard let travel = session.travel(from: former, in: transitions.window) else {
          subscription.held = transitions.held
          return .goesOn(nil)
        }
        let held =
          transitions.held
          ?? TransitionSubscription.Held([travel], session.text(of: [travel]), at: seq)
        held.add([travel], at: seq)
        heldTransitions.append(
          HeldTransitions(window: transitions.window, former: transitions.held, held: held))
        subscription.held = held
      }
      return .goesOn(.changeHeld(subscription: transitions.number))
    }
    return .goesOn(
      session.travel(from: former, in: transitions.window).map { travel in
        .transitions(
          TransitionChange(
            subscription: transitions.number, seq: seq, since: nil, text: session.text(of: [travel])))
      })
  }

  func take(_ actions: ActionSubscription) -> Taken {
    let subscription = ActionSubscription(actions.number)
    subscriptions.actions[actions.number] = subscription
    if actions.held != nil, isHeld { subscription.held = actions.held }
    return .goesOn(nil)
  }

  /// Takes over a subscription to a query, which is compiled for one flow; nil if that is another one.
  func take(_ query: QuerySubscription) -> Taken? {
    guard session.flow === former.flow else { return nil }
    let subscription = QuerySubscription(query.number, query.query, query.form, in: session.flow)
    // It has no answer yet, so that it is evaluated whole.
    subscription.renew(in: session, subscriptions, isStructural: false)
    if let type = subscription.query.type { subscriptions.census.begin(type, in: session) }
    subscriptions.queries[query.number] = subscription
    let held = query.held.flatMap { $0.since > 0 ? $0 : nil }
    if isHeld {
      let seq = session.world.seq
      subscription.held = QuerySubscription.Held(
        told: held?.told ?? query.answer, since: held?.since ?? seq, seq: seq)
      return .goesOn(.changeHeld(subscription: query.number))
    }
    let text = session.text(subscriptions) { output in
      session.writeChanges(
        from: query.answer, to: subscription.answer, query.form, key: "id", subscriptions.patch, to: &output)
    }
    return .goesOn(
      text.map {
        .stateChanged(
          StateChange(
            subscription: query.number, seq: session.world.seq, since: nil, form: query.form, text: $0))
      })
  }
}
