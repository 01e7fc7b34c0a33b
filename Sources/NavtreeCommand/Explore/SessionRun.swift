import ArgumentParser
import NavtreeExploring
import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import NavtreeSystem

/// `navtree fuzz` without an app: random sessions that look for broken promises.
struct SessionRun {
  let file: InputFile
  let flow: FlowDefinition
  let options: WalkOptions
  let sessions: SessionOptions
  var report: FuzzReport

  /// The runs without `--runs` and `--for`.
  private static let standardRuns = 2_000

  mutating func run() throws {
    let folder = options.regressions.map { RegressionFolder(path: $0) }
    if let folder { try folder.check(flow) }
    let conditions = try conditions()
    var settings = Fuzzer.Settings()
    settings.seed = options.seed
    settings.steps = options.steps
    settings.conditions = conditions
    settings.findsDefects = sessions.defects
    settings.hostNavigation = sessions.hostNavigation
    settings.forges = sessions.forged
    let given = try sessions.beginnings.given(flow)
    settings.beginnings = given.isEmpty ? sessions.beginnings.beside(file, flow) : given
    let watch = Stopwatch()
    let deadline = options.time.map { Double($0.milliseconds) / 1_000 } ?? .infinity
    let isOver: @Sendable () -> Bool = { Interrupt.hasArrived || watch.seconds >= deadline }
    settings.isOver = isOver
    Interrupt.catchFirst()
    defer { Interrupt.release() }
    let fuzzer = Fuzzer(flow, settings)
    look(fuzzer, watch, until: isOver)
    if !sessions.defects { note(fuzzer.defects) }
    for failure in fuzzer.failures {
      guard let finding = failure.finding else { continue }
      let moves = FuzzShrinking(
        flow, conditions, from: failure.start, forges: sessions.forged, isOver: isOver
      ).shrink(failure.moves, to: finding)
      if isOver() { Console.complain("navtree: ended before the scenario is as short as it can be\n") }
      try write(moves, of: failure, finding, conditions, folder)
    }
    let known = fuzzer.ignored.map { ("\($0.key)", $0.value) }.sorted { $0.0 < $1.0 }
    if sessions.ignored {
      for (finding, reason) in known { Console.complain("navtree: ignored \(finding): \(reason)\n") }
    }
    try report.write(runs: fuzzer.runCount, steps: fuzzer.stepCount, ignored: known)
    if !fuzzer.failures.isEmpty { throw ExitCode.failure }
  }

  // MARK: Looking

  private func look(_ fuzzer: Fuzzer, _ watch: Stopwatch, until isOver: () -> Bool) {
    let most = options.runs ?? (options.time == nil ? Self.standardRuns : .max)
    var told = 0.0
    var last: Fuzzer.Progress?
    while fuzzer.runCount < most, fuzzer.failures.isEmpty, !isOver() {
      let first = fuzzer.runCount
      let block = fuzzer.block()
      let pool = TestPool<FuzzRun>(count: min(Fuzzer.blockSize, most - first)) {
        (run: { block.run(first + $0) }, end: {})
      }
      var found: [FuzzRun] = []
      pool.run(jobs: sessions.threads.count, wait: { true }) { _, run in
        // The others of a block that is cut off haven't begun.
        if run.moves.isEmpty, isOver() { return false }
        found.append(run)
        return true
      }
      fuzzer.take(found)
      if watch.seconds - told >= 2 {
        told = watch.seconds
        tell(fuzzer, watch.seconds, since: last)
        last = fuzzer.progress
      }
    }
    tell(fuzzer, watch.seconds, since: last)
  }

  /// The rate, and the coverage with what it has grown by.
  private func tell(_ fuzzer: Fuzzer, _ seconds: Double, since last: Fuzzer.Progress?) {
    let progress = fuzzer.progress
    let rate = Int(Double(fuzzer.stepCount) / max(seconds, 0.001))
    let growth = last.map { " (+\(progress.states - $0.states))" } ?? ""
    let ignored = fuzzer.ignored.isEmpty ? "" : ", \(fuzzer.ignored.count) acknowledged"
    Console.summarise(
      "navtree: \(fuzzer.runCount) runs, \(fuzzer.stepCount) steps, \(rate) a second; \(progress.states)\(growth) states, \(progress.rules) of \(progress.allRules) rules, \(progress.screens) of \(progress.allScreens) screens\(ignored)\n"
    )
  }

  /// Notes the expressions that failed.
  private func note(_ defects: [String]) {
    if defects.isEmpty { return }
    let most = 5
    let rest = defects.count - most
    let names = defects.prefix(most).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    Console.complain("navtree: expressions that failed, see --defects: \(names)\n")
  }

  // MARK: Conditions and failures

  private func conditions() throws -> [FuzzCondition] {
    var conditions: [FuzzCondition] = []
    for file in sessions.scenarios {
      let outcome = try file.readScenarios(of: FlowLoader.Outcome(flow))
      guard let read = outcome.file else {
        Console.complain(ofErrorsIn: outcome.diagnostics, outcome.sources)
        throw ExitCode.failure
      }
      for scenario in read.scenarios {
        let constants: [Int: JSONValue] =
          scenario.example.isEmpty ? [:] : [ConditionVariable.example: .object(scenario.example)]
        for condition in scenario.always {
          let isKnown = conditions.contains {
            $0.condition.source == condition.source && $0.constants == constants
          }
          if !isKnown { conditions.append(FuzzCondition(condition, constants: constants)) }
        }
      }
    }
    return conditions
  }

  private mutating func write(
    _ moves: [Move], of failure: FuzzRun, _ finding: FuzzFinding, _ conditions: [FuzzCondition],
    _ folder: RegressionFolder?
  ) throws {
    func scenario(_ path: String, isTold: Bool = false) -> FuzzScenario {
      FuzzScenario(
        of: moves, finding: finding, in: flow, conditions, from: failure.start,
        origin: "navtree fuzz --seed \(options.seed), run \(failure.number)", flowPath: path,
        isTold: isTold, isSensitive: options.sensitive)
    }
    let shown = scenario(report.flowPath, isTold: true)
    try report.add("\(finding)", run: failure.number, shown.text)
    if let folder { try folder.write("\(flow.name)-\(shown.digest)", file.path) { scenario($0).text } }
  }
}
