import NavigationTree
package import NavtreeEngine
package import NavtreeFlow
package import NavtreeJSON
import NavtreeJSONReading
package import NavtreePersistence
import NavtreeText
package import NavtreeYAML

/// The loaded flows and open sessions of one process, behind the methods of the protocol.
///
/// It opens no files or pipes: it is given a reader of paths, and its lines by a serve loop.
package final class NavtreeServer {
  /// Reads a file's bytes, or gives the reason why it can't.
  package typealias FileReader = @Sendable (_ path: String) -> Result<[UInt8], FileFailure>

  /// The reader of the parts of the flow in a file.
  package typealias PartsReader = @Sendable (_ path: String) -> PartReader

  package struct FileFailure: Error, Sendable {
    package let message: String
    package let hint: String?

    package init(message: String, hint: String? = nil) {
      self.message = message
      self.hint = hint
    }
  }

  package let limits: Limits
  package internal(set) var flows: UTF8Dictionary<FlowDefinition> = [:]
  /// The flows loaded at the last commit, if they have changed since.
  var committedFlows: UTF8Dictionary<FlowDefinition>?
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  package internal(set) var sessions: UTF8Dictionary<Session> = [:] {
    didSet { only = sessions.count == 1 ? sessions.values.first : nil }
  }
  /// The session, if exactly one is open.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var only: Session?
  /// Whether `shutdown` was called: no line after it is read.
  package internal(set) var isShutDown = false
  /// Whether the last request is final whatever happens to the requests after it, or ends the process.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  package internal(set) var isFinal = false
  /// Whether notifications wait that no later change may be combined with.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  package internal(set) var owes = false
  /// Whether a request was broken off because the process is to end.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  package internal(set) var isBrokenOff = false
  let readFile: FileReader
  let readParts: PartsReader
  let methods = MethodTable.methods
  package let metrics = Metrics(methodCount: MethodTable.methods.count)
  let methodNames = NameTable(MethodTable.methods.map(\.name))
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var lastMethod = NameTable.Last()
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var unknownMethods = UnknownMethods()
  /// The params of the present call.
  let params = Params()
  /// The arguments of a batch's entries.
  let entryParams = Params()
  /// The params of a request that has waited.
  let queuedParams = Params()
  /// The arguments of navtree's own actions.
  let actionParams = Params()
  package let notices = Notices()
  /// Whether the client asked to be told the end of each answer.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var tellsSettled = false
  /// Whether anything is recorded.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var isRecording = false {
    didSet { isWatching = isRecording || logLevel == .debug || acknowledges }
  }
  /// Whether a host has acknowledged transitions of any session.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var acknowledges = false {
    didSet { isWatching = true }
  }
  /// The requests that waited at the last commit, in the sessions where others may wait since.
  var queues: [UTF8Key: [QueuedRequest]] = [:]
  /// Whether anything is done beside running a method.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private(set) var isWatching = false
  /// Records all sessions.
  var tape: Recorder?
  /// Whether each session that this records is recorded for `recording.export` too.
  var keepsRecordings = false
  /// The recorders by session.
  var recorders: [UTF8Key: Recorder] = [:]
  /// The first session that the present call has used, while anything is recorded.
  var addressed: (session: Session, now: Int)?
  /// The name of the fork that the present call has opened, while anything is recorded.
  var forked: String?
  /// The clock of the sessions on a real clock.
  let clock = SessionClock(.real)
  /// The kind of clock of sessions that don't choose one.
  let clockKind: SessionClock.Kind
  /// The prefixes of effect keys.
  var keyPrefixes: KeyPrefixes
  let subscriptions = SubscriptionTable()
  /// The open sessions that no store keeps, though there is one.
  let unstored = UnstoredSessions()
  /// The sessions that other processes have taken over, until they are opened here again.
  var fenced: UTF8Dictionary<LostSession> = [:]
  /// Measures the sessions that are opened from now on, if they are measured.
  package var coverage: CoverageRecorders?
  /// Runs scenarios; nil if `test.run` isn't served.
  package let tester: ScenarioTester?
  /// Plans; nil if `plan` isn't served.
  package let planner: SessionPlanner?
  /// The answer of `rpc.discover`, once it is made.
  var description: [UInt8]?
  /// The store of the sessions; nil if they end with the process.
  let store: SessionStore?
  /// Whether a stored session that would lose something stays closed.
  let refusesLosses: Bool
  /// Writes a sentence for people, outside the protocol, with what it is about: `session`, `flow`, `method`, `kind`.
  private let complain: Complaint
  package typealias Complaint = @Sendable (LogLevel, String, _ subject: JSONObject) -> Void
  /// The least severe sentences that are written.
  let logLevel: LogLevel
  /// Whether a stored session was opened, so that those that are opened next are locked together with it.
  var hasResumed = false
  /// The reason of a failed commit that a request needed to run first.
  var storeFailure: Failure?
  /// Whether the last commit of already answered requests failed and was reported.
  var isStoreFailing = false
  /// The instant since which changes wait for a commit, by the real clock.
  var waitsSince: Int?
  /// The instant before which no timer runs, by the real clock.
  var pausedUntil = Int.min

  /// - Parameter random: gives the random bits that keys of effects begin with.
  package init(
    limits: Limits = Limits(), clock: SessionClock.Kind = .real, store: SessionStore? = nil,
    refusesLosses: Bool = false, logLevel: LogLevel = .warning,
    complain: @escaping Complaint = { _, _, _ in },
    random: @escaping KeyPrefixes.Source = { .random(in: .min ... .max) }, tester: ScenarioTester? = nil,
    planner: SessionPlanner? = nil, readParts: @escaping PartsReader = { _ in PartFault.reader },
    readFile: @escaping FileReader
  ) {
    self.tester = tester
    self.planner = planner
    keyPrefixes = KeyPrefixes(random: random)
    self.limits = limits
    self.store = store
    self.refusesLosses = refusesLosses
    self.complain = complain
    self.logLevel = logLevel
    isWatching = logLevel == .debug
    clockKind = clock
    self.readFile = readFile
    self.readParts = readParts
  }

  /// Writes a sentence for people, if its level is asked for.
  func log(
    _ level: LogLevel, _ sentence: @autoclosure () -> String, about subject: @autoclosure () -> JSONObject
  ) {
    if level <= logLevel { complain(level, sentence(), subject()) }
  }

  /// An opened session.
  package struct Opening {
    package let session: Session
    /// The fate of the stored values; nil if none were stored.
    package let report: RestoreReport?
    /// The state that it continued from, if it is recorded and didn't begin here.
    var recorded: RecordedOpening?
    /// The window in which a link was opened.
    var window = 0
  }

  /// Opens a session: resumes the stored one of that name, else starts one.
  ///
  /// - Parameters:
  ///   - now: the time of a virtual clock, if it begins here.
  ///   - link: a URL to open in it.
  ///   - shared: values of shared fields, if it begins here.
  ///   - isKept: whether it will be recorded for `recording.export`.
  @discardableResult
  package func open(
    _ flow: FlowDefinition, as name: String, clock kind: SessionClock.Kind? = nil, now: Int = 0,
    link: String? = nil, shared: JSONObject = [:], isKept: Bool = false
  ) throws(Failure) -> Opening {
    try admit(name, "session")
    return try apart { () throws(Failure) -> Opening in
      let firstNotice = notices.count
      if let opened = try store?.open(name, of: flow) {
        hasResumed = true
        return try resume(opened, flow, clock: kind, link: link, isKept: isKept)
      }
      let clock = makeClock(kind ?? clockKind, now: now)
      let session = try Session(
        flow, name: name, keyPrefix: keyPrefixes.next(for: name, on: clock.kind), limits: limits,
        clock: clock, notices: notices, shared: shared, coverage: coverage?[flow])
      var opening = Opening(session: session, report: nil)
      try open(link, in: &opening)
      do throws(Failure) {
        try enter(session)
      } catch {
        // Another process may have stored one of this name meanwhile.
        guard error.kind == .nameTaken, let opened = try store?.open(name, of: flow) else { throw error }
        notices.drop(from: firstNotice)
        return try resume(opened, flow, clock: kind, link: link, isKept: isKept)
      }
      return opening
    }
  }

  /// Opens a link in a session that is being opened.
  func open(_ link: String?, in opening: inout Opening) throws(Failure) {
    guard let link else { return }
    let session = opening.session
    let cursor = try session.focus(on: nil, window: session.windows.first?.window)
    opening.window =
      try session.withoutWorkLimit { () throws(Failure) in
        try session.navigate(.open(Open(url: link)), at: cursor.screen, force: false, cause: .request(.open))
          .window ?? 0
      }
  }

  /// Opens a session from a snapshot.
  ///
  /// - Parameter link: a URL to open in it.
  package func restore(
    _ stored: StoredSession, _ flow: FlowDefinition, as name: String, clock kind: SessionClock.Kind? = nil,
    link: String? = nil
  ) throws(Failure) -> Opening {
    try admit(name, "session")
    return try apart { () throws(Failure) -> Opening in
      var report = RestoreReport()
      var recorded: RecordedOpening?
      let clock = makeClock(kind ?? stored.clock)
      let session = try Session(
        restoring: stored, flow, name: name, keyPrefix: keyPrefixes.next(for: name, on: clock.kind),
        limits: limits, clock: clock, notices: notices, coverage: coverage?[flow], report: &report,
        willGoOn: { recorded = recordedOpening(of: $0, restoredFrom: stored, isKept: false) })
      var opening = Opening(session: session, report: report, recorded: recorded)
      try open(link, in: &opening)
      try enter(session)
      return opening
    }
  }

  /// - Parameter now: the time of a virtual clock.
  func makeClock(_ kind: SessionClock.Kind, now: Int = 0) -> SessionClock {
    kind == .real ? clock : SessionClock(.virtual, now: now)
  }

  /// Checks whether one more session may be opened.
  ///
  /// - Parameter parameter: the parameter that would give it another name.
  func admit(_ name: String, _ parameter: String) throws(Failure) {
    guard sessions[name] == nil else {
      throw Failure(.nameTaken, "a session named '\(name.echo)' is open already")
        .with("hint", .string("give it another name with '\(parameter)'"))
    }
    guard sessions.count < limits[.sessions] else { throw limits.exceeded(.sessions) }
    if SessionName.isGood(name) { return }
    // A session that is stored under such a name stays usable.
    if try store?.find(name) != nil { return }
    throw Failure(.invalidParams, SessionName.rule, ["pointer": .string("/\(parameter)")])
  }

  /// The session that a call refers to.
  func session(_ params: Params, _ name: ParameterName = .session) throws(Failure) -> Session {
    use(try find(params, name).takeUnretainedValue())
  }

  /// The same, for a call that can't close it: the server keeps it alive.
  @inline(__always)
  func findSession(_ params: Params) throws(Failure) -> Unmanaged<Session> {
    let session = try find(params, .session)
    if isRecording { session.use { _ = use($0) } }
    return session
  }

  /// Notes that a call refers to a session.
  func use(_ session: Session) -> Session {
    if isRecording, addressed == nil { addressed = (session, session.clock.now) }
    return session
  }

  @inline(__always)
  private func find(_ params: Params, _ name: ParameterName) throws(Failure) -> Unmanaged<Session> {
    guard let element = params[name] else {
      if let only = only.unretained { return only }
      if sessions.isEmpty {
        if let conflict = conflict(nil) { throw conflict }
        throw Failure(.unknownSession, "no session is open").with(
          "hint", .string("open one with session.open"))
      }
      throw Failure(
        .invalidParams, "which session? \(sessions.count) are open",
        ["pointer": .string("/session"), "hint": .string("give 'session'")])
    }
    guard let name = element.string else { throw params.misfit(name) }
    if let session = sessions[name].unretained { return session }
    if let conflict = conflict(name) { throw conflict }
    throw Failure(.unknownSession, "no session named '\(name.echo)' is open").hinting(
      name, among: sessions.keys)
  }
}
