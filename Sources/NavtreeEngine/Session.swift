import NavtreeCEL
package import NavtreeFlow
package import NavtreeJSON
package import NavigationTree

/// One running flow: its windows and shared state, one change at a time.
///
/// It knows no bytes and no protocol. It isn't shared between threads: order is its meaning. What a dispatch
/// touches is left out of the exclusivity checks at run time, which took a fifth of its instructions.
package final class Session {
  package let name: String
  package let flow: FlowDefinition
  package let limits: Limits
  /// In the order in which they were opened; each holds its tree, focused where work was done last.
  @exclusivity(unchecked)
  package internal(set) var windows: [NavigationZipper] = []
  /// The flow's shared fields, in declared order.
  @exclusivity(unchecked)
  package internal(set) var shared: [JSONValue] = []
  /// The number of the last change.
  @exclusivity(unchecked)
  package internal(set) var seq = 0
  package let clock: SessionClock

  @exclusivity(unchecked)
  var nextID = 1
  /// What takes the present change back, step by step from the last.
  @exclusivity(unchecked)
  var journal = Journal()
  /// The changes that can be undone and redone.
  @exclusivity(unchecked)
  var history: History
  /// The way through the history that the present change is.
  @exclusivity(unchecked)
  var journey: Journey?
  /// What changes have made of the session, as long as somebody notes it.
  @exclusivity(unchecked)
  var noted: StateChanges?
  /// The screen that handled the action that began the present change.
  @exclusivity(unchecked)
  var handler: ScreenID?
  /// Whether the journal holds trees that were removed, or effects that are over.
  @exclusivity(unchecked)
  var hasRemovals = false
  @exclusivity(unchecked)
  var queue: [QueuedAction] = []
  @exclusivity(unchecked)
  var handled: [HandledAction] = []
  /// The handled action whose rule navigates now, while anybody waits for the end of a screen.
  @exclusivity(unchecked)
  var acting: Int?
  var tombstones: Tombstones
  /// What the request or the action that began the present change is called.
  @exclusivity(unchecked)
  var cause = Cause.request("")
  /// What the request gets back from the rules that it ran: the first `reply` of the change.
  @exclusivity(unchecked)
  package internal(set) var reply: JSONValue?
  /// Whether the present change is traced.
  @exclusivity(unchecked)
  var isTraced = false
  var trace = Trace(isRehearsal: false, whenDone: nil)
  /// The address of the screen that handled the last dispatched action, as UTF-8.
  @exclusivity(unchecked)
  var handlerAddress = JSONWriter(capacity: 64)
  /// What waits for the end of a screen, by that screen.
  @exclusivity(unchecked)
  var waiting: [ScreenID: Waiting] = [:]
  /// What is done later.
  @exclusivity(unchecked)
  var timers = Timers()
  /// Which screens are in sight, and who came and went; kept while `isWatched`.
  @exclusivity(unchecked)
  var sightings = Sightings()
  /// Whether who comes and goes is to be told.
  @exclusivity(unchecked)
  var isWatched: Bool
  /// Whether anybody came or went, and it isn't told yet.
  @exclusivity(unchecked)
  var hasOccurrences = false
  /// When a real clock wakes the session.
  var alarm = Int.max
  /// What is found again of screens that have gone.
  var kept: KeptStates
  /// What hosts owe.
  @exclusivity(unchecked)
  var effects = EffectsInFlight()
  @exclusivity(unchecked)
  var effectStones: EffectStones
  /// The links that wait, in the order in which they were opened.
  @exclusivity(unchecked)
  package internal(set) var pendingLinks: [PendingLink] = []
  /// The screen that refused to be dismissed in the present change.
  @exclusivity(unchecked)
  var refusing: ScreenID?
  /// Where changes are written down for a store; nil: nothing is stored.
  @exclusivity(unchecked)
  var log: ChangeLog?
  package private(set) lazy var flowHash = flow.fingerprint.description
  let notices: Notices
  /// Compiles what requests ask.
  let queries: QueryCompiler
  /// Who follows the session; nil: nobody does.
  @exclusivity(unchecked)
  var subscriptions: Subscriptions?
  let scope: Scope
  /// The same as expressions take it, so that it isn't wrapped for each of them.
  let activation: any CELActivation
  /// The limit of what one expression may cost.
  let costLimit: Int
  /// Whether any screen may refuse to be dismissed.
  let asksBeforeDismissal: Bool

  /// Whether the state of any screen outlives it.
  let keepsStates: Bool
  /// Whether any screen does something when it comes or goes.
  let hasLifecycle: Bool
  /// Whether any screen loads when it is presented.
  let loadsByItself: Bool

  /// A session with the windows that the flow starts with.
  ///
  /// - Parameter notices: where it puts what the host is to be told.
  package convenience init(
    _ flow: FlowDefinition, name: String, limits: Limits, clock: SessionClock = SessionClock(.virtual),
    notices: Notices = Notices()
  ) throws(Failure) {
    self.init(bare: flow, name: name, limits: limits, clock: clock, notices: notices)
    for field in flow.shared.fields { shared.append(try value(ofUnset: field)) }
    try openStartWindows()
    try handleBeginning()
    history.begin(seq: seq, nextIDs: nextIDs)
  }

  /// A session without windows and shared state.
  init(bare flow: FlowDefinition, name: String, limits: Limits, clock: SessionClock, notices: Notices) {
    self.notices = notices
    self.flow = flow
    self.name = name
    self.limits = limits
    self.clock = clock
    tombstones = Tombstones(limit: limits[.tombstones])
    effectStones = EffectStones(limit: limits[.tombstones])
    history = History(limits: limits)
    scope = Scope(flow: flow)
    activation = scope
    queries = QueryCompiler(flow: flow)
    costLimit = limits[.cost]
    kept = KeptStates(limit: limits[.kept])
    keepsStates = flow.screens.contains { $0.keep }
    asksBeforeDismissal = flow.screens.contains { $0.dismissible != nil }
    loadsByItself = flow.screens.contains { $0.loader?.start == .onPresent }
    hasLifecycle = flow.screens.contains { !$0.lifecycle.isEmpty || $0.loader?.start == .onAppear }
    isWatched = hasLifecycle
    scope.session = self
  }

  /// A session that stands where another one does. What is equal is shared until one of them changes it.
  init(copying original: Session, name: String) {
    self.name = name
    flow = original.flow
    limits = original.limits
    windows = original.windows
    shared = original.shared
    seq = original.seq
    clock =
      switch original.clock.kind {
      case .real: original.clock
      case .virtual: SessionClock(.virtual, now: original.now)
      }
    nextID = original.nextID
    journal = original.journal
    history = original.history
    tombstones = original.tombstones
    waiting = original.waiting
    timers = original.timers
    kept = original.kept
    effects = original.effects
    pendingLinks = original.pendingLinks
    effectStones = original.effectStones
    notices = original.notices
    queries = original.queries
    scope = Scope(flow: flow)
    activation = scope
    costLimit = original.costLimit
    keepsStates = original.keepsStates
    asksBeforeDismissal = original.asksBeforeDismissal
    loadsByItself = original.loadsByItself
    hasLifecycle = original.hasLifecycle
    isWatched = hasLifecycle
    if hasLifecycle { sightings = original.sightings }
    scope.session = self
  }

  /// The address of the screen that handled the last dispatched action.
  package var handlerText: String {
    handlerAddress.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// The instant of what happens now, in milliseconds since 1970.
  package var now: Int { clock.now }

  /// Whether anything is done later.
  package var hasTimers: Bool { !timers.isEmpty }

  /// The live screens of all windows.
  package var screenCount: Int { windows.reduce(0) { $0 + $1.count } }

  /// Opens the windows that the flow starts with.
  func openStartWindows() throws(Failure) {
    for window in flow.start {
      let root = try makeRoot(of: window)
      guard let zipper = NavigationZipper(root, window: window.window, catalog: flow.catalog) else {
        continue
      }
      windows.append(zipper)
      noteOpened(windows.count - 1)
    }
  }

  /// What a window starts with: the first choice that holds.
  func makeRoot(of window: StartWindow) throws(Failure) -> NavigationState {
    for choice in window.choices {
      if let when = choice.when, try !holds(when) { continue }
      return try make(choice.screen)
    }
    throw Failure(.flowDefect, "no choice of start holds for the window '\(window.window)'")
  }

  /// Does what the first screens cause, as a part of the session's beginning.
  func handleBeginning() throws(Failure) {
    if queue.isEmpty, !hasOccurrences { return }
    let firstNotice = notices.all.count
    do {
      try drainQueue()
    } catch {
      notices.all.removeSubrange(firstNotice...)
      throw error
    }
    journal.removeAll()
    handled.removeAll()
    if isWatched { sightings.endChange(isUndone: false) }
  }
}
