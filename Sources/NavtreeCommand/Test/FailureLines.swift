import NavtreeReport
import NavtreeScenarios
import NavtreeYAML

/// The lines of a page that shows what failed scenarios did.
enum FailureLines {
  /// The most scenarios that are shown.
  private static let most = 50

  /// Runs the failed scenarios again, and tells of each step.
  static func lines(of run: TestRun, _ tests: [PlannedTest]) -> [UInt8] {
    var lines: [UInt8] = []
    var count = 0
    for case .scenario(let result) in run.entries where !result.hasPassed {
      guard let (file, scenario) = find(result, in: tests) else { continue }
      count += 1
      if count <= most { lines += self.lines(of: result, file, scenario) }
    }
    if count == 0 || count > most {
      let stream = ReportStream(ReportStream.Head(title: "navtree test"), graph: { _ in "" })
      stream.note(
        count == 0 ? "No scenario failed." : "The first \(most) of \(count) failed scenarios are shown.")
      stream.end()
      lines += stream.takeLines()
    }
    return lines
  }

  private static func lines(of result: ScenarioResult, _ file: ScenarioFile, _ scenario: Scenario) -> [UInt8]
  {
    let stream = ReportStream(
      ReportStream.Head(title: result.name), graph: FlowPicture.svg)
    for failure in result.failures {
      let hint = failure.hint.map { " (\($0))" } ?? ""
      stream.note("\(result.file):\(failure.location.line): \(failure.kind): \(failure.message)\(hint)")
    }
    let loaded = try? InputFile(named: file.flowPath).load()
    let stepCount = result.steps.count
    var done = 0
    try? ScenarioRunner(file).follow(scenario) { step, session in
      stream.observe(session, loaded, step: step?.sentence)
      if step != nil { done += 1 }
      return done < max(stepCount, 1)
    }
    stream.end()
    return stream.takeLines()
  }

  private static func find(_ result: ScenarioResult, in tests: [PlannedTest]) -> (ScenarioFile, Scenario)? {
    for test in tests {
      guard case .scenario(let file, let index) = test.content, file.name == result.file,
        file.scenarios[index].name == result.name, file.scenarios[index].location == result.location
      else { continue }
      return (file, file.scenarios[index])
    }
    return nil
  }
}
