import NavtreeCEL
import NavigationTree
package import NavtreeEngine
package import NavtreeFlow
package import NavtreeJSON
package import NavtreeJSONReading
package import NavtreePersistence
import NavtreeText

/// The loaded flows and open sessions of one process, behind the methods of the protocol.
///
/// It opens no files or pipes: it is given a reader of paths, and its lines by a serve loop.
package final class NavtreeServer {
  /// Reads a file's bytes, or gives a sentence why it can't.
  package typealias FileReader = @Sendable (_ path: String) -> Result<[UInt8], FileFailure>

  package struct FileFailure: Error, Sendable {
    package let message: String

    package init(message: String) {
      self.message = message
    }
  }

  package let limits: Limits
  package internal(set) var flows: UTF8Dictionary<FlowDefinition> = [:]
  /// The flows loaded at the last commit, if they have changed since.
  var committedFlows: UTF8Dictionary<FlowDefinition>?
  @exclusivity(unchecked)
  package internal(set) var sessions: UTF8Dictionary<Session> = [:] {
    didSet { only = sessions.count == 1 ? sessions.values.first : nil }
  }
  /// The session, if exactly one is open.
  @exclusivity(unchecked)
  private var only: Session?
  /// Whether `shutdown` was called: no line after it is read.
  package internal(set) var isShutDown = false
  /// Whether the last request is final whatever happens to the requests after it, or ends the process.
  @exclusivity(unchecked)
  package internal(set) var isFinal = false
  private let readFile: FileReader
  private let methods = MethodTable.methods
  private let methodNames = NameTable(MethodTable.methods.map(\.name))
  private let params = Params()
  /// The arguments of a batch's entries.
  let entryParams = Params()
  /// The arguments of navtree's own actions.
  let actionParams = Params()
  let notices = Notices()
  /// Whether anything is recorded.
  @exclusivity(unchecked)
  var isRecording = false
  /// Records all sessions.
  var tape: Recorder?
  /// The recorders by session.
  var recorders: [UTF8Key: Recorder] = [:]
  /// The first session that the present call has used, while anything is recorded.
  var addressed: (session: Session, now: Int)?
  /// The clock of the sessions on a real clock.
  let clock = SessionClock(.real)
  /// The kind of clock of sessions that don't choose one.
  private let clockKind: SessionClock.Kind
  let subscriptions = SubscriptionTable()
  /// The store of the sessions; nil if they end with the process.
  let store: SessionStore?
  /// The reason of a failed commit that a request needed before its turn.
  var storeFailure: Failure?
  /// Whether the last commit of already answered requests failed and was reported.
  var isStoreFailing = false
  /// The instant since which changes wait for a commit, by the real clock.
  var waitsSince: Int?
  /// The instant before which no timer runs, by the real clock.
  var pausedUntil = Int.min

  package init(
    limits: Limits = Limits(), clock: SessionClock.Kind = .real, store: SessionStore? = nil,
    readFile: @escaping FileReader
  ) {
    self.limits = limits
    self.store = store
    clockKind = clock
    self.readFile = readFile
  }

  /// Reads a flow without loading it.
  func read(path: String) throws(Failure) -> FlowLoader.Outcome {
    switch readFile(path) {
    case .success(let bytes): return FlowLoader.load(bytes, file: path)
    case .failure(let failure):
      throw Failure(.invalidParams, "\(path): \(failure.message)", ["pointer": .string("/path")])
    }
  }

  /// Loads a flow from a file. It replaces a flow of its name; sessions that run the replaced flow keep it.
  @discardableResult
  package func load(path: String) throws(Failure) -> FlowDefinition {
    try load(try read(path: path), file: path)
  }

  package func load(_ outcome: FlowLoader.Outcome, file: String) throws(Failure) -> FlowDefinition {
    guard let flow = outcome.flow else {
      let errors = outcome.diagnostics.filter { $0.severity == .error }
      let first = errors.first.map { ": \($0.message)" } ?? ""
      throw Failure(
        .invalidFlow, "\(file) has \(errors.count) error\(errors.count == 1 ? "" : "s")\(first)",
        ["diagnostics": DiagnosticReport(outcome.diagnostics, in: outcome.source).json])
    }
    guard flows[flow.name] != nil || flows.count < limits[.flows] else { throw limits.exceeded(.flows) }
    if committedFlows == nil { committedFlows = flows }
    flows[flow.name] = flow
    return flow
  }

  func flow(named name: String) throws(Failure) -> FlowDefinition {
    if let flow = flows[name] { return flow }
    throw Failure(.unknownFlow, "no flow named '\(name)' is loaded").hinting(name, among: flows.keys)
  }

  /// An opened session.
  package struct Opening {
    package let session: Session
    /// The fate of the stored values; nil if none were stored.
    package let report: RestoreReport?
    /// The window in which a link was opened.
    var window = 0
  }

  /// Opens a session: resumes the stored one of that name, else starts one.
  ///
  /// - Parameter link: a URL to open in it.
  @discardableResult
  package func open(
    _ flow: FlowDefinition, as name: String, clock kind: SessionClock.Kind? = nil, link: String? = nil
  ) throws(Failure) -> Opening {
    try admit(name, "session")
    return try apart { () throws(Failure) -> Opening in
      if let opened = try store?.open(name, of: flow) {
        return try resume(opened, flow, clock: kind, link: link)
      }
      let session = try Session(
        flow, name: name, limits: limits, clock: makeClock(kind ?? clockKind), notices: notices)
      var opening = Opening(session: session, report: nil)
      try open(link, in: &opening)
      try enter(session)
      return opening
    }
  }

  /// Opens a link in a session that is being opened.
  func open(_ link: String?, in opening: inout Opening) throws(Failure) {
    guard let link else { return }
    opening.window =
      try opening.session.navigate(.open(url: link), in: 0, force: false, cause: .request("session.open"))
      .window ?? 0
  }

  /// Opens a session from a snapshot.
  package func restore(
    _ stored: StoredSession, _ flow: FlowDefinition, as name: String, report: inout RestoreReport
  ) throws(Failure) -> Session {
    try admit(name, "session")
    return try apart { () throws(Failure) -> Session in
      let session = try Session(
        restoring: stored, flow, name: name, limits: limits, clock: makeClock(stored.clock), notices: notices,
        report: &report)
      try enter(session)
      return session
    }
  }

  func makeClock(_ kind: SessionClock.Kind) -> SessionClock { kind == .real ? clock : SessionClock(.virtual) }

  /// Opens a session that continues from a state of another one.
  func fork(_ original: Session, at seq: Int?, as name: String?) throws(Failure) -> Session {
    let name = if let name { name } else { try freeName(after: original.name) }
    try admit(name, "as")
    return try apart { () throws(Failure) -> Session in
      let fork = try original.fork(as: name, at: seq)
      try enter(fork)
      fork.askForAll()
      record(fork, from: original)
      return fork
    }
  }

  /// The name with the lowest appended number that no session has, open or stored.
  private func freeName(after name: String) throws(Failure) -> String {
    var number = 2
    while true {
      let free = "\(name)-\(number)"
      if sessions[free] == nil, try store?.find(free) == nil { return free }
      number += 1
    }
  }

  /// Checks whether one more session may be opened.
  ///
  /// - Parameter parameter: the parameter that would give it another name.
  func admit(_ name: String, _ parameter: String) throws(Failure) {
    guard sessions[name] == nil else {
      throw Failure(.nameTaken, "a session named '\(name)' is open already")
        .with("hint", .string("give it another name with '\(parameter)'"))
    }
    guard sessions.count < limits[.sessions] else { throw limits.exceeded(.sessions) }
  }

  /// The session that a call refers to.
  func session(_ params: Params, _ name: ParameterName = .session) throws(Failure) -> Session {
    let session = try find(params, name)
    if isRecording, addressed == nil { addressed = (session, session.now) }
    return session
  }

  private func find(_ params: Params, _ name: ParameterName) throws(Failure) -> Session {
    guard let element = params[name] else {
      if let only { return only }
      if sessions.isEmpty {
        throw Failure(.unknownSession, "no session is open").with(
          "hint", .string("open one with session.open"))
      }
      throw Failure(
        .invalidParams, "which session? \(sessions.count) are open",
        ["pointer": .string("/session"), "hint": .string("give 'session'")])
    }
    guard let name = element.string else { throw params.misfit(name) }
    if let session = sessions[name] { return session }
    throw Failure(.unknownSession, "no session named '\(name)' is open").hinting(name, among: sessions.keys)
  }
}

