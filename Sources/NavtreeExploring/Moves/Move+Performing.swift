package import NavtreeEngine
import NavigationTree
import NavtreeFlow
import NavtreeJSON

extension Move {
  /// Makes the move in a session, directly. The end of a process isn't a session's own, nor is a restoration.
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
      let screen = try session.focus(onPath: path).screen
      try session.dispatch(action, payload.isEmpty ? nil : payload, to: screen)
    case .back(let name):
      let screen = try session.find(nil, window: name).screen
      if try !session.navigate(.back, at: screen, force: false).isHandled { return .declined }
    case .navigate(let navigation, let path):
      let screen = try session.focus(onPath: path).screen
      _ = try session.navigate(
        navigation.request(in: session.flow).navigation, at: screen, force: false)
    case .openKind(let name, let type, let params):
      _ = try session.openWindow(name, ScreenRequest(type: type, params: params))
    case .open(let url):
      guard let screen = session.windows.first?.focus.id else { return .declined }
      _ = try session.navigate(.open(Open(url: url)), at: screen, force: false)
    case .answer(let answer):
      guard let effect = answer.effect(in: session) else { return .declined }
      try answer.give(to: effect, in: session)
    case .late(let last, let output): try session.answer(session.nextEffect - 1 - last, output: output)
    case .advance(let milliseconds):
      return try session.advance(by: milliseconds).isCut ? .endless : .accepted
    case .kill, .restore: return .declined
    case .openWindow(let name):
      guard let screen = session.flow.firstScreen(ofWindow: name) else { return .declined }
      _ = try session.openWindow(
        name, ScreenRequest(type: screen.type, params: screen.params?.constant?.object))
    case .closeWindow(let name): try session.closeWindow(name, force: false)
    }
    return .accepted
  }
}

extension FlowDefinition {
  /// The last choice for the root of a window that is opened at the start.
  func firstScreen(ofWindow name: String) -> ScreenTemplate? {
    start.first { $0.window == name }?.choices.last?.screen
  }
}

extension EffectAnswer {
  /// The effect that it answers.
  package func effect(in session: Session) -> EffectInFlight? {
    session.answerable(effect, at: at).dropFirst(turn).first
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
  /// The effects of a name that the screen at an address has asked for, in the order of their turns.
  func answerable(_ effect: String, at address: String) -> LazyFilterSequence<[EffectInFlight]> {
    owed.lazy.filter {
      $0.definition.name == effect && !self.isHeld($0) && self.address(of: $0) == address
    }
  }

  /// The screen at a path and its window, whose focus moves there.
  fileprivate func focus(onPath path: String) throws(Failure) -> Cursor {
    var path = path
    let result = path.withUTF8 { bytes in
      Result { () throws(Failure) in
        try focus(on: Address(UnsafeRawBufferPointer(bytes)), window: nil)
      }
    }
    return try result.get()
  }
}
