import NavigationTree
package import NavtreeEngine
package import NavtreeFlow
import NavtreeJSON
package import NavtreeScenarios

/// Moves as a scenario that passes: each refused move expects its error, each broken invariant is named, and the last
/// step expects the active screen.
package struct MoveScenario {
  private var steps: [WrittenStep] = []
  /// Whether all moves are steps, and nothing was logged that a step can't expect.
  package private(set) var isWhole = true

  /// - Parameters:
  ///   - moves: the moves from the start of the flow.
  ///   - recorder: counts what they do.
  /// - Throws: the reason that the flow can't be opened.
  package init(_ moves: [Move], of flow: FlowDefinition, measuredBy recorder: CoverageRecorder? = nil)
    throws(Failure)
  {
    let session = try Session(flow, name: flow.name, limits: Limits().forSearch, coverage: recorder)
    session.forgetNotices()
    for (index, move) in moves.enumerated() { add(move, isLast: index == moves.count - 1, session) }
  }

  private mutating func add(_ move: Move, isLast: Bool, _ session: Session) {
    let written = move.steps(in: session)
    let outcome = move.perform(on: session)
    var expect: JSONObject = [:]
    expect["error"] = move.error(after: outcome)
    if case .endless = outcome { isWhole = false }
    let broken = session.waitingNotices.compactMap { notice -> JSONValue? in
      switch notice {
      case .invariantBroken(_, _, let name): return .string(name)
      case .linkFailed(_, _, _, let failure) where failure.data["dropped"] != nil: break
      case .timerFailed, .answerFailed, .linkFailed, .dismissalFailed: isWhole = false
      default: break
      }
      return nil
    }
    session.forgetNotices()
    var names: [JSONValue] = []
    for name in broken where !names.contains(name) { names.append(name) }
    if !names.isEmpty { expect["broken"] = names.count == 1 ? names[0] : .array(names) }
    if isLast, let window = session.windows.first, session.windows.count == 1 {
      expect["active"] = .string(window.address(of: window.active))
    }
    if written.isEmpty { isWhole = false }
    steps += written.map { WrittenStep($0.members, expect: expect) }
  }

  /// The scenario with a name, as a file has it.
  package func written(named name: String, comments: [String] = []) -> WrittenScenario {
    WrittenScenario(name: name, comments: comments, steps: steps)
  }
}
