package import NavtreeEngine
package import NavtreeJSON
import NavtreeFlow
package import NavtreeYAML

/// Runs the scenarios of a file, each in a session of its own on a virtual clock.
///
/// A runner belongs to one thread.
package final class ScenarioRunner {
  private let file: ScenarioFile
  private let limits: Limits
  private let observes: Bool
  private let place: String?
  private let coverage: CoverageRecorders?
  private let patterns = Patterns()
  private let sentences: StepSentence
  private let willStep: () -> Void

  /// - Parameters:
  ///   - observes: whether a step with `expect: record` passes, and each step's result says what to expect of it.
  ///   - place: a place of which each step's result says what the step has changed, whether it passes or not.
  ///   - coverage: count what the sessions do.
  ///   - willStep: called before each step.
  package init(
    _ file: ScenarioFile, limits: Limits = Limits(), observes: Bool = false, tellingOf place: String? = nil,
    coverage: CoverageRecorders? = nil, willStep: @escaping () -> Void = {}
  ) {
    self.file = file
    self.willStep = willStep
    sentences = StepSentence(file.flow)
    self.limits = limits
    self.observes = observes
    self.place = place
    self.coverage = coverage
  }

  /// Runs a scenario up to its end, or to the first step that fails.
  package func run(_ scenario: Scenario) -> ScenarioResult {
    var result = run(scenario, coverage, isTold: false)
    // What each step changes costs time, which only a failure is worth.
    if !result.hasPassed || place != nil, !observes {
      result.steps = run(scenario, CoverageRecorders(), isTold: true).steps
    }
    return result
  }

  private func run(_ scenario: Scenario, _ coverage: CoverageRecorders?, isTold: Bool) -> ScenarioResult {
    let start = ThreadTime.now
    var result = ScenarioResult(
      name: scenario.name, file: file.name, location: scenario.location, tags: scenario.tags)
    result.flow = file.flow.file
    do throws(Failure) {
      let host = try ScenarioHost(scenario, of: file.flow, limits: limits, coverage: coverage)
      let run = ScenarioRun(scenario, on: host, patterns, sentences, observes: observes, willStep: willStep)
      if isTold, let recorder = coverage?[file.flow] {
        run.story = ChangeStory(of: run.session, countedBy: recorder, at: place)
      }
      run.run(into: &result)
    } catch {
      let location = scenario.given.location ?? scenario.location
      result.failures = [ScenarioFailure("given", "the session can't begin: \(error.message)", at: location)]
    }
    result.duration = ThreadTime.now - start
    return result
  }

  /// Performs a scenario's steps whatever they are expected to do, and tells of each.
  ///
  /// A step that is refused doesn't end it; one that can't be done does.
  ///
  /// - Parameter observe: Given each step that was done, those of parts one by one; nil once the session has begun.
  ///   False ends it.
  /// - Throws: the failure of a session that can't begin.
  package func follow(_ scenario: Scenario, observe: (FollowedStep?, Session) -> Bool) throws(Failure) {
    let host = try ScenarioHost(scenario, of: file.flow, limits: limits, coverage: coverage)
    let run = ScenarioRun(scenario, on: host, patterns, sentences, observes: false)
    try run.follow(observe)
  }
}

/// A step that was performed, and what came of it.
package struct FollowedStep {
  /// Such as `do select {"index":0} at /main`.
  package let sentence: String
  package let location: SourceLocation
  /// The kind of the error, if it was refused.
  package let error: String?
  /// The reason that it can't be done at all.
  package let obstacle: String?
  package let reply: JSONValue?
}
