import NavtreeEngine
import NavtreeFlow
import NavtreeJSON

/// The state of a session for people.
extension ScenarioRun {
  /// The session at a failure.
  ///
  /// - Parameter step: the step that failed, if one did.
  func scene(after step: Step?, _ record: StepRecord) -> ScenarioResult.Scene {
    ScenarioResult.Scene(
      outline: Outline(of: session).text, owed: owed(besides: []), rules: rules(of: step, record))
  }

  /// The rules that a refused action met.
  private func rules(of step: Step?, _ record: StepRecord) -> [JSONValue] {
    guard record.error != nil, let step, case .act(let action, let payload) = step.verb else { return [] }
    var members: JSONObject = ["type": .string(action)]
    members.merge(payload) { _, new in new }
    var params: JSONObject = ["action": .object(members)]
    if let at = step.at { params["at"] = .string(at) }
    let explanation = try? host.request("explain", params)
    return explanation?["rules"]?.array ?? []
  }

  /// A line for each effect, timer and waiting link that is left.
  func owed(besides never: Set<Int>) -> [String] {
    let effects = session.owed.filter { !never.contains($0.id) && !session.isHeld($0) }.map(line)
    let timers = session.timers.compactMap { timer -> String? in
      let due = "due in \(timer.due - session.now)ms"
      let at = timer.at.map { " at \($0)" } ?? ""
      switch timer.work {
      case .action(let action): return "a timer for '\(action)'\(at), \(due)"
      // It goes with its effect.
      case .giveUp: return nil
      }
    }
    let links = LinkReader(session).waiting.map { "the waiting link \(LinkReader(session).shown($0))" }
    return effects + timers + links
  }

  /// An owed effect for people.
  func line(_ effect: EffectInFlight) -> String {
    let at = session.address(of: effect)
    let input = effect.definition.input.object(effect.input, sensitive: false)
    return "\(effect.definition.name) \(JSONValue.object(input))\(at.isEmpty ? "" : " at \(at)")"
  }
}
