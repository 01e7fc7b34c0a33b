import ArgumentParser
import NavtreeEngine
import NavtreeFiles
import NavtreeFlow
import NavtreePersistence
import NavtreeExploring
import NavtreeScenarios
import NavtreeServer
import NavtreeSystem

/// The settings of `navtree serve`, each as it is where the command line doesn't name it.
struct ServeSettings {
  var files: [InputFile] = []
  var limits = Limits()
  var clock = SessionClock.Kind.real
  var record: String?
  var coverage: CoverageSetting?
  var store: [StorePlace] = []
  var shared: [SharedSetting] = []
  var root: String?
  var durability = Durability.commit
  var lease = TimeSetting(milliseconds: 5_000)
  var wait: TimeSetting?
  var advertise: String?
  var onLoss = LossPolicy.tell
  var logLevel = LogLevel.warning
  var logFormat = LogFormat.text
  var metrics: MetricsSetting?
  var metricsInterval: TimeSpan?
  /// A page that shows the sessions.
  var inspection: InspectorLink.Settings?

  /// Refuses settings that don't fit each other.
  func validate() throws {
    Console.logsJSON = logFormat == .json
    if files.contains(where: \.isStandardInput) {
      throw ValidationError("'-' can't be a flow here: standard input is where the requests come from")
    }
    try store.validate()
    try validateLease()
    try shared.validate()
    if metrics == nil, metricsInterval != nil {
      throw ValidationError("--metrics-interval goes with --metrics: where are they written?")
    }
    if let root, let fault = FlowRoot(root).fault { throw ValidationError("--root \(root): \(fault)") }
    if store.main == nil, let name = store.first?.name {
      throw ValidationError(
        "--store \(name)=… keeps some of the sessions that a store keeps: give that too, --store sqlite:PATH")
    }
  }

  /// Answers requests until the input ends.
  func run() throws {
    let clock = SystemClock()
    let flows = try files.map { file in (file: file, outcome: try file.load()) }
    try check(flows.map(\.outcome))
    let host = store.named.values.contains(.host) ? HostKeeper(try StandardStreams.claim(), limits) : nil
    let sessions = try openStore(host)
    let root = root.map(FlowRoot.init) ?? .working
    let server = makeServer(
      over: sessions, complain: { Console.note($1, $0, $2) },
      readParts: { FlowFolder.parts(ofFlow: $0, below: root) }, readFile: InputFile.reader(below: root))
    let limits = server.limits
    let meter = try makeMeter(of: server, at: clock.now)
    if coverage != nil { server.coverage = CoverageRecorders() }
    server.pass(to: clock.now)
    let recording = try record.map { path in try makeRecording(path) }
    let link = makeLink()
    if let link {
      var kept = recording
      let sink: Recorder.Sink = { lines, secrets in
        let isShown = link.append(lines, secrets)
        if let file = kept, !file.append(lines, secrets) { kept = nil }
        return isShown || kept != nil
      }
      server.record(with: Recorder(limit: limits[.recording], sink: sink), isKept: recording != nil)
    } else if let recording {
      server.record(
        with: Recorder(limit: limits[.recording], sink: recording.append), isKept: true)
    }
    do {
      for (file, outcome) in flows { try file.openSession(of: outcome, on: server, shared: shared) }
    } catch {
      recording?.discard()
      throw error
    }
    sessions?.patience = 0
    let streams = try host?.streams ?? StandardStreams.claim()
    var loop = ServeLoop(
      server, on: streams, maximumDepth: limits[.depth],
      batchLimits: RPCBatchLimits(requests: limits[.requests], answers: limits[.answers]),
      lineLimit: limits[.line], unwrittenLimit: limits[.unwritten], clock: clock, meter: meter,
      host: host, companion: link?.companion)
    let end = loop.run()
    let finished = Result { try Console.orFail { () throws(Failure) in try server.finish(at: clock.now) } }
    meter?.write(at: clock.now)
    if let recorders = server.coverage { try coverage?.add(recorders) }
    try finished.get()
    switch end {
    case .done: return
    case .signal(let number): throw ExitCode(128 + number)
    case .inputFailed(let error): throw Console.fail("standard input: \(error)", .ioError)
    case .outputFailed(let error): throw Console.fail("standard output: \(error)", .ioError)
    case .waitingFailed(let error): throw Console.fail("waiting for input: \(error)", .ioError)
    }
  }

