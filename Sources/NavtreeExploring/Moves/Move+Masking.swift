import NavtreeEngine
import NavtreeFlow
import NavtreeJSON

extension Move {
  /// The move with `***` in place of sensitive values.
  func masked(_ mask: PayloadMask, in session: Session) -> Move {
    switch self {
    case .act(let action, let payload, let path):
      return .act(action, payload: mask.shown(payload, of: action), at: path)
    case .open(let url): return .open(url: LinkReader(session).shown(url: url))
    case .answer(let answer):
      guard let effect = session.flow.effects.first(where: { $0.name == answer.effect }) else { return self }
      let outcome: EffectAnswer.Outcome =
        switch answer.outcome {
        case .output(let output): .output(effect.output.shown(output))
        case .next(let output): .next(effect.next.shown(output))
        case .error(.object(let error)): .error(.object(effect.errors?.shown(error) ?? error))
        case .error(let error): .error(error)
        }
      return .answer(answer.with(outcome))
    case .openKind(let name, let type, let params):
      return .openKind(name, type, params: session.flow.screens[type].params.shown(params))
    case .back, .navigate, .late, .advance, .kill, .restore, .openWindow, .closeWindow: return self
    }
  }
}
