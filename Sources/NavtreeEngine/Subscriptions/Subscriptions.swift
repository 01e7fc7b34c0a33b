import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

/// Who follows a session, found by what they follow: what a change writes is shown to nobody else.
final class Subscriptions {
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var states: [Int: StateSubscription] = [:]
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var queries: [Int: QuerySubscription] = [:]
  /// Those that follow the life of screens, in order.
  var lifecycles: [Int] = []
  /// Those that follow something in or on the way to a screen.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private(set) var byScreen: [ScreenID: [StateSubscription]] = [:]
  /// Those whose window isn't open.
  private(set) var homeless: [StateSubscription] = []
  /// The most levels of screens that any of them looks at.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private(set) var reach = 1
  /// How many are shown computed values.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private(set) var computedCount = 0
  /// Why trees went in the current change, by their roots.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var departures: [ScreenID: RemovalReason] = [:]
  /// What was written since the reader fell behind; nil: it isn't behind.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var held: Touches?
  let reads: ComputedReads

  // What the current change is told with; the memory of all this serves one change after another.
  /// What was written since the last change.
  let touches: Touches
  /// Those that may have something to be told.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private(set) var concerned: [StateSubscription] = []
  let patch = PatchText()
  /// The change that is being written.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var text = JSONWriter()

  init(firstNew: Int, flow: FlowDefinition) {
    touches = Touches(firstNew: firstNew)
    reads = ComputedReads(flow: flow)
  }

  var isEmpty: Bool { states.isEmpty && queries.isEmpty && lifecycles.isEmpty }

  func add(_ subscription: StateSubscription) {
    states[subscription.number] = subscription
    reach = max(reach, subscription.reach)
    if subscription.view.computed { computedCount += 1 }
  }

  /// - Complexity: O(number of subscriptions) where it looked at the most levels.
  func remove(_ subscription: StateSubscription) {
    leave(subscription)
    states[subscription.number] = nil
    if subscription.view.computed { computedCount -= 1 }
    if subscription.reach == reach, reach > 1 { reach = states.values.reduce(1) { max($0, $1.reach) } }
  }

  /// Has a subscription looked at when the current change is told.
  func concern(_ subscription: StateSubscription) {
    if subscription.isConcerned { return }
    subscription.isConcerned = true
    concerned.append(subscription)
  }

  /// Has a subscription looked at for what was written of a screen in its reach.
  func concern(_ subscription: StateSubscription, by screen: ScreenID, _ causes: ComputedReads.Causes) {
    concern(subscription)
    subscription.covered[screen, default: []].formUnion(causes)
  }

  /// Those that follow a part of the state and may have something to be told, and all queries, by their numbers.
  ///
  /// - Complexity: O(*n* log *n*)
  func sortConcerned() -> [QuerySubscription] {
    if concerned.count > 1 { concerned.sort { $0.number < $1.number } }
    return queries.isEmpty ? [] : queries.values.sorted { $0.number < $1.number }
  }

  /// Forgets who is concerned.
  ///
  /// - Complexity: O(number of those)
  func forgetConcerned() {
    for subscription in concerned { subscription.forgetCovered() }
    concerned.removeAll(keepingCapacity: true)
  }

  /// Lets a subscription be found under a screen, or among those without one.
  func settle(_ subscription: StateSubscription, at home: ScreenID?) {
    subscription.home = home
    if let home {
      byScreen[home, default: []].append(subscription)
    } else {
      homeless.append(subscription)
    }
  }

  func leave(_ subscription: StateSubscription) {
    guard let home = subscription.home else {
      homeless.removeAll { $0 === subscription }
      return
    }
    byScreen[home]?.removeAll { $0 === subscription }
    if byScreen[home]?.isEmpty ?? false { byScreen[home] = nil }
  }
}
