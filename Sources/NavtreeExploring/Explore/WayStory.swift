import NavtreeEngine
import NavtreeFlow
import NavtreeScenarios

/// A way from the start of a flow for people: a line for each move, and below it a line for each place that it changed.
struct WayStory {
  /// The lines of each move.
  private(set) var moves: [[String]] = []

  /// - Complexity: that of the moves, and O(number of moves · size of all screens).
  init(of way: [Move], from origin: Beginning?, in flow: FlowDefinition) {
    let recorder = CoverageRecorder(flow)
    let session = try? (origin ?? .start).session(of: flow, coverage: recorder)
    var story = session.map { ChangeStory(of: $0, countedBy: recorder) }
    for move in way {
      var lines = [move.text(of: flow)]
      if let session {
        _ = move.perform(on: session)
        session.forgetNotices()
        lines += (story?.lines(in: session) ?? []).map { "    \($0)" }
      }
      moves.append(lines)
    }
  }
}
