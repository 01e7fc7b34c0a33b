import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import NavtreeServer

/// A search for the fewest moves that break a promise of a flow, among those of a list that does, the same in other
/// windows, and the passing of time;
/// of as few for those with the fewest moves of users.
///
/// It is breadth-first over the states that matter to the flow.
struct FewestMoves {
  private let flow: FlowDefinition
  private let finding: FuzzFinding
  private let conditions: [FuzzCondition]
  private let start: Beginning
  private let forges: Bool
  private let isOver: () -> Bool
  /// The list's own length and its moves of users, than which less is wanted.
  private let known: (count: Int, userCount: Int)
  /// The moves to choose from, those that come by themselves first.
  private let choices: [Move]

  /// The most moves that are tried.
  private static let most = 8_000

  /// - Returns: nil for a promise of navtree itself, which more than states decides.
  init?(
    among moves: [Move], to finding: FuzzFinding, of flow: FlowDefinition, _ conditions: [FuzzCondition],
    from start: Beginning, _ forges: Bool, isOver: @escaping () -> Bool
  ) {
    if finding.kind == .promise { return nil }
    var choices: [Move] = []
    for move in moves {
      switch move {
      case .answer(let answer):
        for turn in 0...answer.turn { choices.append(.answer(answer.with(turn: turn, answer.outcome))) }
      case .act, .back, .navigate, .openKind, .open, .late, .advance, .kill, .restore, .openWindow,
        .closeWindow:
        choices.append(move)
      }
    }
    // What was done in one window may take less in another.
    let windows = flow.start.map(\.window) + moves.compactMap(\.openedWindow)
    if windows.count > 1 {
      choices += windows.flatMap { window in choices.compactMap { $0.inWindow(window) } }
    }
    var seen: Set<Move> = []
    choices = choices.filter { seen.insert($0).inserted }
    self.choices = choices.filter { !$0.isOfUser } + choices.filter(\.isOfUser)
    known = (moves.count, moves.count(where: \.isOfUser))
    self.flow = flow
    self.finding = finding
    self.conditions = conditions.filter { $0.condition.source == finding.name }
    self.start = start
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
    guard let session = try? start.session(of: flow) else { return nil }
    session.forgetNotices()
    var fields = FieldReads(flow, goals: conditions.map(\.condition.program)).fields
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
          let (outcome, isFound) = perform(move, on: session)
          let userCount = way.userCount + (move.isOfUser ? 1 : 0)
          if isFound {
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

  private func perform(_ move: Move, on session: Session) -> (outcome: MoveOutcome, isFound: Bool) {
    guard let stored = move.stored(of: session) else {
      let outcome = move.perform(on: session)
      return (outcome, isFound(outcome, session))
    }
    var report = RestoreReport()
    let clock = SessionClock(.virtual, now: session.now)
    do throws(Failure) {
      let restored = try Session(
        restoring: stored, flow, name: flow.name, limits: Limits().forSearch, clock: clock, report: &report)
      Checkpoint(of: restored).restore(session)
      return (.accepted, isFound(.accepted, restored))
    } catch {
      return (.refused(error), isFound(.refused(error), session))
    }
  }

  private func isFound(_ outcome: MoveOutcome, _ session: Session) -> Bool {
    if case .refused(let failure) = outcome, isFound(failure) { return true }
    if outcome.isTaken, finding.kind == .always {
      return conditions.contains { $0.condition.source == finding.name && !$0.holds(in: session) }
    }
    return session.waitingNotices.contains { notice in
      notice.brokenInvariant.map { FuzzFinding(.invariant, $0) == finding }
        ?? notice.loggedError.map { isFound($0.failure) } ?? false
    }
  }

  private func isFound(_ failure: Failure) -> Bool {
    switch finding.kind {
    case .invariant: failure.brokenInvariant == finding.name
    case .defect: failure.defect == finding.name
    case .always, .promise: false
    }
  }
}

extension Move {
  fileprivate var openedWindow: String? {
    switch self {
    case .openKind(let name, _, _), .openWindow(let name): name
    case .act, .back, .navigate, .open, .answer, .late, .advance, .kill, .restore, .closeWindow: nil
    }
  }

  /// The same in another window; nil for a move without a path.
  fileprivate func inWindow(_ window: String) -> Move? {
    func moved(_ path: String) -> String? {
      path.hasPrefix("/") ? "/" + window + path.dropFirst().drop { $0 != "/" } : nil
    }
    switch self {
    case .act(let action, let payload, let path):
      return moved(path).map { .act(action, payload: payload, at: $0) }
    case .navigate(let navigation, let path): return moved(path).map { .navigate(navigation, at: $0) }
    case .answer(let answer):
      return moved(answer.at).map {
        .answer(EffectAnswer(effect: answer.effect, at: $0, turn: answer.turn, outcome: answer.outcome))
      }
    case .back: return .back(window: window)
    case .openKind, .open, .late, .advance, .kill, .restore, .openWindow, .closeWindow: return nil
    }
  }
}
