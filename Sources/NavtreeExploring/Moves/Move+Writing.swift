package import NavtreeEngine
import NavigationTree
import NavtreeFlow
package import NavtreeJSON
import NavtreeText
package import NavtreeScenarios
import NavtreeYAML

extension Move {
  /// The move as steps of a scenario; empty where no step says it.
  ///
  /// - Parameters:
  ///   - session: the session before the move.
  ///   - number: names a snapshot.
  package func steps(in session: Session, number: Int = 0) -> [Step] {
    func step(_ verb: Step.Verb, _ at: String? = nil) -> [Step] {
      [Step(location: SourceLocation(line: 1, column: 1, endColumn: 2), verb: verb, at: at)]
    }
    switch self {
    case .act(let action, let payload, let path):
      return step(
        .act(action: session.flow.actionNames[action], payload: payload),
        session.shortest(path, for: action))
    case .back(let window): return step(.back, session.windows.count == 1 ? nil : "/\(window)")
    case .navigate(let navigation, let path):
      let payload = navigation.request(in: session.flow).params
      return step(.act(action: navigation.actionName, payload: payload), session.shortest(path))
    case .openKind(let name, let type, let params):
      return step(
        .window(method: "window.open", params: Self.members(name, type, params, session.flow)))
    case .open(let url): return step(.open(url: url, params: [:]))
    case .answer(let answer):
      return answer.effect(in: session).flatMap {
        Step(answering: $0, with: answer.scenarioOutcome, in: session)
      }.map { [$0] } ?? []
    case .late: return []
    case .advance(let milliseconds): return step(.advance(milliseconds))
    case .kill: return step(.kill)
    case .restore: return step(.save("snapshot\(number)")) + step(.restore("snapshot\(number)"))
    case .openWindow(let name):
      var params: JSONObject = ["window": .string(name)]
      if let screen = session.flow.firstScreen(ofWindow: name) {
        params["screen"] = .string(session.flow.screens[screen.type].name)
        params["params"] = screen.params?.constant
      }
      return step(.window(method: "window.open", params: params))
    case .closeWindow(let name):
      return step(.window(method: "window.close", params: ["window": .string(name)]))
    }
  }

  /// The error that its last step expects after an outcome; a back button that leads nowhere is none.
  func error(after outcome: MoveOutcome) -> JSONValue? {
    let kind: ErrorKind? =
      switch outcome {
      case .accepted: nil
      case .refused(let failure): failure.kind
      case .endless: .limitExceeded
      case .declined: if case .act = self { .notHandled } else { nil }
      }
    return kind.map { .string($0.rawValue) }
  }

  private static func members(_ window: String, _ type: Int, _ params: JSONObject, _ flow: FlowDefinition)
    -> JSONObject
  {
    var members: JSONObject = ["window": .string(window), "screen": .string(flow.screens[type].name)]
    if !params.isEmpty { members["params"] = .object(params) }
    return members
  }

  /// The move as a request: `{method, params}`, without the session; nil where none says it.
  ///
  /// - Parameter session: the session before the move.
  package func request(in session: Session) -> JSONObject? {
    func request(_ method: String, _ params: JSONObject) -> JSONObject {
      ["method": .string(method), "params": .object(params)]
    }
    switch self {
    case .act(let action, let payload, let path):
      var members: JSONObject = ["type": .string(session.flow.actionNames[action])]
      members.merge(payload) { own, _ in own }
      return request("dispatch", ["at": .string(path), "action": .object(members)])
    case .back(let window): return request("back", ["window": .string(window)])
    case .navigate(let navigation, let path):
      let at: JSONObject = ["at": .string(path)]
      let params = navigation.request(in: session.flow).params
      return request(
        navigation.verb.rawValue,
        navigation.params == nil ? at.merging(params) { $1 } : params.merging(at) { $1 })
    case .openKind(let name, let type, let params):
      return request("window.open", Self.members(name, type, params, session.flow))
    case .open(let url):
      // With several windows a request must name one.
      let window = session.windows.count == 1 ? nil : session.windows.first?.window
      return request(
        "link.open", window.map { ["url": .string(url), "window": .string($0)] } ?? ["url": .string(url)])
    case .answer(let answer):
      guard let effect = answer.effect(in: session) else { return nil }
      let id = JSONValue.integer(effect.id)
      return switch answer.outcome {
      case .output(let output): request("effect.done", ["effect": id, "output": .object(output)])
      case .next(let output): request("effect.next", ["effect": id, "output": .object(output)])
      case .error(let error): request("effect.fail", ["effect": id, "error": error])
      }
    case .late, .kill, .restore, .openWindow, .closeWindow: return nil
    case .advance(let milliseconds): return request("clock.advance", ["by": .integer(milliseconds)])
    }
  }
}

extension EffectAnswer {
  fileprivate var scenarioOutcome: NavtreeScenarios.EffectOutcome {
    switch outcome {
    case .output(let output): .output(.object(output))
    case .next(let output): .next(.object(output))
    case .error(let error): .error(error)
    }
  }
}

extension Session {
  /// A path as a step says it: nil for the active screen of the only window.
  ///
  /// - Parameter action: an action that rises from the active screen to that at the path, if no screen between declares it.
  fileprivate func shortest(_ path: String, for action: Int? = nil) -> String? {
    guard windows.count == 1, let window = windows.first else { return path }
    var screen: ScreenID? = window.active
    while let id = screen {
      if window.address(of: id) == path { return nil }
      guard let action, let type = windows.place(of: id)?.type, flow.definition(of: action, on: type) == nil
      else { return path }
      screen = windows.holder(of: id)?.screen
    }
    return path
  }
}
