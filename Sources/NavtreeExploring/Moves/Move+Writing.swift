package import NavtreeEngine
import NavigationTree
import NavtreeFlow
package import NavtreeJSON
import NavtreeText
package import NavtreeScenarios

extension Move {
  /// The move as a step of a scenario; nil where no step says it.
  ///
  /// - Parameter session: the session before the move.
  package func step(in session: Session) -> Step? {
    func step(_ verb: Step.Verb, _ at: String? = nil) -> Step {
      Step(location: Self.location, verb: verb, at: at)
    }
    func navigation(_ name: String, _ payload: JSONObject, _ path: String) -> Step {
      step(.act(action: "nav.\(name)", payload: payload), session.shortest(path))
    }
    switch self {
    case .act(let action, let payload, let path):
      return step(
        .act(action: session.flow.actionNames[action], payload: payload), session.shortest(path))
    case .back(let window): return step(.back, session.world.windows.count == 1 ? nil : "/\(window)")
    case .dismiss(let path): return navigation("dismiss", [:], path)
    case .select(let tab, let path): return navigation("select", ["tab": .string(tab)], path)
    case .focus(let pane, let path): return navigation("focus", ["pane": .string(pane)], path)
    case .navigate(let host, let path):
      let (name, params) = host.method(of: session.flow)
      return navigation(name, params, path)
    case .open(let url): return step(.open(url: url, params: [:]))
    case .answer(let answer):
      return answer.effect(in: session).flatMap {
        Step(answering: $0, with: answer.scenarioOutcome, in: session)
      }
    case .late: return nil
    case .advance(let milliseconds): return step(.advance(milliseconds))
    }
  }

  private static let location = SourceLocation(line: 1, column: 1, endColumn: 2)

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
    case .dismiss(let path): return request("dismiss", ["at": .string(path)])
    case .select(let tab, let path): return request("select", ["at": .string(path), "tab": .string(tab)])
    case .focus(let pane, let path): return request("focus", ["at": .string(path), "pane": .string(pane)])
    case .navigate(let navigation, let path):
      let (name, params) = navigation.method(of: session.flow)
      return request(name, params.merging(["at": .string(path)]) { own, _ in own })
    case .open(let url):
      // With several windows a request must name one.
      let window = session.world.windows.count == 1 ? nil : session.world.windows.first?.window
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
    case .late: return nil
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
  fileprivate func shortest(_ path: String) -> String? {
    guard world.windows.count == 1, let window = world.windows.first else { return path }
    return window.address(of: window.active) == path ? nil : path
  }
}
