package import NavtreeEngine
import NavtreeJSON
import NavtreeScenarios

/// Scenarios for all that an exploration has reached and nothing else covers.
///
/// The longest ways come first, and what they pass needs no scenario of its own.
package struct ScenarioEmission {
  /// The text of a file of scenarios; empty if nothing is left to cover.
  package let text: String

  /// - Parameters:
  ///   - covered: the counts of what needs no scenario.
  ///   - flowPath: the flow's path relative to the file.
  /// - Throws: the reason that the flow can't be opened.
  /// - Complexity: O(number of goals · length of their ways).
  package init(_ exploration: Exploration, besides covered: CoverageRecorder, flowPath: String)
    throws(Failure)
  {
    var open = exploration.goals.enumerated().filter { _, goal in
      goal.verdict == .reached && goal.forged == nil && goal.origin == nil
        && goal.event.map { covered.counts[$0] == nil } ?? (goal.kind == .goal)
    }
    open.sort { ($1.element.way.count, $0.offset) < ($0.element.way.count, $1.offset) }
    var lines = WrittenScenario.head(ofFlow: flowPath)
    var names: Set<String> = []
    let reader = MoveReader(MoveCatalog(exploration.flow))
    while let goal = open.first?.element {
      open.removeFirst()
      let recorder = CoverageRecorder(exploration.flow)
      let scenario = try MoveScenario(
        goal.way, refusedBy: reader, of: exploration.flow, measuredBy: recorder)
      guard scenario.isWhole, !goal.way.isEmpty else { continue }
      let name = "\(goal.kind.rawValue) \(goal.name)"
      guard names.insert(name).inserted,
        let written = try WrittenScenario(name: name, doing: scenario.steps, of: exploration.flow)
      else { continue }
      open.removeAll { _, other in other.event.map { recorder.counts[$0] != nil } ?? false }
      lines += written.lines
    }
    text = lines.count == 2 ? "" : lines.map { $0 + "\n" }.joined()
  }
}
