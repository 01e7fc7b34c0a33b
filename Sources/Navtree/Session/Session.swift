import NavtreeEngine
import NavtreeSystem
import NavtreeFlow
import NavtreePersistence
import NavigationTree

/// One running flow: its windows of screens, and the changes that actions make of them.
///
/// ```swift
/// let session = try Session(Flow(contentsOf: "social.navtree.yaml"))
/// try session.send("select", ["index": 0], to: "/main")
/// ```
///
/// Each call is one change: it and everything that it causes succeeds as a whole, or it throws and nothing has changed.
///
/// ## Isolation
/// A session belongs to one thread, task or actor, since the order of changes is their meaning. Its type says so: it
/// isn't `Sendable`, so the compiler refuses to share it. Let a `@MainActor` class or an `actor` own it:
///
/// ```swift
/// actor Bot {
///   let session: Session
///   init(_ flow: Flow) throws { session = try Session(flow) }
/// }
/// ```
///
/// ## Waiting
/// A session starts no thread and does nothing behind its owner's back. The handlers of effects run as tasks of their
/// own; their answers are taken, and the timers of a real clock run, at the owner's next call and while it awaits the
/// session: in a `for await` over ``changes(at:pointer:depth:computed:sensitive:)``, ``transitions(in:acknowledging:)``, ``actions``
/// or ``effects``, in ``run()``, or in ``settled()``. All of them stay on the caller's actor.
public final class Session {
  let engine: NavtreeEngine.Session
  let notices: Notices
  /// The flow that it runs.
  public let flow: Flow
  /// A sentence for each loss of a stored session or a snapshot under a flow that has changed since; empty for none.
  public let losses: [String]
  /// The machine's clock; nil for a virtual one.
  let system: SystemClock?
  /// Persists the session, if it has a store.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var keeper: Keeper?
  let mailbox: Mailbox
  var alarm = Alarm()
  /// By the names of effects.
  var handlers: [String: EffectHandler] = [:]
  /// The tasks of handlers, by the numbers of effects.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var work: [Int: EffectWork] = [:]
  var lastAttempt = 0
  /// Answers of handlers that the store has refused, to be taken again.
  var delayed: [Mailbox.Mail] = []
  /// The effects that wait for an answer and that no handler has taken, by their numbers.
  var unclaimed: [Int: EffectRequest] = [:]
  var followers = FollowerTable()
  /// Called after each call that has changed the session.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var whenChanged: [() -> Void] = []
  /// What readers of it track, once a screen was read for a type of the program.
  var observed: Observed?
  private var lastSeq = 0
  var isDelivering = false
  /// The notices that wait until those before them are passed on.
  var settledCount = 0
  /// Takes what fails outside a call, such as a timer's change; nil to ignore it.
  public var onProblem: ((Problem) -> Void)?
  /// What calls it takes.
  enum Mode { case open, inBatch, closed }
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var mode = Mode.open
  /// Those of the batch that runs.
  var parts = Parts()
  /// Whether no timer runs before a call.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var isTimeHeld = false
  /// The hint of navigations.
  var hint: JSONValue?
  /// Whether it was closed.
  public var isClosed: Bool { mode == .closed }

  /// Opens a session: resumes the stored one of that name, else begins one.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - clock: The clock; by default the machine's.
  ///   - store: The place where it outlives the process; by default it doesn't.
  ///   - limits: The bounds.
  ///   - name: The name in the store and in the keys of effects; by default the flow's.
  ///   - shared: Values of shared fields, before the start is chosen; a stored session keeps its own.
  /// - Throws: ``NavtreeError``, such as ``NavtreeError/Kind/storage``, or ``NavtreeError/Kind/conflict`` if another
  ///   process has the stored session open.
  /// - Complexity: O(size of the flow's start), or of the stored session.
  public convenience init(
    _ flow: Flow, clock: Clock = .real, store: Store? = nil, limits: Limits = Limits(), name: String? = nil,
    shared: JSONObject = [:]
  ) throws(NavtreeError) {
    do throws(Failure) {
      self.init(try Opening(flow, clock, store, limits, name, shared))
    } catch {
      throw NavtreeError(error)
    }
    try begin()
  }

  /// Opens a session that continues a ``snapshot(sensitive:)``, of this flow or an earlier version of it.
  ///
  /// - Throws: ``NavtreeError/Kind/invalidParams`` if the value is no snapshot of the flow.
  /// - Complexity: O(size of the snapshot).
  public convenience init(
    restoring snapshot: JSONValue, _ flow: Flow, clock: Clock = .real, limits: Limits = Limits(),
    name: String? = nil
  ) throws(NavtreeError) {
    do throws(Failure) {
      self.init(try Opening(restoring: snapshot, flow, clock, limits, name))
    } catch {
      throw NavtreeError(error)
    }
    try begin()
  }

  init(_ opening: Opening) {
    flow = opening.flow
    engine = opening.engine
    notices = opening.notices
    losses = opening.losses
    keeper = opening.keeper
    system = opening.system
    mailbox = Mailbox(opening.system)
    lastSeq = engine.seq
  }

  deinit { release() }

  private func begin() throws(NavtreeError) {
    lastSeq = engine.seq
    if needsSettling { try settle() }
  }

