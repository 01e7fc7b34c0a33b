import NavtreeJSON
import NavigationTree

/// The passing of subscriptions from a session to the one that takes its place.
final class Succession {
  private enum Taken {
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

  private let former: Transaction
  private let transaction: Transaction
  let followers: Followers
  private let all: Followers
  private var values: [ToldTexts.Key: Values] = [:]
  private var heldTransitions: [HeldTransitions] = []

  init(of former: Transaction, _ all: Followers, by transaction: Transaction) {
    self.former = former
    self.transaction = transaction
    followers = Followers(firstNew: transaction.world.counters.screen, flow: transaction.flow)
    self.all = all
    followers.heldActions = all.heldActions
  }

  /// Whether the next subscription's change is held.
  private var isHeld: Bool {
    // Followers of the former session whose changes are held aren't told of this one yet.
    guard all.isHolding || transaction.notices.holdsChanges else { return false }
    // What is written from now on comes after all that was passed.
    followers.holdChange()
    followers.hold(in: transaction)
    return true
  }

  /// Takes over all subscriptions that it can, and gives the numbers of the others.
  func takeAll() -> [Int] {
    followers.lifecycles = all.lifecycles
    var ended: [Int] = []
    for number in all.followed.sorted() {
      let taken =
        if let state = all.states[number] {
          take(state)
        } else if let query = all.queries[number] {
          take(query)
        } else if let transitions = all.transitions[number] {
          take(transitions)
        } else if let actions = all.actions[number] {
          take(actions)
        } else {
          nil as Taken?
        }
      switch taken {
      case .goesOn(let notice?):
        transaction.notices.append(notice)
        transaction.notices.weigh(notice)
      case .goesOn(nil): break
      case nil: ended.append(number)
      }
    }
    return ended
  }

  /// Takes over a subscription to a place; nil if it follows a screen.
  private func take(_ state: StateSubscription) -> Taken? {
    guard let subscription = StateSubscription(continuing: state) else { return nil }
    let way = subscription.way(in: transaction)
    subscription.follow(
      way.target, of: way.target.flatMap { transaction.world.windows.place(of: $0)?.type },
      in: transaction.flow)
    subscription.told.target = way.target
    followers.add(subscription)
    followers.settle(subscription, at: way.home)
    if let held = state.held { return hold(subscription, from: .unknown, since: held.since) }
    let values = values(of: subscription, state)
    if values.before.isIdentical(to: values.now) { return .goesOn(nil) }
    if isHeld { return hold(subscription, from: .value(values.before), since: transaction.world.seq) }
    let text = followers.text { output in
      followers.writeChanges(
        from: values.before, to: values.now, subscription.form, key: subscription.listKey,
        to: &output)
    }
    return .goesOn(
      text.map {
        .stateChanged(
          StateChange(
            subscription: subscription.number, seq: transaction.world.seq, since: nil,
            form: subscription.form,
            text: $0))
      })
  }

  private func values(of subscription: StateSubscription, _ state: StateSubscription) -> Values {
    func read() -> Values {
      Values(
        before: state.value(in: former, state.computed),
        now: subscription.value(in: transaction, subscription.computed))
    }
    guard subscription.computed == nil else { return read() }
    let key = ToldTexts.Key(
      aspect: ObjectIdentifier(subscription.aspect), target: subscription.target, before: state.target,
      touches: ObjectIdentifier(followers.touches))
    if let known = values[key] { return known }
    let values = read()
    self.values[key] = values
    return values
  }

  private func hold(
    _ subscription: StateSubscription, from start: StateSubscription.Start, since: Int
  ) -> Taken {
    guard isHeld, let touches = followers.held.last else { return .goesOn(nil) }
    let held = StateSubscription.Held(
      told: subscription.told, computed: nil, touches: touches, since: since, seq: transaction.world.seq)
    subscription.held = held
    subscription.start = start
    return .goesOn(.changeHeld(subscription: subscription.number))
  }

  /// Takes over a subscription to transitions: the screens of both sessions are told as one travel.
  private func take(_ transitions: TransitionSubscription) -> Taken? {
    let subscription = TransitionSubscription(
      transitions.number, window: transitions.window, acknowledges: transitions.acknowledges)
    followers.transitions[transitions.number] = subscription
    let seq = transaction.world.seq
    if transitions.acknowledges, travel(in: transitions.window) != nil { transaction.addPending(1) }
    if isHeld {
      let known = heldTransitions.first {
        $0.window == transitions.window && $0.former === transitions.held
      }
      if let known {
        subscription.held = known.held
      } else {
        guard let travel = travel(in: transitions.window) else {
          subscription.held = transitions.held
          return .goesOn(nil)
        }
        let held =
          transitions.held
          ?? TransitionSubscription.Held(
            [travel], TransitionWriter(transaction: transaction).text(of: [travel]), at: seq)
        held.add([travel], at: seq)
        heldTransitions.append(
          HeldTransitions(window: transitions.window, former: transitions.held, held: held))
        subscription.held = held
      }
      return .goesOn(.changeHeld(subscription: transitions.number))
    }
    return .goesOn(
      travel(in: transitions.window).map { travel in
        .transitions(
          TransitionChange(
            subscription: transitions.number, seq: seq, since: nil,
            text: TransitionWriter(transaction: transaction).text(of: [travel])))
      })
  }

  private func travel(in window: String?) -> Transition? {
    TransitionReader(transaction: transaction, reason: nil).travel(from: former, in: window)
  }

  private func take(_ actions: ActionSubscription) -> Taken {
    let subscription = ActionSubscription(actions.number, window: actions.window)
    followers.actions[actions.number] = subscription
    if actions.held != nil, isHeld { subscription.held = actions.held }
    return .goesOn(nil)
  }

  /// Takes over a subscription to a query, which is compiled for one flow; nil if that is another one.
  private func take(_ query: QuerySubscription) -> Taken? {
    guard transaction.flow === former.flow else { return nil }
    let subscription = QuerySubscription(query.number, query.query, query.form, in: transaction.flow)
    // It has no answer yet, so that it is evaluated whole.
    subscription.renew(in: transaction, followers, isStructural: false)
    if let type = subscription.query.type { followers.census.begin(type, in: transaction) }
    followers.queries[query.number] = subscription
    let held = query.held.flatMap { $0.since > 0 ? $0 : nil }
    if isHeld {
      let seq = transaction.world.seq
      subscription.held = QuerySubscription.Held(
        told: held?.told ?? query.answer, since: held?.since ?? seq, seq: seq)
      return .goesOn(.changeHeld(subscription: query.number))
    }
    let text = followers.text { output in
      followers.writeChanges(
        from: query.answer, to: subscription.answer, query.form, key: "id", to: &output)
    }
    return .goesOn(
      text.map {
        .stateChanged(
          StateChange(
            subscription: query.number, seq: transaction.world.seq, since: nil, form: query.form, text: $0))
      })
  }
}
