import ArgumentParser
import NavtreeEngine
import NavtreeExploring
import NavtreeFlow
import NavtreeScenarios
import NavtreeText
import NavtreeSystem

/// `navtree fuzz --against`: walks over a flow and its app, and tells where they differ.
struct AgainstRun {
  let file: InputFile
  let flow: FlowDefinition
  let options: WalkOptions
  let against: AgainstOptions
  var report: FuzzReport

  mutating func run() throws {
    guard let command = against.command else { return }
    guard let projection = flow.projection, !projection.isEmpty else {
      throw Console.fail(
        "\(file.name): there is nothing to compare: the flow needs observe: { active: true }, or more", .usage
      )
    }
    let regressions = try self.regressions()
    Interrupt.catchFirst()
    defer { Interrupt.release() }
    let walk = AppWalk(flow, projection, against.adapter(command), settings)
    var hasFound = false
    func writeReport() throws { try report.write(runs: walk.counts.runs, steps: walk.counts.steps) }
    do {
      let progress = ProgressLine()
      defer { progress.end() }
      try walk.run(regressions: regressions) {
        progress.show(Self.sentence($0))
      } found: { finding in
        progress.end()
        hasFound = true
        try tell(finding)
      }
    } catch let fault as AdapterFault {
      if hasFound { try writeReport() }
      if Interrupt.hasArrived { throw ExitCode(128 + SIGINT) }
      throw Console.fail("\(fault)".escapingControls, .failure)
    } catch let failure as Failure {
      throw Console.fail(failure)
    }
    if hasFound {
      try writeReport()
      throw ExitCode.failure
    }
    if walk.counts.comparisons == 0 {
      throw Console.fail(
        "nothing was compared in \(Self.sentence(walk.counts)): the adapter's 'see' has nothing that 'observe' names",
        .failure)
    }
    try writeReport()
    Console.summarise("navtree: the app is as the flow has it in \(Self.sentence(walk.counts))\n")
  }

  private var settings: AppWalk.Settings {
    var settings = AppWalk.Settings()
    settings.seed = options.seed
    settings.steps = options.steps
    settings.time = options.time?.milliseconds
    settings.runs = options.runs ?? (options.time == nil ? settings.runs : .max)
    return settings
  }

  // MARK: Telling

  private static func sentence(_ counts: AppWalk.Counts) -> String {
    let skipped = counts.skipped == 0 ? "" : ", \(counts.skipped.counted("step")) that the app can't do"
    return "\(counts.runs.counted("run")): \(counts.steps.counted("step"))\(skipped), "
      + "\(counts.comparisons.counted("value")) compared"
  }

  private mutating func tell(_ finding: AppFinding) throws {
    let origin =
      finding.run.map { "navtree fuzz --seed \(options.seed), run \($0 + 1)" }
      ?? "navtree fuzz, again after \(finding.regression ?? "")"
    func scenario(flowPath: String) throws -> AppScenario {
      try Console.orFail { () throws(Failure) in
        try AppScenario(
          of: finding, flow, flowPath: flowPath, source: origin, sensitive: options.sensitive)
      }
    }
    let shown = try scenario(flowPath: report.flowPath)
    try report.add(finding.sentence, run: finding.run.map { $0 + 1 }, shown.text)
    let place = finding.regression.map { "in \($0)" } ?? "in run \((finding.run ?? 0) + 1)"
    var story = "navtree: the app \(finding.sentence), \(place):\n"
    for line in finding.story(sensitive: options.sensitive) { story += "  \(line)\n" }
    Console.complain(story)
    if finding.run != nil { try keep(finding, shown, scenario) }
  }

  // MARK: Regressions

  /// Writes a finding into the folder of regressions, if there is one.
  private func keep(
    _ finding: AppFinding, _ shown: AppScenario, _ scenario: (_ flowPath: String) throws -> AppScenario
  ) throws {
    guard let folder = options.regressions else { return }
    if shown.isMasked {
      Console.complain(
        "navtree: not kept: the steps have values of sensitive fields (--sensitive writes them)\n")
      return
    }
    try RegressionFolder(path: folder).write(shown.fileStem, file.path) { try scenario($0).text }
  }

  private func regressions() throws -> [(name: String, moves: [Move])] {
    guard let folder = options.regressions else { return [] }
    var regressions: [(name: String, moves: [Move])] = []
    for (file, read) in try RegressionFolder(path: folder).files(of: flow) {
      for scenario in read.scenarios {
        let moves = try Console.orFail { () throws(Failure) in try Move.moves(of: scenario, in: flow) }
        if let moves {
          regressions.append((file.name, moves))
        } else {
          Console.complain(
            "navtree: \(file.name): '\(scenario.name)' is left out: an adapter can't do all of it\n"
              .escapingControlsInLines)
        }
      }
    }
    return regressions
  }
}
