import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import NavtreeYAML

/// A file of scenarios, whose flow is one of `Specs`: it is read and run.
///
/// Diagnostics lie in the file and in its order, an error and scenarios exclude each other, and scenarios that are run
/// again give the same results.
enum ScenarioTarget {
  static func run(_ bytes: [UInt8]) {
    var limits = YAMLLimits()
    limits.nodes = 20_000
    let outcome = ScenarioReader.read(
      bytes, file: "fuzz.scenarios.yaml", limits: limits,
      flow: { path in
        FlowShelf.only[file: path].map { .success(FlowLoader.Outcome($0)) }
          ?? .failure(PartFault("there is no such flow"))
      })
    DiagnosticCheck.check(outcome.diagnostics, in: outcome.sources[0], isAnswered: outcome.file != nil)
    guard let file = outcome.file else { return }
    if results(of: file) != results(of: file) {
      fatalError("the results differ when the scenarios are run again")
    }
  }

  private static func results(of file: ScenarioFile) -> [String] {
    let runner = ScenarioRunner(file)
    return file.scenarios.prefix(20).map { scenario in
      let result = runner.run(scenario)
      return "\(scenario.name): \(result.failures.map { "\($0.location.line) \($0.kind) \($0.message)" })"
    }
  }
}