  /// The store of the sessions, which waits for those that another process has open.
  ///
  /// - Parameter usual: its place where the command line names none.
  func openStore(_ host: HostKeeper? = nil, or usual: StoreLocation? = nil) throws -> SessionStore? {
    guard let main = store.main ?? usual else { return nil }
    return try Console.orFail { () throws(Failure) in
      let opened = try main.openSessions(
        durability, store.named, lease: lease.milliseconds, advertised: advertise, host: host,
        complain: { Console.note($0) })
      opened.patience = wait?.milliseconds ?? (main.isDatabase ? lease.milliseconds + 1_000 : 0)
      return opened
    }
  }
}

extension ServeSettings {
  private func validateLease() throws {
    guard (100...3_600_000).contains(lease.milliseconds) else {
      throw ValidationError("--lease: it has from 100 milliseconds to an hour")
    }
    if wait != nil || advertise != nil, store.main == nil {
      throw ValidationError(
        "--wait and --advertise go with --store: without one no other process has the sessions")
    }
    guard store.main?.isDatabase != false || advertise == nil else {
      throw ValidationError(
        "--advertise goes with a store in PostgreSQL, which processes of other machines share")
    }
  }

  /// Checks the settings of stores and shared values against the flows.
  func check(_ flows: [FlowLoader.Outcome]) throws {
    let definitions = flows.compactMap(\.flow)
    // Flows loaded later may name stores too, so without flows nothing can be checked.
    if !flows.isEmpty, definitions.count == flows.count {
      try store.validate(for: definitions, with: store.main)
      try shared.validate(for: definitions)
    } else if flows.isEmpty, let setting = shared.first {
      throw ValidationError("--shared \(setting.name)=…: no flow is given whose session would begin with it")
    }
    try coverage?.check(for: definitions)
  }

  /// The server that they describe, without flows.
  func makeServer(
    over store: SessionStore?, complain: @escaping NavtreeServer.Complaint,
    readParts: @escaping NavtreeServer.PartsReader, readFile: @escaping NavtreeServer.FileReader
  ) -> NavtreeServer {
    var limits = limits
    if limits.isInterrupted == nil { limits.isInterrupted = { TerminationSignals.haveArrived } }
    return NavtreeServer(
      limits: limits, clock: clock, store: store, refusesLosses: onLoss == .refuse, logLevel: logLevel,
      complain: complain, tester: ScenarioTests.tester, planner: SessionPlans.planner, readParts: readParts,
      readFile: readFile)
  }

  private func makeMeter(of server: NavtreeServer, at now: Int) throws -> Meter? {
    guard let metrics else { return nil }
    do {
      let output = try MetricsOutput(metrics)
      let interval = metricsInterval?.milliseconds ?? 10_000
      let meter = Meter(
        server, process: Int(getpid()), every: interval, from: now, as: metrics.format, label: metrics.label,
        sink: output.write)
      // A process that says it writes the file has written it.
      if metrics.format == .prometheus { meter.write(at: now) }
      if output.isFailing { throw ExitCode.ioError }
      return meter
    } catch let error as MetricsFileError {
      throw Console.fail(error.sentence, .ioError)
    }
  }

  /// The process that shows the sessions; nil if there is none, or it can't be started.
  private func makeLink() -> InspectorLink? {
    guard let inspection else { return nil }
    if inspection.isSensitive { Console.note("the page shows sensitive values") }
    do throws(SystemError) {
      return try InspectorLink(inspection)
    } catch {
      Console.note("nothing shows the sessions: \(error)")
      return nil
    }
  }

  private func makeRecording(_ path: String) throws -> RecordingFile {
    do throws(RecordingFileError) {
      return try RecordingFile(path: path)
    } catch {
      throw Console.fail("\(error.path): \(error.error)\(error.advice)", .ioError)
    }
  }
}
