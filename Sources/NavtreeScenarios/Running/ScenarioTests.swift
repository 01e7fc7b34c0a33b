import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
package import NavtreeServer
import NavtreeYAML

/// `test.run`: the scenarios of a request, run one after another.
package enum ScenarioTests {
  /// What a server is given to run scenarios.
  package static let tester: ScenarioTester = { (test) throws(Failure) in try run(test) }

  private static func run(_ test: ScenarioTest) throws(Failure) -> JSONValue {
    let file = try read(test)
    let count = file.scenarios.reduce(0) { $0 + 1 + $1.given.part.stepCount + $1.steps.stepCount }
    guard count <= test.limits[.steps] else { throw test.limits.exceeded(.steps) }
    let runner = ScenarioRunner(file, limits: test.limits, willStep: test.keepUp)
    var run = TestRun()
    for scenario in file.scenarios {
      run.entries.append(.scenario(runner.run(scenario)))
      if let isInterrupted = test.limits.isInterrupted, isInterrupted() { throw Failure.interruption }
    }
    return run.json()
  }

  private static func read(_ test: ScenarioTest) throws(Failure) -> ScenarioFile {
    let outcome = ScenarioReader.read(
      Array(test.text.utf8), file: test.file, flowPath: test.flow?.file, willRead: test.keepUp
    ) { path in
      if let flow = test.flow ?? test.flows[path] ?? test.flows.values.first(where: { $0.file == path }) {
        return .success(FlowLoader.Outcome(flow))
      }
      let names = test.flows.keys.joined(separator: ", ")
      return .failure(
        PartFault(
          "no such flow is loaded",
          hint: names.isEmpty ? "load one with flow.load" : "the loaded flows are \(names)"))
    }
    if let file = outcome.file { return file }
    let errors = outcome.diagnostics.filter { $0.severity == .error }
    let first = errors.first.map { ": \($0.message)" } ?? ""
    throw Failure(
      .invalidScenarios, "\(test.file) has \(errors.count) error\(errors.count == 1 ? "" : "s")\(first)",
      ["diagnostics": DiagnosticReport(outcome.diagnostics, in: outcome.sources).json])
  }
}
