import NavtreeEngine
import NavtreeFlow
import NavtreeJSON

extension Move {
  /// The move with `***` in place of sensitive values.
  func masked(_ mask: PayloadMask, in session: Session) -> Move {
    switch self {
    case .act(let action, let payload, let path):
      return .act(action, payload: mask.shown(payload, of: action), at: path)
    case .open(let url): return .open(url: session.shown(url: url))
    case .answer(let answer):
      guard let effect = session.flow.effects.first(where: { $0.name == answer.effect }) else { return self }
      let outcome: EffectAnswer.Outcome =
        switch answer.outcome {
        case .output(let output): .output(Self.hiding(output, effect.output))
        case .next(let output): .next(Self.hiding(output, effect.next))
        case .error(.object(let error)): .error(.object(Self.hiding(error, effect.errors)))
        case .error(let error): .error(error)
        }
      return .answer(answer.with(outcome))
    case .back, .navigate, .late, .advance, .kill, .restore, .openWindow, .closeWindow: return self
    }
  }

  private static func hiding(_ values: JSONObject, _ record: RecordDefinition?) -> JSONObject {
    var shown = values
    for field in record?.fields ?? [] where field.sensitive || !field.secrets.isEmpty {
      if shown[field.name] != nil { shown[field.name] = StateView.hidden }
    }
    return shown
  }
}
