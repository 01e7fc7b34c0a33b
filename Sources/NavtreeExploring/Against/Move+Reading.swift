package import NavtreeEngine
import NavigationTree
package import NavtreeFlow
import NavtreeJSON
package import NavtreeScenarios
import NavtreeText

extension Move {
  /// The moves that a scenario's steps make; nil where one is none.
  ///
  /// - Throws: the reason that a session can't begin.
  package static func moves(of scenario: Scenario, in flow: FlowDefinition) throws(Failure) -> [Move]? {
    guard scenario.stubs.isEmpty, scenario.clock ?? 0 == 0,
      let (moves, isWhole) = try firstMoves(of: scenario, in: flow), isWhole
    else { return nil }
    return moves
  }

  /// The moves that a scenario's first steps make, and whether those are all steps that a user, a host or time makes; nil
  /// for a scenario that doesn't begin at the start of the flow.
  ///
  /// - Throws: the reason that a session can't begin.
  static func firstMoves(of scenario: Scenario, in flow: FlowDefinition) throws(Failure) -> (
    moves: [Move], isWhole: Bool
  )? {
    let given = scenario.given
    guard given.link == nil, given.tree == nil, given.snapshot == nil, given.shared.isEmpty
    else { return nil }
    let session = try Session(flow, name: flow.name, limits: Limits())
    var moves: [Move] = []
    let stubs = StubAnswers(scenario)
    var seen: Set<Int> = []
    /// Answers what stubs answer at once.
    func settle() {
      while let effect = session.owed.first(where: { !seen.contains($0.id) && !session.isHeld($0) }) {
        seen.insert(effect.id)
        guard seen.count < mostAnswers, let stub = stubs.stub(for: effect, at: session.address(of: effect)),
          stub.after == 0
        else { continue }
        for outcome in [stub.next.map { EffectOutcome.next($0) }, stub.outcome].compactMap(\.self) {
          guard session.owes(effect.id), let answer = EffectAnswer(to: effect, outcome, in: session) else {
            break
          }
          moves.append(.answer(answer))
          _ = Move.answer(answer).perform(on: session)
        }
      }
    }
    settle()
    if let clock = scenario.clock, clock > 0, FieldReads(flow).readsTime {
      if session.nextTimer != nil { return nil }
      moves.append(.advance(clock))
      _ = moves[0].perform(on: session)
    }
    for step in (given.part + scenario.steps).flatMap(\.alone) {
      guard let move = Move(step, in: session), !move.isForged(in: session) else { return (moves, false) }
      moves.append(move)
      _ = move.perform(on: session)
      settle()
    }
    return (moves, true)
  }

  /// The most effects of a scenario that stubs answer.
  private static let mostAnswers = 1_000

  /// The move that a step makes in a session; nil for none.
  private init?(_ step: Step, in session: Session) {
    guard let window = session.windows.first else { return nil }
    let path = step.at ?? window.address(of: window.active)
    switch step.verb {
    case .act(let name, let payload):
      if let action = session.flow.actionNames.index(of: name) {
        self = .act(action, payload: payload, at: path)
        return
      }
      switch (name, payload["tab"]?.string, payload["pane"]?.string) {
      case ("nav.dismiss", _, _): self = .navigate(PossibleNavigation(.dismiss), at: path)
      case ("nav.select", let tab?, _): self = .navigate(PossibleNavigation(.select, part: tab), at: path)
      case ("nav.focus", _, let pane?): self = .navigate(PossibleNavigation(.focus, part: pane), at: path)
      default: return nil
      }
    case .back: self = .back(window: step.at.map { String($0.dropFirst()) } ?? window.window)
    case .answer(let answer):
      guard let answer = EffectAnswer(answer, at: step.at, in: session) else { return nil }
      self = .answer(answer)
    case .advance(let milliseconds): self = .advance(milliseconds)
    case .open(let url, let params):
      guard params.isEmpty else { return nil }
      self = .open(url: url)
    case .window, .transitions, .save, .restore, .kill, .part: return nil
    }
  }
}

extension Step {
  /// The step itself, or the steps of its part, one by one.
  ///
  /// Recursion is bounded by the depth of parts.
  fileprivate var alone: [Step] {
    if case .part(_, let steps) = verb { return steps.flatMap(\.alone) }
    return [self]
  }
}

extension EffectAnswer {
  /// The answer of a step; nil if no effect that it means is owed.
  fileprivate init?(_ answer: Step.Answer, at address: String?, in session: Session) {
    let owed = session.owed.filter { $0.definition.name == answer.effect && !session.isHeld($0) }
    let found = owed.first { effect in
      (address == nil || session.address(of: effect) == address)
        && (answer.key == nil || answer.key == effect.hostKey || answer.key == effect.key?.text)
    }
    guard let found else { return nil }
    self.init(to: found, answer.outcome, in: session)
  }

  /// An answer to an owed effect; nil for one that never comes, or is no object.
  fileprivate init?(to found: EffectInFlight, _ given: EffectOutcome, in session: Session) {
    let at = session.address(of: found)
    let name = found.definition.name
    let turn = Array(session.answerable(name, at: at)).firstIndex { $0.id == found.id }
    let outcome: Outcome
    switch given {
    case .output(.object(let output)): outcome = .output(output)
    case .next(.object(let output)): outcome = .next(output)
    case .error(let error): outcome = .error(error)
    case .output, .next, .never: return nil
    }
    self.init(effect: name, at: at, turn: turn ?? 0, outcome: outcome)
  }
}
