import ArgumentParser
import NavtreeFiles
import NavtreeScenarios
import NavtreeText
import NavtreeSystem

/// `navtree test`: runs scenarios and transcripts.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Run scenarios and transcripts, and tell why they fail.",
    discussion: """
      Runs the scenarios in *.scenarios.yaml, and the lines '$ navtree serve …' of *.transcript in this process.

        navtree test
            runs all tests below the folder
        navtree test my.scenarios.yaml --filter 'sign in'
            runs the scenarios whose names contain a text
        navtree test --report junit=report.xml --report github=-
            writes reports for machines too
      """)

  @Argument(
    help: ArgumentHelp(
      "The files, and folders with *.scenarios.yaml and *.transcript below them; by default this folder.",
      valueName: "path"))
  var paths: [InputFile] = []

  @OptionGroup(title: "Selection") var selection: TestSelection

  @OptionGroup(title: "From a recording") var recording: RecordingConversionOptions

  @Flag(help: "Write the selected tests as lines of JSON, and run nothing.")
  var list = false

  @Flag(help: "Stop at the first failure.")
  var failFast = false

  @Flag(help: "Keep running, and test again whenever a file changes.")
  var watch = false

  @OptionGroup var threads: ThreadOptions

  @Option(help: ArgumentHelp("Run in a random order, the same for a number.", valueName: "n"))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Write a report: \(ReportSetting.formats). A file named - is standard output; the text for people then goes to standard error. May be repeated.",
      valueName: "format=file"))
  var report: [ReportSetting] = []

  @Option(
    help: ArgumentHelp(
      "Add what the tests covered of their flows to a file, for navtree coverage.", valueName: "file"))
  var coverage: CoverageSetting?

  @Option(
    help: ArgumentHelp(
      "Tell each step that changes a place, such as /outbox or /main/state/text, and the rule that wrote it.",
      valueName: "path"))
  var who: String?

  @Flag(
    help:
      "Write what is seen in place of each 'expect: record', in files whose other expectations hold, and run nothing else."
  )
  var update = false

  @OptionGroup(title: "Output") var form: OutputForm<TextFormat>

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    try recording.validate()
    if update || recording.isGiven, let option = optionOfRuns {
      throw ValidationError(
        "\(option) is for running tests, not for \(update ? "--update" : "--from-recording")")
    }
    if update, watch || recording.isGiven || paths.contains(where: \.isStandardInput) {
      throw ValidationError("--update rewrites files: it takes no --watch, no --from-recording and no '-'")
    }
    if let who, who.split(separator: "/").isEmpty {
      throw ValidationError("--who '\(who)' names no place, such as /outbox")
    }
    try threads.validate()
    try reports.validate()
    try paths.validate()
    if watch, paths.contains(where: \.isStandardInput) {
      throw ValidationError("--watch needs files: standard input is read once")
    }
  }

  /// The first given option that means something only when tests are run.
  private var optionOfRuns: String? {
    let isGiven = [
      ("--filter", selection.filter != nil), ("--tag", !selection.tag.isEmpty),
      ("--shard", selection.shard != nil), ("--fail-fast", failFast), ("--jobs", threads.jobs != nil),
      ("--seed", seed != nil), ("--list", list), ("--report", !reports.isEmpty),
      ("--coverage", coverage != nil), ("--who", who != nil),
    ]
    return isGiven.first(where: \.1)?.0
  }

  func run() throws {
    if recording.isGiven { return try recording.run(flows: paths) }
    if update { return try ExpectationUpdater(plan: TestPlan(places)).run() }
    if watch { try runForever() }
    if let status = try runOnce(TestPlan(places)) { throw status }
  }

  private var reports: [ReportSetting] { form.isJSON ? report + [.json] : report }

  private var places: [InputFile] { paths.isEmpty ? [InputFile(argument: ".")] : paths }

  /// - Returns: the exit status if it isn't that of success, after reporting why.
  private func runOnce(_ plan: TestPlan) throws -> ExitCode? {
    let tests = selection.select(from: plan.tests)
    if tests.isEmpty {
      let names = places.map { $0.name.escapingControls }.joined(separator: ", ")
      return Console.fail(
        plan.tests.isEmpty
          ? "there are no scenarios (*\(ScenarioReader.ending)) or transcripts (*\(Transcript.ending)) in \(names)"
          : selection.reason(for: plan.tests), .usage)
    }
    if list {
      try Console.write(tests.map { "\($0.listing)".escapingControls + "\n" }.joined())
      return nil
    }
    let console = TestConsole(reports.contains(where: \.isStandardOutput) ? Console.error : Console.output)
    try coverage?.check(for: plan.flows, begunAnew: true)
    let total = coverage.map { _ in CoverageTotal() }
    Interrupt.catchFirst()
    defer { Interrupt.release() }
    var session = TestSession(tests, on: console, coverage: total, who: who)
    let run = try session.run(
      jobs: threads.count, failsFast: failFast, seed: seed, start: SystemClock().now)
    if let who, !session.hasChanged {
      Console.complain("navtree: no step changes '\(who.echo)'\n".escapingControlsInLines)
    }
    if let total { try coverage?.add(total.all) }
    for report in reports { try report.write(run, of: tests) }
    try console.finish(run, leftOut: plan.tests.count - tests.count)
    if Interrupt.hasArrived { return ExitCode(128 + SIGINT) }
    return run.counts.haveAllPassed ? nil : .failure
  }

  /// Runs again after each change, until a signal ends the process.
  private func runForever() throws -> Never {
    try FileWatch.forever {
      places.flatMap { (try? $0.files(endingIn: TestPlan.endings)) ?? [] }
    } run: {
      let plan = TestPlan(places)
      if let status = try runOnce(plan), status.rawValue == 128 + SIGINT { throw status }
      return ("ran \(plan.tests.count == 1 ? "1 test" : "\(plan.tests.count) tests")", plan.files)
    }
  }
}
