package import NavtreeEngine
import NavigationTree
import NavtreeFlow

extension Move {
  /// Makes the move in a session, directly.
  package func perform(on session: Session) -> MoveOutcome {
    do {
      return try taken(by: session)
    } catch {
      return error.kind == .notHandled ? .declined : .refused(error)
    }
  }

  private func taken(by session: Session) throws(Failure) -> MoveOutcome {
    switch self {
    case .act(let action, let payload, let path):
      let window = try session.focus(onPath: path)
      try session.dispatch(action, payload.isEmpty ? nil : payload, in: window)
    case .back(let name):
      let window = try session.window(named: name)
      if try !session.navigate(.back, in: window, force: false).isHandled { return .declined }
    case .dismiss(let path): try Self.navigate(.dismiss(Dismiss(result: nil, all: false)), at: path, session)
    case .select(let tab, let path):
      try Self.navigate(.select(Select(tab: tab, params: nil)), at: path, session)
    case .focus(let pane, let path): try Self.navigate(.focus(Focus(pane: pane)), at: path, session)
    case .navigate(let navigation, let path): try Self.navigate(navigation.request, at: path, session)
    case .open(let url): _ = try session.navigate(.open(Open(url: url)), in: 0, force: false)
    case .answer(let answer):
      guard let effect = answer.effect(in: session) else { return .declined }
      try answer.give(to: effect, in: session)
    case .late(let last, let output): try session.answer(session.nextEffect - 1 - last, output: output)
    case .advance(let milliseconds):
      return try session.advance(by: milliseconds).isCut ? .endless : .accepted
    }
    return .accepted
  }

  private static func navigate(
    _ request: NavigationRequest, at path: String, _ session: Session
  ) throws(Failure) {
    let window = try session.focus(onPath: path)
    _ = try session.navigate(request, in: window, force: false)
  }
}

extension EffectAnswer {
  /// The effect that it answers.
  package func effect(in session: Session) -> EffectInFlight? {
    session.owed.lazy.filter {
      $0.definition.name == effect && !session.isHeld($0) && session.address(of: $0) == at
    }.dropFirst(turn).first
  }

  fileprivate func give(to effect: EffectInFlight, in session: Session) throws(Failure) {
    switch outcome {
    case .output(let output): try session.answer(effect.id, output: output)
    case .next(let output): try session.answerNext(effect.id, output: output)
    case .error(let error): try session.fail(effect.id, error: error)
    }
  }
}

extension Session {
  /// Moves the focus to the screen at a path, and gives its window.
  fileprivate func focus(onPath path: String) throws(Failure) -> Int {
    var path = path
    let result = path.withUTF8 { bytes in
      Result { () throws(Failure) in
        try focus(on: Address(UnsafeRawBufferPointer(bytes)), window: nil)
      }
    }
    return try result.get()
  }
}
