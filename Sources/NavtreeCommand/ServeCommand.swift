import ArgumentParser
import NavtreeFlow
import NavtreePersistence
import NavtreeServer
import NavtreeEngine

/// `navtree serve`: answers requests on standard input, on standard output.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Answer JSON-RPC requests, one per line, until the input ends.",
    discussion: """
      Opens one session per flow, named after the flow. Further flows are loaded with flow.load, and further sessions \
      opened with session.open.
      """)

  @Argument(help: ArgumentHelp("The flow files.", valueName: "flow"))
  var files: [InputFile] = []

  @Option(
    help: ArgumentHelp(
      "Change a limit: \(Limit.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "name=n"))
  var limit: [LimitSetting] = []

  @Option(
    help: ArgumentHelp(
      "The clock of sessions: the machine's time, or clock.advance alone.", valueName: "kind"))
  var clock = SessionClock.Kind.real

  @Option(
    help: ArgumentHelp(
      "Record the inputs of all sessions in this file, for navtree replay.", valueName: "file"))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Count what the sessions do, and add it to this file at the end, for navtree coverage.",
      valueName: "file"))
  var coverage: CoverageSetting?

  @Option(
    help: ArgumentHelp(
      "The store in which sessions outlive the process: sqlite:PATH, or memory:. NAME=URL is the place of the store NAME that flows declare.",
      valueName: "[name=]url"))
  var store: [StorePlace] = []

  @Option(
    help: ArgumentHelp(
      "The value of a shared field with which sessions of the flows begin: JSON, or text for a field of type string.",
      valueName: "name=value"))
  var shared: [SharedSetting] = []

  @Option(
    help: ArgumentHelp(
      "When changes reach the disk: before they are answered, a tenth of a second later, or when the system decides.",
      valueName: "kind"))
  var durability = Durability.commit

  @Option(
    help: ArgumentHelp(
      "What to do with a stored session that would lose something under its flow: open it and report, or refuse.",
      valueName: "kind"))
  var onLoss = LossPolicy.tell

  @Option(
    help: ArgumentHelp(
      "What is written to standard error: why the process ends, losses of stored sessions too, flows and sessions as they come and go too, or each request too.",
      valueName: "level"))
  var logLevel = LogLevel.warning

  func validate() throws {
    if files.contains(where: \.isStandardInput) {
      throw ValidationError("'-' can't be a flow here: standard input is where the requests come from")
    }
    try store.validate()
    try shared.validate()
    if store.main == nil, let name = store.first?.name {
      throw ValidationError(
        "--store \(name)=… keeps some of the sessions that a store keeps: give that too, --store sqlite:PATH")
    }
  }

  func run() throws {
    let clock = SystemClock()
    let flows = try files.map { file in (file: file, outcome: try file.load()) }
    try check(flows.map(\.outcome))
    let server = makeServer(
      over: try openStore(), complain: { Console.complain("navtree: \($0)\n") },
      readParts: InputFile.parts, readFile: InputFile.read)
    let limits = server.limits
    if coverage != nil { server.coverage = CoverageRecorders() }
    server.pass(to: clock.now)
    let recording = try record.map { path in try makeRecording(path) }
    if let recording {
      server.record(
        with: Recorder(limit: limits[.recording], sink: recording.append), isKept: true)
    }
    do {
      for (file, outcome) in flows { try file.openSession(of: outcome, on: server, shared: shared) }
    } catch {
      recording?.discard()
      throw error
    }
    let streams = try StandardStreams.claim()
    var loop = ServeLoop(
      server, on: streams, maximumDepth: limits[.depth],
      batchLimits: RPCBatchLimits(requests: limits[.requests], answers: limits[.answers]),
      lineLimit: limits[.line], unwrittenLimit: limits[.unwritten], clock: clock)
    let end = loop.run()
    do {
      try server.finish(at: clock.now)
    } catch {
      throw Console.fail(error)
    }
    if let recorders = server.coverage { try coverage?.add(recorders) }
    switch end {
    case .done: return
    case .signal(let number): throw ExitCode(128 + number)
    case .inputFailed(let error): throw Console.fail("standard input: \(error)", .ioError)
    case .outputFailed(let error): throw Console.fail("standard output: \(error)", .ioError)
    case .waitingFailed(let error): throw Console.fail("poll: \(error)", .software)
    }
  }

  private func openStore() throws -> SessionStore? {
    guard let path = store.main else { return nil }
    do {
      return try SessionStore(path: path, durability: durability, places: store.named)
    } catch {
      throw Console.fail(error)
    }
  }
}

extension ServeCommand {
  /// Checks the arguments about stores and shared values against the flows.
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

  /// The server that the arguments ask for, without flows.
  func makeServer(
    over store: SessionStore?, complain: @escaping @Sendable (String) -> Void,
    readParts: @escaping NavtreeServer.PartsReader, readFile: @escaping NavtreeServer.FileReader
  ) -> NavtreeServer {
    var limits = Limits()
    for setting in limit { limits[setting.limit] = setting.value }
    return NavtreeServer(
      limits: limits, clock: clock, store: store, refusesLosses: onLoss == .refuse, logLevel: logLevel,
      complain: complain, readParts: readParts, readFile: readFile)
  }

  private func makeRecording(_ path: String) throws -> RecordingFile {
    do throws(RecordingFileError) {
      return try RecordingFile(path: path)
    } catch {
      throw Console.fail("\(error.path): \(error.error)", .ioError)
    }
  }
}

/// The reaction to a stored session that no longer fits its flow.
enum LossPolicy: String, CaseIterable, ExpressibleByArgument {
  case tell, refuse
}

extension Durability: ExpressibleByArgument {}

extension LogLevel: ExpressibleByArgument {}

extension SessionClock.Kind: ExpressibleByArgument {}

/// A limit on the command line: `line=1000000`.
struct LimitSetting: ExpressibleByArgument {
  let limit: Limit
  let value: Int

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let limit = Limit(rawValue: String(parts[0])), let value = Int(parts[1]),
      value >= limit.least
    else { return nil }
    self.limit = limit
    self.value = value
  }
}
