import NavtreeEngine
import NavtreeFlow
import NavtreeJSON

/// A session of the flow and the app behind an adapter, side by side.
final class AppSession {
  /// The outcome of a move.
  enum Outcome {
    /// Both did it, and these differ.
    case done([AppDifference])
    /// The app offers nothing of that kind; neither has done it.
    case skipped
    /// The flow has no such screen or effect; neither has done it.
    case impossible
  }

  let session: Session
  private let adapter: Adapter
  private let projection: ProjectionDefinition
  /// The number of values that were compared.
  private(set) var comparisons = 0

  init(_ flow: FlowDefinition, _ projection: ProjectionDefinition, _ adapter: Adapter) throws(Failure) {
    session = try Session(flow, name: flow.name, limits: Limits())
    self.projection = projection
    self.adapter = adapter
  }

  /// Brings the app to its start.
  ///
  /// - Returns: the differences there.
  func begin() throws(AdapterFault) -> [AppDifference] {
    switch try adapter.ask(["reset": true]) {
    case .sees(let seen): return try compare(seen)
    case .cannot(let reason): throw .reset(because: reason)
    }
  }

  /// Makes a move in the app, then in the session.
  func make(_ move: Move) throws(AdapterFault) -> Outcome {
    guard let request = move.doing(in: session) else { return .impossible }
    switch try adapter.ask(request) {
    case .cannot: return .skipped
    case .sees(let seen):
      _ = move.perform(on: session)
      return .done(try compare(seen))
    }
  }

  /// Checks that the app is quiet after its last answer.
  func end() throws(AdapterFault) { try adapter.checkSilence() }

  private func compare(_ seen: JSONObject) throws(AdapterFault) -> [AppDifference] {
    do throws(ProjectionComparison.Mistake) {
      let comparison = try ProjectionComparison(of: session, with: seen, projection)
      comparisons += comparison.count
      return comparison.differences
    } catch {
      // The values may be secret.
      throw .strange(error.reason)
    }
  }
}
