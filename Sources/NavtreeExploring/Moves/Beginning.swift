package import NavtreeEngine
package import NavtreeFlow
package import NavtreeJSON
package import NavtreeScenarios
import NavtreeServer

/// A state that a search, a plan or random sessions begin with: the start of a flow or a snapshot, and moves from there.
package struct Beginning: Sendable {
  /// The name of the snapshot for people; empty for the start of the flow.
  package let name: String
  /// Nil for the start of the flow.
  package let snapshot: JSONValue?
  package let moves: [Move]

  package static let start = Beginning(moves: [])

  package init(name: String = "", snapshot: JSONValue? = nil, moves: [Move]) {
    self.name = name
    self.snapshot = snapshot
    self.moves = moves
  }

  /// Nil for the start of the flow.
  var origin: Beginning? { snapshot == nil ? nil : self }

  func with(_ moves: [Move]) -> Beginning { Beginning(name: name, snapshot: snapshot, moves: moves) }

  /// A session at the start or the snapshot, on which no move was made.
  ///
  /// - Throws: the reason that it can't be opened.
  package func session(
    of flow: FlowDefinition, limits: Limits = Limits().forSearch, notices: Notices = Notices(),
    coverage: CoverageRecorder? = nil
  ) throws(Failure) -> Session {
    guard let snapshot else {
      return try Session(flow, name: flow.name, limits: limits, notices: notices, coverage: coverage)
    }
    let stored: StoredSession
    do {
      stored = try StoredSession(snapshot)
    } catch {
      throw Failure(.storage, "\(name): the snapshot's \(error.pointer) \(error.message)")
    }
    var report = RestoreReport()
    return try Session(
      restoring: stored, flow, name: flow.name, limits: limits, clock: SessionClock(.virtual),
      notices: notices, coverage: coverage, report: &report)
  }
}

extension Beginning {
  /// The moves of a scenario up to its first step that no user, host or time makes; nil if it begins elsewhere than at
  /// the start of the flow.
  package init?(of scenario: Scenario, in flow: FlowDefinition) {
    guard let (moves, _) = try? Move.firstMoves(of: scenario, in: flow) else { return nil }
    self.init(moves: moves)
  }

  /// A state in which a scenario or a recording has left a session, whatever led there; without sensitive values.
  package init(name: String, of session: Session) {
    self.init(name: name, snapshot: RecordedOpening.snapshot(of: session, isSensitive: false), moves: [])
  }
}
