import Flow
import JSON
import NavigationTree
import OrderedCollections

/// Who follows a session, found by what they follow: what a change writes is shown to nobody else.
final class Subscriptions {
  @exclusivity(unchecked)
  var states: [Int: StateSubscription] = [:]
  @exclusivity(unchecked)
  var queries: [Int: QuerySubscription] = [:]
  /// Those that follow the life of screens, in order.
  var lifecycles: [Int] = []
  /// Those that follow something in or on the way to a screen.
  @exclusivity(unchecked)
  private(set) var byScreen: [ScreenID: [StateSubscription]] = [:]
  /// Those whose window isn't open.
  private(set) var homeless: [StateSubscription] = []
  /// The most levels of screens that any of them looks at.
  @exclusivity(unchecked)
  private(set) var reach = 1
  /// How many are shown computed values.
  @exclusivity(unchecked)
  private(set) var computedCount = 0
  /// Why trees went in the present change, by their roots.
  @exclusivity(unchecked)
  var departures: [ScreenID: RemovalReason] = [:]
  /// What was written since the reader fell behind; nil: it isn't behind.
  @exclusivity(unchecked)
  var held: Touches?
  /// The id that the next screen will get at the end of the last change.
  @exclusivity(unchecked)
  var firstNew: Int
  let reads: ComputedReads
  let patch = PatchText()

  init(firstNew: Int, flow: FlowDefinition) {
    self.firstNew = firstNew
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
