import NavtreeEngine
import NavtreeJSON
package import NavtreeScenarios
package import NavtreeYAML

/// The scenarios of a file whose steps run under two versions of their flow.
package enum ScenarioComparison {
  /// The first difference in a scenario.
  package struct Finding: Sendable {
    package let scenario: String
    /// The step; nil for the beginning of the session.
    package let step: String?
    package let location: SourceLocation
    package let difference: BehaviourDifference
  }

  /// Runs the same scenario of both files. What the steps expect doesn't count.
  ///
  /// - Parameters:
  ///   - old: A scenario as read with the old version, and its file.
  ///   - new: The same as read with the new version.
  /// - Returns: the first difference, if any.
  package static func compare(
    _ old: (file: ScenarioFile, scenario: Scenario), _ new: (file: ScenarioFile, scenario: Scenario)
  ) -> Finding? {
    let before = moments(of: old.scenario, in: old.file)
    let after = moments(of: new.scenario, in: new.file)
    for index in 0..<max(before.count, after.count) {
      let first = before.dropFirst(index).first
      let second = after.dropFirst(index).first
      guard let moment = first ?? second else { break }
      let difference: BehaviourDifference?
      if let first, let second {
        difference = BehaviourComparison(first.picture, second.picture).difference
      } else {
        difference = BehaviourDifference(
          place: "step", old: first.map { _ in "done" }, new: second.map { _ in "done" })
      }
      if let difference {
        return Finding(
          scenario: old.scenario.name, step: moment.sentence, location: moment.location,
          difference: difference)
      }
    }
    return nil
  }

  private struct Moment {
    let sentence: String?
    let location: SourceLocation
    let picture: BehaviourPicture
  }

  private static func moments(of scenario: Scenario, in file: ScenarioFile) -> [Moment] {
    var moments: [Moment] = []
    do throws(Failure) {
      try ScenarioRunner(file).follow(scenario) { step, session in
        let error = step.flatMap { $0.obstacle ?? $0.error }
        moments.append(
          Moment(
            sentence: step?.sentence, location: step?.location ?? scenario.location,
            picture: BehaviourPicture(of: session, file.flow, error: error, reply: step?.reply)))
        return true
      }
    } catch {
      moments.append(
        Moment(
          sentence: nil, location: scenario.location,
          picture: BehaviourPicture(of: nil, file.flow, error: error.message)))
    }
    return moments
  }
}
