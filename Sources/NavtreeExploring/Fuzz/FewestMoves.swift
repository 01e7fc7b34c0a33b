import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeServer

/// A search for the fewest moves that break an invariant, among those of a list that does and the passing of time; of as
/// few for those with the fewest moves of users.
///
/// It is breadth-first over the states that matter to the flow.
struct FewestMoves {
  private let flow: FlowDefinition
  private let invariant: String
  private let forges: Bool
  private let isOver: () -> Bool
  /// The list's own length and its moves of users, than which less is wanted.
  private let known: (count: Int, userCount: Int)
  /// The moves to choose from, those that come by themselves first.
  private let choices: [Move]

  /// The most moves that are tried.
  private static let most = 8_000

  /// - Returns: nil where a move isn't one of the session itself, such as a kill.
  init?(
    among moves: [Move], breaking invariant: String, of flow: FlowDefinition, _ forges: Bool,
    isOver: @escaping () -> Bool
  ) {
    var choices: [Move] = []
    for move in moves {
      switch move {
      case .late, .kill, .restore: return nil
      case .answer(let answer):
        for turn in 0...answer.turn { choices.append(.answer(answer.with(turn: turn, answer.outcome))) }
      case .act, .back, .navigate, .openKind, .open, .advance, .openWindow, .closeWindow:
        choices.append(move)
      }
    }
    var seen: Set<Move> = []
    choices = choices.filter { seen.insert($0).inserted }
    self.choices = choices.filter { !$0.isOfUser } + choices.filter(\.isOfUser)
    known = (moves.count, moves.count(where: \.isOfUser))
    self.flow = flow
    self.invariant = invariant
    self.forges = forges
    self.isOver = isOver
  }

  private struct Way {
    let checkpoint: Checkpoint
    let moves: [Move]
    let userCount: Int
  }

  /// - Returns: nil if there are no fewer.
  func found() -> [Move]? {
    guard let session = try? Session(flow, name: flow.name, limits: Limits().forSearch) else { return nil }
    session.forgetNotices()
    var fields = FieldReads(flow, goals: []).fields
    fields.times = true
    var keys: Set<StateKey> = [KeyReader.key(of: session, counting: fields)]
    var ways = [Way(checkpoint: Checkpoint(of: session), moves: [], userCount: 0)]
    var tries = 0
    for count in 1...max(known.count, 1) {
      var next: [Way] = []
      var best: (moves: [Move], userCount: Int)?
      for way in ways {
        way.checkpoint.restore(session)
        let time = session.nextTimer.map { [Move.advance(max($0 - session.now, 0))] } ?? []
        for move in time + choices {
          tries += 1
          if tries > Self.most || isOver() { return nil }
          if !forges, move.isForged(in: session) { continue }
          let outcome = move.perform(on: session)
          let userCount = way.userCount + (move.isOfUser ? 1 : 0)
          if isBroken(outcome, session) {
            if best.map({ userCount < $0.userCount }) ?? true { best = (way.moves + [move], userCount) }
          } else if outcome.isTaken, keys.insert(KeyReader.key(of: session, counting: fields)).inserted {
            next.append(
              Way(checkpoint: Checkpoint(of: session), moves: way.moves + [move], userCount: userCount))
          }
          session.forgetNotices()
          way.checkpoint.restore(session)
        }
      }
      if let best { return (count, best.userCount) < known ? best.moves : nil }
      ways = next.enumerated().sorted {
        ($0.element.userCount, $0.offset) < ($1.element.userCount, $1.offset)
      }
      .map(\.element)
    }
    return nil
  }

  private func isBroken(_ outcome: MoveOutcome, _ session: Session) -> Bool {
    if case .refused(let failure) = outcome, isOfInvariant(failure) { return true }
    return session.waitingNotices.contains { notice in
      if case .invariantBroken(_, _, invariant) = notice { return true }
      return notice.loggedError.map { isOfInvariant($0.failure) } ?? false
    }
  }

  private func isOfInvariant(_ failure: Failure) -> Bool {
    failure.kind == .invariantBroken && failure.data["invariant"]?.string == invariant
  }
}
