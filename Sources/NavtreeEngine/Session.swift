import NavtreeCEL
package import NavtreeFlow
package import NavtreeJSON
import NavigationTree
import NavtreeText

/// One running flow: its windows and shared state, one change at a time.
///
/// It knows no bytes and no protocol. It isn't shared between threads, since the order of changes is their meaning.
/// Memory that a dispatch touches, here, in the scope of expressions and in subscriptions, is exempt from exclusivity
/// checks at run time, except in debug builds: a check takes 63 to 76 instructions, so that a plain dispatch would take
/// 8,650 instead of 5,940, and one that a subscriber follows 23,500 instead of 15,250.
package final class Session {
  package let name: String
  /// The prefix of the keys of effects, unique to this opening of a session.
  package let keyPrefix: String
  package let flow: FlowDefinition
  package let limits: Limits
  package let clock: SessionClock
  let notices: Notices
  /// Facts about the flow and the limits, used at every step.
  let traits: FlowTraits
  /// Compiles the expressions of requests.
  let queries: QueryCompiler
  let scope: ExpressionScope
  /// `scope` as expressions take it, wrapped once.
  let activation: any CELActivation
  package private(set) lazy var flowHash = flow.fingerprint.description

  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  package internal(set) var world: World
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  package internal(set) var change = Change()
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var history: History
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var listeners: Listeners
  /// The last action that a request has named.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var lastAction = NameTable.Last()
  /// The time at which a real clock was paused for the session, if it is.
  var pausedAt: Int?
  /// The time at which a real clock wakes the session.
  var alarm = Int.max

  /// A session with the windows that the flow starts with.
  ///
  /// - Parameters:
  ///   - keyPrefix: the prefix of the keys of effects; nil for the name.
  ///   - notices: takes the notifications to the host.
  ///   - coverage: counts what the session does.
  package convenience init(
    _ flow: FlowDefinition, name: String, keyPrefix: String? = nil, limits: Limits,
    clock: SessionClock = SessionClock(.virtual), notices: Notices = Notices(), shared: JSONObject = [:],
    coverage: CoverageRecorder? = nil
  ) throws(Failure) {
    self.init(
      bare: flow, name: name, keyPrefix: keyPrefix, limits: limits, clock: clock, notices: notices,
      coverage: coverage)
    try beginShared(with: shared)
    try openStartWindows()
    try handleBeginning()
    listeners.coverage?.settle()
    history.begin(seq: world.seq, nextIDs: nextIDs)
  }

  /// A session without windows and shared state.
  init(
    bare flow: FlowDefinition, name: String, keyPrefix: String?, limits: Limits, clock: SessionClock,
    notices: Notices, coverage: CoverageRecorder?
  ) {
    self.notices = notices
    self.flow = flow
    self.name = name
    self.keyPrefix = keyPrefix ?? name
    self.limits = limits
    self.clock = clock
    traits = FlowTraits(flow, limits)
    world = World(limits: limits)
    history = History(limits: limits)
    listeners = Listeners(isWatched: traits.hasLifecycle)
    scope = ExpressionScope(flow: flow, costLimit: traits.costLimit)
    activation = scope
    queries = QueryCompiler(flow: flow)
    scope.session = self
    listeners.coverage = coverage.map(SessionCoverage.init)
  }

  /// A copy of another session. Equal data is shared until one of them changes it.
  init(copying original: Session, name: String, keyPrefix: String, notices: Notices) {
    self.name = name
    self.keyPrefix = keyPrefix
    flow = original.flow
    limits = original.limits
    clock =
      switch original.clock.kind {
      case .real: original.clock
      case .virtual: SessionClock(.virtual, now: original.now)
      }
    self.notices = notices
    traits = original.traits
    queries = original.queries
    world = original.world
    world.ledgers.answers = RememberedAnswers(limit: limits[.remembered])
    history = original.history
    listeners = Listeners(isWatched: traits.hasLifecycle)
    if traits.hasLifecycle { listeners.sightings = original.listeners.sightings }
    scope = ExpressionScope(flow: flow, costLimit: traits.costLimit)
    activation = scope
    scope.session = self
    listeners.coverage = original.listeners.coverage.map(SessionCoverage.init(copying:))
  }

  /// A copy of another session for search, on a virtual clock, that nobody observes and nobody hears of.
  init(searchingFrom original: Session) {
    name = original.name
    keyPrefix = original.keyPrefix
    flow = original.flow
    limits = Self.searchLimits(original.limits)
    clock = SessionClock(.virtual, now: original.now)
    notices = Notices()
    traits = original.traits
    queries = original.queries
    world = original.world
    world.ledgers.answers = RememberedAnswers(limit: limits[.remembered])
    history = History(limits: limits)
    listeners = Listeners(isWatched: traits.hasLifecycle)
    if traits.hasLifecycle { listeners.sightings = original.listeners.sightings }
    scope = ExpressionScope(flow: flow, costLimit: traits.costLimit)
    activation = scope
    scope.session = self
  }

  /// The address of the screen that handled the last dispatched action.
  package var handlerText: String {
    change.handlerAddress.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// The present instant, in milliseconds since 1970.
  package var now: Int { pausedAt ?? clock.now }

  /// Whether any timer is set.
  package var hasTimers: Bool { !world.ledgers.timers.isEmpty }

  /// The live screens of all windows.
  package var screenCount: Int { world.windows.reduce(0) { $0 + $1.count } }

  /// Gives each shared field its first value.
  private func beginShared(with given: JSONObject) throws(Failure) {
    var given = given
    do {
      try flow.shared.check(&given)
    } catch {
      throw misfit(error, "shared", "/shared", .caller)
    }
    for field in flow.shared.fields {
      if let value = given[field.name] {
        world.shared.append(value)
      } else {
        world.shared.append(try value(ofUnset: field))
      }
    }
  }

  /// Opens the windows that the flow starts with.
  func openStartWindows() throws(Failure) {
    for window in flow.start {
      let root = try makeRoot(of: window)
      guard let zipper = NavigationZipper(root, window: window.window, catalog: flow.catalog) else {
        continue
      }
      world.windows.append(zipper)
      listeners.coverage?.note(placed: root, flow)
      observeOpening(of: world.windows.count - 1)
    }
  }

  /// The root that a window starts with: the first choice that holds.
  func makeRoot(of window: StartWindow) throws(Failure) -> NavigationState {
    for choice in window.choices {
      if let when = choice.when, try !holds(guard: when) { continue }
      return try make(choice.screen)
    }
    throw Failure(.flowDefect, "no choice of start holds for the window '\(window.window)'")
  }

  /// Runs everything that the first screens cause, as a part of the session's beginning.
  func handleBeginning() throws(Failure) {
    if change.queue.isEmpty, !change.hasOccurrences { return }
    let firstNotice = notices.all.count
    do {
      try drainQueue()
    } catch {
      notices.all.removeSubrange(firstNotice...)
      throw error
    }
    history.journal.removeAll()
    change.causes.removeAll()
    if listeners.isWatched { listeners.sightings.endChange(isUndone: false) }
  }
}
