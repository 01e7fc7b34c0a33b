import NavtreeCoverage
import NavtreeEngine
import NavtreeScenarios
import NavtreeSystem
import NavtreeText
import NavtreeYAML

/// One run of planned tests, from the first to the summary.
struct TestSession {
  private let tests: [PlannedTest]
  private let console: TestConsole
  /// Takes what each thread counted; nil if nothing is counted.
  private let coverage: CoverageTotal?
  /// The place whose writers are told.
  private let place: String?
  /// Whether a step has changed it.
  private(set) var hasChanged = false
  /// The names of the scenarios of each file that has failures.
  private var names: [Int: [String]] = [:]

  init(_ tests: [PlannedTest], on console: TestConsole, coverage: CoverageTotal?, who place: String?) {
    self.place = place
    self.tests = tests
    self.console = console
    self.coverage = coverage
  }

  /// Runs the tests, and tells each failure as it comes.
  mutating func run(jobs: Int, failsFast: Bool, seed: UInt64?, start: Int) throws -> TestRun {
    var run = TestRun()
    run.start = start
    run.seed = seed
    let clock = Stopwatch()
    var order = tests
    if let seed {
      var generator = SplitMix64(seed: seed)
      order.shuffle(using: &generator)
    }
    let ordered = order
    var counts = TestRun.Counts()
    let (coverage, place) = (coverage, place)
    let pool = TestPool(count: ordered.count) {
      let worker = TestWorker(coverage, place)
      return (run: { worker.run(ordered[$0]) }, end: worker.end)
    }
    try pool.run(jobs: jobs) {
      console.show(counts, of: ordered.count)
      return !Interrupt.hasArrived
    } deliver: { number, entry in
      run.entries.append(entry)
      counts.add(entry)
      try tell(entry, of: ordered[number])
      console.show(counts, of: ordered.count)
      return !Interrupt.hasArrived && !(failsFast && !counts.haveAllPassed)
    }
    run.entries += ordered[run.entries.count...].map(\.unrun)
    run.duration = clock.nanoseconds
    return run
  }

  private mutating func tell(_ entry: TestRun.Entry, of test: PlannedTest) throws {
    switch entry {
    case .skipped: break
    case .scenario(let result):
      try tellWriters(result)
      if result.hasPassed { return }
      let story = FailureStory(result, command: command(for: test), coloured: console.isColoured)
      try console.write(story.text + "\n")
    case .wrongFile(let file): try console.write(file.text(coloured: console.isColoured) + "\n")
    }
  }

  /// Tells the steps that have changed the place, and the rules that did.
  private mutating func tellWriters(_ result: ScenarioResult) throws {
    if place == nil { return }
    for step in result.steps where !step.changes.isEmpty {
      hasChanged = true
      let place = "\(result.file):\(step.location.line):\(step.location.column)"
      let lines = ["\(place): \(step.sentence)".escapingControls] + step.changes.map { "    \($0)" }
      try console.write(lines.map { $0 + "\n" }.joined())
    }
  }

  /// The command line that runs a test alone; nil for a file that isn't read twice.
  private mutating func command(for test: PlannedTest) -> String? {
    switch test.content {
    case .scenario(let file, _):
      if file.name == InputFile(argument: "-").name { return nil }
      let known = names[test.file] ?? file.scenarios.map(\.name)
      names[test.file] = known
      let path = Self.argument(file.name)
      if known.count == 1 { return "navtree test \(path)" }
      return
        "navtree test \(path) --filter \(ShellWord.quoted(NameFilter.text(for: test.name, among: known)))"
    case .transcript: return "navtree test \(Self.argument(test.name))"
    case .wrong: return nil
    }
  }

  private static func argument(_ path: String) -> String {
    ShellWord.quoted(path.hasPrefix("-") ? "./" + path : path)
  }
}

/// The tests of one thread.
private final class TestWorker {
  private var runners: [Int: ScenarioRunner] = [:]
  private let total: CoverageTotal?
  private let coverage: CoverageRecorders?
  private let place: String?

  init(_ total: CoverageTotal?, _ place: String?) {
    self.place = place
    self.total = total
    coverage = total.map { _ in CoverageRecorders() }
  }

  /// Adds what was counted to the total.
  func end() {
    if let coverage { total?.add(coverage.all.map(Coverage.init)) }
  }

  func run(_ test: PlannedTest) -> TestRun.Entry {
    switch test.content {
    case .scenario(let file, let index):
      let runner = runners[test.file] ?? ScenarioRunner(file, tellingOf: place, coverage: coverage)
      runners[test.file] = runner
      var result = runner.run(file.scenarios[index])
      result.flow = file.flowPath
      return .scenario(result)
    case .transcript(let player): return .scenario(player.play(coverage: coverage))
    case .wrong(let file): return .wrongFile(file)
    }
  }
}

/// The coverage that threads have counted.
final class CoverageTotal: Sendable {
  private let coverages = Monitor<[Coverage]>([])

  func add(_ more: [Coverage]) { coverages.withLock { $0 += more } }

  var all: [Coverage] { coverages.withLock { $0 } }
}