  /// Ends the session: its sequences end, the tasks of its handlers are cancelled, and what waits is stored. The stored
  /// copy remains.
  ///
  /// A session that is released without being closed does the same, except that a failing store isn't reported.
  /// - Throws: ``NavtreeError/Kind/storage`` if the last changes can't be stored. It is closed even so.
  public func close() throws(NavtreeError) {
    if isClosed { return }
    if mode == .inBatch { throw refusal }
    let failure = release()
    if let failure { throw NavtreeError(failure) }
  }

  @discardableResult
  private func release() -> Failure? {
    if isClosed { return nil }
    mode = .closed
    var failure: Failure?
    do throws(Failure) { try keeper?.finish(engine) } catch { failure = error }
    keeper = nil
    for work in work.values { work.task.cancel() }
    (work, delayed, unclaimed) = ([:], [], [:])
    followers.endAll()
    alarm.cancel()
    mailbox.close()
    return failure
  }

  // MARK: Reading

  /// The name.
  public var name: String { engine.name }

  /// The number of the last change. It only grows.
  public var seq: Int { engine.seq }

  /// The screens.
  public var tree: ScreenTree { ScreenTree(engine: engine) }

  /// The active screen of the first window.
  public var active: Screen? { tree.active() }

  /// The shared state, sensitive fields too.
  public var shared: Fields {
    Fields(record: engine.flow.shared, values: engine.shared)
  }

  /// The screens as text for people, one a line.
  ///
  /// - Complexity: O(number of screens).
  public var outline: String { Outline(of: engine).text }

  /// The present instant, in milliseconds since 1970.
  public var now: Int { engine.now }

  // MARK: Changing

  /// Runs a call: answers and due timers first, then its body, then everything that waits for the outcome.
  @inline(__always)
  func perform<Result>(_ body: () throws(Failure) -> Result) throws(NavtreeError) -> Result {
    if mode != .open { throw refusal }
    if !work.isEmpty || engine.hasTimers {
      catchUp(takesAnswers: !work.isEmpty)
    } else if let system, !isTimeHeld {
      // Most calls have nothing to catch up with.
      engine.clock.read(system.now)
    }
    defer { if engine.hasTimers || keeper != nil { hastenAlarm() } }
    let result: Result
    do throws(Failure) {
      result = try body()
    } catch {
      throw refuse(error)
    }
    if needsSettling { try settle() }
    return result
  }

  @inline(__always)
  private var needsSettling: Bool { !notices.isEmpty || keeper != nil || !whenChanged.isEmpty }

  /// What a refused call leaves, such as a request of a screen to be asked first.
  @inline(never)
  private func refuse(_ failure: Failure) -> NavtreeError {
    do throws(NavtreeError) { try settle() } catch { return error }
    return NavtreeError(failure)
  }

  /// Stores a change, and passes on its consequences.
  @inline(never)
  func settle() throws(NavtreeError) {
    if let keeper {
      let wasFailing = keeper.isFailing
      do throws(Failure) {
        try keeper.commit(at: engine.now)
      } catch {
        if keeper.takesBack {
          dropUndone()
          deliver()
          throw NavtreeError(error)
        }
        if !wasFailing { report(NavtreeError(error)) }
      }
    }
    deliver()
    if engine.seq == lastSeq { return }
    lastSeq = engine.seq
    for report in whenChanged { report() }
  }

  /// Nothing that was undone is passed on, and whoever followed it goes on as before.
  private func dropUndone() {
    let undone = settledCount..<notices.count
    let ended = notices.all[undone].compactMap { notice in
      if case .subscriptionEnded(let number, _) = notice { followers[number] } else { nil }
    }
    notices.takeBack(undone, withEnds: true)
    for follower in ended { follower.resume(in: self) }
    observed?.resume(engine)
  }

  /// Takes the answers of handlers, each at the instant at which it came, and runs the timers that are due.
  @inline(never)
  func catchUp(takesAnswers: Bool) {
    if isTimeHeld { return }
    isTimeHeld = true
    defer { isTimeHeld = false }
    if takesAnswers { takeAnswers() }
    if let system { pass(to: system.now) }
  }

  /// Takes a reading of the real clock, and runs the timers that are due.
  func pass(to instant: Int) {
    engine.clock.read(instant)
    guard engine.hasTimers, let due = engine.nextTimer, due <= engine.now, !isPaused else { return }
    _ = engine.wake()
    settleQuietly()
  }

  /// Whether what isn't a call waits until the store may work again.
  var isPaused: Bool { keeper?.pause.map { engine.now < $0 } ?? false }

  /// The instant at which there is something to do without a call.
  var nextInstant: Int? {
    var next = delayed.isEmpty ? engine.nextTimer : 0
    if let pause = keeper?.pause { next = next.map { max($0, pause) } }
    if let deadline = keeper?.deadline { next = min(next ?? .max, deadline) }
    return next
  }

  /// Settles outside a call: what fails is a problem.
  func settleQuietly() {
    do throws(NavtreeError) { try settle() } catch { report(error) }
  }

  private func report(_ error: NavtreeError) {
    onProblem?(Problem(description: "the store failed: \(error.message)", error: error))
  }
}

/// A session belongs to one thread, task or actor.
@available(*, unavailable)
extension Session: Sendable {}