extension NavtreeServer: Service {
  /// Writes the notifications caused by calls since the last time.
  package func writeCaused(into output: inout JSONWriter) {
    if notices.isEmpty { return }
    for notice in notices.all {
      if case .changeHeld(let number) = notice { subscriptions.hold(number, at: output.count) }
      if case .subscriptionEnded(let number, _) = notice { subscriptions.remove(number) }
      notice.write(into: &output)
    }
    notices.removeAll()
  }

  package func note(readerIsBehind: Bool) {
    notices.isReaderBehind = readerIsBehind
  }

  package func writeHeld(into output: inout JSONWriter) {
    subscriptions.writeHeld(into: &output)
    notices.forgetHeld()
  }

  /// Takes a reading of the real clock, and runs the timers that are due.
  package func pass(to instant: Int) {
    clock.read(instant)
    if instant < pausedUntil { return }
    while let name = clock.takeAlarm() {
      // A cut leaves timers due; requests made meanwhile run before them.
      guard let session = sessions[name], session.clock === clock else { continue }
      let seq = session.world.seq
      let passage = session.wake()
      if isRecording, session.world.seq != seq || passage.fired > 0 { recordPassage(of: session) }
      if passage.isCut { return }
    }
  }

  package var nextInstant: Int? {
    let alarm = clock.nextAlarm.map { max($0, pausedUntil) }
    guard let store, let waitsSince else { return alarm }
    return min(alarm ?? .max, waitsSince + store.durability.patience)
  }

