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
    let given = scenario.given
    guard given.link == nil, given.tree == nil, given.snapshot == nil, given.shared.isEmpty,
      scenario.stubs.isEmpty, scenario.clock ?? 0 == 0
    else { return nil }
    let session = try Session(flow, name: flow.name, limits: Limits())
    var moves: [Move] = []
    for step in given.part + scenario.steps {
      guard let move = Move(step, in: session) else { return nil }
      moves.append(move)
      _ = move.perform(on: session)
    }
    return moves
  }

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
    case .window, .save, .restore, .kill, .part: return nil
    }
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
    let at = session.address(of: found)
    let turn = owed.filter { session.address(of: $0) == at }.firstIndex { $0.id == found.id }
    let outcome: Outcome
    switch answer.outcome {
    case .output(.object(let output)): outcome = .output(output)
    case .next(.object(let output)): outcome = .next(output)
    case .error(let error): outcome = .error(error)
    case .output, .next, .never: return nil
    }
    self.init(effect: answer.effect, at: at, turn: turn ?? 0, outcome: outcome)
  }
}
