import NavigationTree
package import NavtreeEngine
package import NavtreeFlow
import NavtreeJSON
package import NavtreeScenarios

/// Moves as the steps of a scenario.
package struct MoveScenario {
  package private(set) var steps: [Step] = []
  /// Whether all moves are steps, and nothing was logged that a step can't expect.
  package private(set) var isWhole = true

  /// - Parameters:
  ///   - moves: the moves from the start of the flow.
  ///   - reader: the actions that the active screen then refuses become steps, too.
  ///   - recorder: counts what they do.
  /// - Throws: the reason that the flow can't be opened.
  package init(
    _ moves: [Move], refusedBy reader: MoveReader, of flow: FlowDefinition,
    measuredBy recorder: CoverageRecorder
  ) throws(Failure) {
    let session = try Session(flow, name: flow.name, limits: Limits().forSearch, coverage: recorder)
    session.forgetNotices()
    for move in moves { add(move, session) }
    if let window = session.windows.first, session.windows.count == 1 {
      for move in refused(by: window.address(of: window.active), reader, session) { add(move, session) }
    }
  }

  /// The actions that a screen refuses, each with the first payload.
  private func refused(by path: String, _ reader: MoveReader, _ session: Session) -> [Move] {
    let fork = session.searchFork()
    let checkpoint = Checkpoint(of: fork)
    var known: Set<Int> = []
    return reader.moves(of: session).filter { move in
      guard case .act(let action, _, path) = move, known.insert(action).inserted else { return false }
      defer { checkpoint.restore(fork) }
      switch move.perform(on: fork) {
      case .refused(let failure): return failure.kind == .rejected && fork.seq == session.seq
      case .declined: return true
      case .accepted, .endless: return false
      }
    }
  }

  private mutating func add(_ move: Move, _ session: Session) {
    let written = move.steps(in: session)
    if written.isEmpty { isWhole = false }
    steps += written
    if case .endless = move.perform(on: session) { isWhole = false }
    for notice in session.waitingNotices {
      switch notice {
      case .linkFailed(_, _, _, let failure) where failure.data["dropped"] != nil: break
      case .timerFailed, .answerFailed, .linkFailed, .dismissalFailed: isWhole = false
      default: break
      }
    }
    session.forgetNotices()
  }
}
