import NavtreeText
import NavtreeEngine
import NavtreeSystem
import NavtreePersistence

/// The parts of a session that is being opened.
struct Opening {
  let flow: Flow
  let engine: NavtreeEngine.Session
  let notices: Notices
  var losses: [String] = []
  var keeper: Keeper?
  var system: SystemClock?

  init(
    _ flow: Flow, _ clock: Clock, _ store: Store?, _ limits: Limits, _ name: String?, _ shared: JSONObject
  ) throws(Failure) {
    let name = name ?? flow.name
    notices = Notices()
    self.flow = flow
    system = clock.kind == .real ? SystemClock() : nil
    let time = Self.start(clock, system)
    let limits = limits.engineLimits
    let prefix = Self.keyPrefix(name, clock)
    guard let store else {
      engine = try NavtreeEngine.Session(
        flow.definition, name: name, keyPrefix: prefix, limits: limits, clock: time, notices: notices,
        shared: shared)
      return
    }
    let sessions = try SessionStore(
      path: store.path, durability: Durability(rawValue: store.durability.rawValue) ?? .commit,
      places: store.places,
      keepers: store.keepers.mapValues { BoundedStore($0.store, patience: limits[.field]) })
    guard let opened = try sessions.open(name, of: flow.definition) else {
      engine = try NavtreeEngine.Session(
        flow.definition, name: name, keyPrefix: prefix, limits: limits, clock: time, notices: notices,
        shared: shared)
      try sessions.add(engine)
      keeper = Keeper(sessions, isPatient: system != nil)
      return
    }
    var report = RestoreReport()
    do throws(Failure) {
      engine = try NavtreeEngine.Session(
        restoring: opened.stored, flow.definition, name: name, keyPrefix: prefix, limits: limits, clock: time,
        notices: notices, scope: opened.scope, report: &report)
    } catch {
      sessions.give(opened.entry.id)
      throw error
    }
    let stored = opened.stored
    let isSameTime =
      clock.kind == stored.clock
      && !(clock.kind == .real && (engine.hasTimers || stored.hasTimers || stored.isPaused))
    sessions.attach(
      engine, as: opened,
      isWhole: report.isWhole && stored.hash == engine.flowHash && stored.seq == engine.seq && isSameTime)
    losses = report.losses
    keeper = Keeper(sessions, isPatient: system != nil)
  }

  init(restoring snapshot: JSONValue, _ flow: Flow, _ clock: Clock, _ limits: Limits, _ name: String?)
    throws(Failure)
  {
    let name = name ?? flow.name
    var stored: StoredSession
    do throws(StoredFault) {
      stored = try StoredSession(snapshot)
    } catch {
      throw Failure(.invalidParams, "the snapshot's \(error.pointer) \(error.message)")
    }
    guard stored.flow == flow.name else {
      throw Failure(.invalidParams, "the snapshot is one of the flow '\(stored.flow)', not '\(flow.name)'")
    }
    // These answers were given by another session.
    stored.parts[.requests] = nil
    notices = Notices()
    self.flow = flow
    system = clock.kind == .real ? SystemClock() : nil
    var report = RestoreReport()
    engine = try NavtreeEngine.Session(
      restoring: stored, flow.definition, name: name, keyPrefix: Self.keyPrefix(name, clock),
      limits: limits.engineLimits, clock: Self.start(clock, system), notices: notices, report: &report)
    losses = report.losses
  }

  /// A fork, whose engine is a copy of another session's.
  init(fork engine: NavtreeEngine.Session, of session: Session, _ notices: Notices) {
    flow = session.flow
    self.engine = engine
    self.notices = notices
    system = session.system
  }

  private static func start(_ clock: Clock, _ system: SystemClock?) -> SessionClock {
    let time = SessionClock(clock.kind, now: clock.start)
    // The second reading makes the time before the last one that of the start.
    if let system {
      time.read(system.now)
      time.read(system.now)
    }
    return time
  }

  /// The prefix of the keys of effects: unique to each opening on a real clock, the same in each run on a virtual one.
  static func keyPrefix(_ name: String, _ clock: Clock) -> String {
    switch clock.kind {
    case .real: "\(name).\(UInt64.random(in: .min ... .max).hexadecimal)"
    case .virtual: name
    }
  }
}
