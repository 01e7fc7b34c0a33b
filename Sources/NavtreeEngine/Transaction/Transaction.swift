import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeText

/// The change of a session in progress, and the world that it changes.
///
/// There is one for each session, so that a change begins without an allocation: what belongs to it alone is in `change`.
/// Memory that a dispatch touches, here, in the scope of expressions and in followers, is exempt from exclusivity checks
/// at run time, except in debug builds.
final class Transaction {
  /// The session's name.
  let name: String
  let keyPrefix: String
  let flow: FlowDefinition
  let limits: Limits
  let clock: SessionClock
  let notices: Notices
  /// Facts about the flow and the limits, used at every step.
  let traits: FlowTraits
  let scope: ExpressionScope
  /// `scope` as expressions take it, wrapped once.
  let activation: any CELActivation

  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var world: World
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var change = Change()
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var history: History
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var listeners: Listeners
  /// What a host hasn't shown yet, if one acknowledges transitions.
  var pending = PendingTransitions()
  /// The time at which a real clock was paused for the session, if it is.
  var pausedAt: Int?
  /// The time at which a real clock wakes the session.
  var alarm = Int.max

  /// One without windows and shared state.
  init(
    _ flow: FlowDefinition, name: String, keyPrefix: String, limits: Limits, clock: SessionClock,
    notices: Notices
  ) {
    self.name = name
    self.keyPrefix = keyPrefix
    self.flow = flow
    self.limits = limits
    self.clock = clock
    self.notices = notices
    traits = FlowTraits(flow, limits)
    world = World(limits: limits)
    history = History(limits: limits)
    listeners = Listeners(isWatched: traits.hasLifecycle)
    scope = ExpressionScope(flow: flow, costLimit: traits.costLimit)
    activation = scope
    scope.transaction = self
    forgetOccurrences()
  }

  /// One that continues from the state of another, of which equal data is shared until one of them changes it. It has
  /// neither the other's history nor its listeners.
  init(
    copying original: Transaction, name: String, keyPrefix: String, limits: Limits, clock: SessionClock,
    notices: Notices
  ) {
    self.name = name
    self.keyPrefix = keyPrefix
    flow = original.flow
    self.limits = limits
    self.clock = clock
    self.notices = notices
    traits = original.traits
    world = original.world
    world.ledgers.answers = RememberedAnswers(limit: limits[.remembered])
    history = History(limits: limits)
    listeners = Listeners(isWatched: traits.hasLifecycle)
    if traits.hasLifecycle { listeners.sightings = original.listeners.sightings }
    scope = ExpressionScope(flow: flow, costLimit: traits.costLimit)
    activation = scope
    scope.transaction = self
    forgetOccurrences()
  }

  /// The name of a change that began so.
  func name(of cause: Cause) -> String {
    switch cause {
    case .action(let action): flow.actionNames[action]
    case .request(let request): request.rawValue
    case .navigation(let name, isAction: true): "nav.\(name)"
    case .navigation(let name, isAction: false): "\(name)"
    }
  }

  private(set) lazy var flowHash = flow.fingerprint.description

  /// The present instant, in milliseconds since 1970.
  var now: Int { pausedAt ?? clock.now }

  /// The live screens of all windows.
  var screenCount: Int { world.windows.reduce(0) { $0 + $1.count } }
}
