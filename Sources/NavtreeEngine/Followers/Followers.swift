import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// The subscriptions to a session, found by the screens that they cover, so that a write costs nothing to others.
final class Followers {
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var states: [Int: StateSubscription] = [:]
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var queries: [Int: QuerySubscription] = [:]
  /// The screens that queries are over.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var census = ScreenCensus()
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
  /// Takes the places that changes touch, if somebody reads them.
  var touchLog: TouchLog?
  /// The reasons for removals in the current change, by the roots of the trees.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var departures: [ScreenID: RemovalReason] = [:]
  /// The writes since changes began to be held; none if none are.
  ///
  /// Where that was amid a change, the subscriptions that were told of it before are held with the next one: their
  /// writes are the last ones here.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private(set) var held: [Touches] = []
  /// Whether the last of them began amid a change.
  private var beganAmidChange = false
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
  var writer = JSONWriter()
  /// The texts of the present change, or of the held ones that are being written.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var texts = ToldTexts()
  private var aspects: [Aspect.Key: Aspect] = [:]
  /// The actions held for those that follow them.
  var heldActions = HeldActions()

  init(firstNew: Int, flow: FlowDefinition) {
    touches = Touches(firstNew: firstNew)
    reads = ComputedReads(flow: flow)
  }

  /// The subscription whose transitions the host acknowledges.
  var acknowledging: TransitionSubscription? {
    transitions.isEmpty ? nil : transitions.values.first(where: \.acknowledges)
  }

  var isEmpty: Bool {
    !followsState && lifecycles.isEmpty && transitions.isEmpty && actions.isEmpty && touchLog == nil
  }

  /// Whether any subscription follows values.
  var followsState: Bool { !states.isEmpty || !queries.isEmpty }

  func add(_ subscription: StateSubscription) {
    states[subscription.number] = subscription
    share(subscription)
    subscription.aspect.followers += 1
    reach = max(reach, subscription.reach)
    if subscription.view.computed { computedCount += 1 }
  }

  /// - Complexity: O(number of subscriptions) if it covered the most levels.
  func remove(_ subscription: StateSubscription) {
    leave(subscription)
    states[subscription.number] = nil
    subscription.aspect.followers -= 1
    if subscription.aspect.followers == 0 { aspects[subscription.aspect.key] = nil }
    if subscription.view.computed { computedCount -= 1 }
    if subscription.reach == reach, reach > 1 { reach = states.values.reduce(1) { max($0, $1.reach) } }
  }

  /// Gives a subscription the aspect of those that are like it.
  func share(_ subscription: StateSubscription) {
    if let known = aspects[subscription.aspect.key] {
      subscription.aspect = known
    } else {
      aspects[subscription.aspect.key] = subscription.aspect
    }
    guard let computed = subscription.computed, subscription.aspect.computed !== computed else { return }
    computed.twin = subscription.aspect.computed
    subscription.aspect.computed = computed
  }

  /// Begins to hold changes with the present one, of which nobody was told before.
  func holdChange() {
    guard held.isEmpty || beganAmidChange else { return }
    held.append(Touches(firstNew: touches.firstNew))
    beganAmidChange = false
  }

  /// Begins to hold changes with the present one, of which some were told before.
  func holdRest(of transaction: Transaction) {
    guard held.isEmpty else { return }
    let touches = Touches(firstNew: touches.firstNew)
    touches.addChange(of: transaction)
    held.append(touches)
    beganAmidChange = true
  }

  /// Discards the held changes, because the reader has caught up.
  func forgetHeld() {
    guard isHolding else { return }
    isHolding = false
    held = []
    beganAmidChange = false
    texts.removeAll()
    heldActions.removeAll()
    for subscription in transitions.values { subscription.held = nil }
    for subscription in actions.values { subscription.held = nil }
    for subscription in states.values {
      subscription.held = nil
      subscription.start = nil
    }
    for subscription in queries.values { subscription.held = nil }
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
    if let index = subscription.covered.index(of: screen) {
      subscription.covered[at: index].formUnion(causes)
    } else {
      subscription.covered.append(causes, for: screen)
    }
  }

  /// Followers to the state that may have something to report, and all queries, by their numbers.
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
    while !concerned.isEmpty { concerned.removeLast() }
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