  package func commit() -> RPCError? {
    isFinal = isShutDown
    return conclude().map { RPCError($0) }
  }

  package func call(
    _ method: UnsafeRawBufferPointer, _ params: JSONElement?, into output: inout JSONWriter
  ) throws(RPCError) {
    guard let index = methodNames.index(of: method) else {
      let name = String(decoding: method, as: UTF8.self)
      throw .unknownMethod(name, hint: Spelling.hint(for: name, among: methodNames.names))
    }
    do {
      try methods[index].call(params, with: self.params, on: self, into: &output)
    } catch {
      throw RPCError(error)
    }
  }
}

extension NavtreeServer {
  /// Runs a method after a final one of the same line: it is committed or undone by itself.
  func runApart(_ method: Method, _ params: Params, into output: inout JSONWriter) throws(Failure) {
    // Nothing is pending, except what each commit concludes.
    _ = conclude()
    let firstNotice = notices.count
    var failure: Failure?
    do {
      try method.perform(on: self, params, into: &output)
    } catch {
      failure = error
    }
    let notices = firstNotice..<notices.count
    if let error = conclude() {
      self.notices.takeBack(notices)
      throw error
    }
    if let failure { throw failure }
  }

  /// Makes all requests since the last time final, or undoes them.
  private func conclude() -> Failure? {
    let error = store.flatMap { commit(to: $0) }
    if isRecording { concludeRecording(isUndone: error != nil) }
    if error == nil { subscriptions.commit() }
    if committedFlows != nil {
      if error != nil, let committedFlows { flows = committedFlows }
      committedFlows = nil
    }
    return error
  }
}
