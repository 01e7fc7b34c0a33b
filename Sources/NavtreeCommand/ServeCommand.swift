import ArgumentParser
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreePersistence
import NavtreeServer

/// `navtree serve`: answers requests on standard input, on standard output.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    // Parsed as the root, it isn't asked for completion scripts, which takes longer than its own options.
    _superCommandName: "navtree",
    abstract: "Answer JSON-RPC requests, one per line, until the input ends.",
    discussion: """
      Opens one session per flow, named after the flow. Further flows are loaded with flow.load, and further sessions \
      opened with session.open.
      """)

  @Argument(help: ArgumentHelp("The flow files.", valueName: "flow"))
  var files: [InputFile] = []

  @Option(
    help: ArgumentHelp(
      "Change a limit: \(Limit.allCases.map { $0.rawValue }.joined(separator: ", ")).",
      valueName: "name=n"))
  var limit: [LimitSetting] = []

  @Option(
    help: ArgumentHelp(
      "The clock of sessions: the machine's time, or clock.advance alone.", valueName: "kind"))
  var clock = ServeCommand.usual.clock

  @Option(
    help: ArgumentHelp(
      "The value of a shared field with which sessions of the flows begin: JSON, or text for a field of type string.",
      valueName: "name=value"))
  var shared: [SharedSetting] = []

  @Option(
    help: ArgumentHelp(
      "The folder below which flow.load and flow.check may read files, with those that they include; by default the working folder.",
      valueName: "folder"))
  var root: String?

  @OptionGroup(title: "Stores") var stores: ServedStores

  @OptionGroup(title: "What is written beside the answers") var traces: ServedTraces

  /// The settings of an empty command line.
  fileprivate static let usual = ServeSettings()

  var settings: ServeSettings {
    var limits = Limits()
    for setting in limit { limits[setting.limit] = setting.value }
    return ServeSettings(
      files: files, limits: limits, clock: clock, record: traces.record, coverage: traces.coverage,
      store: stores.store, shared: shared, root: root, durability: stores.durability, lease: stores.lease,
      wait: stores.wait, advertise: stores.advertise, onLoss: stores.onLoss, logLevel: traces.logLevel,
      logFormat: traces.logFormat, metrics: traces.metrics, metricsInterval: traces.metricsInterval)
  }

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws { try settings.validate() }

  func run() throws { try settings.run() }
}

/// The stores in which sessions outlive the process.
struct ServedStores: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store in which sessions outlive the process: sqlite:PATH, postgresql://HOST/DATABASE, or memory:; env:VARIABLE has the URL. NAME=URL is the place of the store NAME that flows declare, NAME=host the host itself.",
      valueName: "[name=]url"))
  var store: [StorePlace] = []

  @Option(
    help: ArgumentHelp(
      "When changes reach the disk: before they are answered, a tenth of a second later, or when the system decides.",
      valueName: "kind"))
  var durability = ServeCommand.usual.durability

  @Option(
    help: ArgumentHelp(
      "With PostgreSQL: the time after which another process may take over the sessions of one that has stopped.",
      valueName: "time"))
  var lease = ServeCommand.usual.lease

  @Option(
    help: ArgumentHelp(
      "How long to wait for a session that another process has open, at the start; with PostgreSQL the lease and a second, else 0.",
      valueName: "time"))
  var wait: TimeSetting?

  @Option(
    help: ArgumentHelp(
      "With PostgreSQL: the URL at which clients reach this process, for those who find its sessions taken.",
      valueName: "url"))
  var advertise: String?

  @Option(
    help: ArgumentHelp(
      "What to do with a stored session that would lose something under its flow: open it and report, or refuse.",
      valueName: "kind"))
  var onLoss = ServeCommand.usual.onLoss
}

/// What a process tells besides its answers.
struct ServedTraces: ParsableArguments {
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
      "What is written to standard error: why the process ends, losses of stored sessions too, flows and sessions as they come and go too, or each request too.",
      valueName: "level"))
  var logLevel = ServeCommand.usual.logLevel

  @Option(
    help: ArgumentHelp(
      "What a line of standard error is: text, or an object of JSON with level, time and message.",
      valueName: "format"))
  var logFormat = ServeCommand.usual.logFormat

  @Option(
    help: ArgumentHelp(
      "Append the metrics of the process to this file, or write them to standard error (stderr): a line of JSON each interval, and one at the end. prometheus=FILE is written anew each time instead, as Prometheus reads it.",
      valueName: "file"))
  var metrics: MetricsSetting?

  @Option(
    help: ArgumentHelp("The time after which metrics are written again; 10s without it.", valueName: "time"))
  var metricsInterval: TimeSpan?
}

/// The reaction to a stored session that no longer fits its flow.
enum LossPolicy: String, Choice {
  case tell, refuse
}

extension Durability: Choice {}

extension LogLevel: Choice {}

/// The form of a line of standard error.
enum LogFormat: String, Choice {
  case text, json
}

extension SessionClock.Kind: Choice {}

/// A limit on the command line: `line=1000000`.
struct LimitSetting: ExpressibleByArgument {
  let limit: Limit
  let value: Int

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let limit = Limit(rawValue: String(parts[0])) else { return nil }
    let text = String(parts[1])
    guard let value = Int(text) ?? (limit.isTime ? TimeSetting(argument: text)?.milliseconds : nil),
      value >= limit.least
    else { return nil }
    self.limit = limit
    self.value = value
  }
}

/// A length of time on the command line: milliseconds, or text such as `1m30s`.
struct TimeSetting: ExpressibleByArgument {
  let milliseconds: Int

  init(milliseconds: Int) { self.milliseconds = milliseconds }

  init?(argument: String) {
    let value = Int(argument).map { JSONValue.integer($0) } ?? .string(argument)
    guard let milliseconds = DurationTemplate.milliseconds(of: value) else { return nil }
    self.milliseconds = milliseconds
  }

  var defaultValueDescription: String {
    milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)"
  }
}
