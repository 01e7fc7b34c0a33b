import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

/// The subscriptions to a session, found by the screens that they cover, so that a write costs nothing to others.
final class Subscriptions {
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var states: [Int: StateSubscription] = [:]
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var queries: [Int: QuerySubscription] = [:]
  /// The lifecycle subscriptions, in order.
  var lifecycles: [Int] = []
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var transitions: [Int: TransitionSubscription] = [:]
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var actions: [Int: ActionSubscription] = [:]
  /// Those that follow something in or on the path to a screen.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private(set) var byScreen: [ScreenID: [StateSubscription]] = [:]
  /// Those whose window isn't open.
  private(set) var homeless: [StateSubscription] = []
  /// The most levels of screens that any of them covers.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private(set) var reach = 1
  /// The number that show computed values.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private(set) var computedCount = 0
  /// The reasons for removals in the current change, by the roots of the trees.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var departures: [ScreenID: RemovalReason] = [:]
  /// The writes since the reader fell behind; nil if it isn't behind.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var held: Touches?
  /// Whether changes are held of any subscription.
  var isHolding = false
  let reads: ComputedReads

  // The memory for reporting serves one change after another.
  /// The writes since the last change.
  let touches: Touches
  /// Those that may have something to report.
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

  var isEmpty: Bool { !followsState && lifecycles.isEmpty && transitions.isEmpty && actions.isEmpty }

  /// Whether any subscription follows values.
  var followsState: Bool { !states.isEmpty || !queries.isEmpty }

  func add(_ subscription: StateSubscription) {
    states[subscription.number] = subscription
    reach = max(reach, subscription.reach)
    if subscription.view.computed { computedCount += 1 }
  }

  /// - Complexity: O(number of subscriptions) if it covered the most levels.
  func remove(_ subscription: StateSubscription) {
    leave(subscription)
    states[subscription.number] = nil
    if subscription.view.computed { computedCount -= 1 }
    if subscription.reach == reach, reach > 1 { reach = states.values.reduce(1) { max($0, $1.reach) } }
  }

  /// Marks a subscription for examination when the current change is reported.
  func concern(_ subscription: StateSubscription) {
    if subscription.isConcerned { return }
    subscription.isConcerned = true
    concerned.append(subscription)
  }

  /// Marks a subscription for examination because of a written screen that it covers.
  func concern(_ subscription: StateSubscription, by screen: ScreenID, _ causes: ComputedReads.Causes) {
    concern(subscription)
    subscription.covered[screen, default: []].formUnion(causes)
  }

  /// Subscriptions to the state that may have something to report, and all queries, by their numbers.
  ///
  /// - Complexity: O(*n* log *n*)
  func sortConcerned() -> [QuerySubscription] {
    if concerned.count > 1 { concerned.sort { $0.number < $1.number } }
    return queries.isEmpty ? [] : queries.values.sorted { $0.number < $1.number }
  }

  /// Unmarks all subscriptions.
  ///
  /// - Complexity: O(number of marked ones)
  func forgetConcerned() {
    for subscription in concerned { subscription.forgetCovered() }
    concerned.removeAll(keepingCapacity: true)
  }

  /// Indexes a subscription under a screen, or among those without one.
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
