import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText

extension Move {
  /// The move as the value of `do`, which an adapter is told; nil where no adapter does it, or nothing can.
  ///
  /// - Parameter session: the session before the move.
  func doing(in session: Session) -> JSONValue? {
    func action(_ type: String, _ payload: JSONObject, _ path: String) -> JSONValue? {
      guard session.hasScreen(at: path) else { return nil }
      var members: JSONObject = ["type": .string(type)]
      members.merge(payload) { own, _ in own }
      return ["action": .object(members), "at": .string(path)]
    }
    switch self {
    case .act(let index, let payload, let path):
      return action(session.flow.actionNames[index], payload, path)
    case .back(let window):
      return session.windows.count == 1
        ? ["back": true] : ["back": true, "at": .string("/\(window)")]
    case .navigate(let navigation, let path):
      return action(navigation.actionName, navigation.request(in: session.flow).params, path)
    case .open(let url): return ["open": .string(url)]
    case .answer(let answer): return answer.doing(in: session)
    case .late, .kill, .restore, .openWindow, .openKind, .closeWindow: return nil
    case .advance(let milliseconds): return ["advance": .integer(milliseconds)]
    }
  }
}

extension EffectAnswer {
  fileprivate func doing(in session: Session) -> JSONValue? {
    guard let effect = effect(in: session) else { return nil }
    var members: JSONObject = ["effect": .string(self.effect)]
    if let key = effect.key?.text { members["key"] = .string(key) }
    if !at.isEmpty { members["at"] = .string(at) }
    members["input"] = .object(effect.definition.input.object(effect.input))
    switch outcome {
    case .output(let output): members["output"] = .object(output)
    case .next(let output): members["next"] = .object(output)
    case .error(let error): members["error"] = error
    }
    return ["answer": .object(members)]
  }
}

extension Session {
  /// Whether a screen is at a path.
  fileprivate func hasScreen(at path: String) -> Bool {
    var path = path
    return path.withUTF8 { bytes in
      guard let address = Address(UnsafeRawBufferPointer(bytes)) else { return false }
      return (try? find(address, window: nil)) != nil
    }
  }
}
