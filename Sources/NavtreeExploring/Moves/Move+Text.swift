import NavtreeEngine
package import NavtreeFlow
import NavtreeJSON
import NavtreeText
import NavtreeScenarios

extension Move {
  /// The move for people, in one line: `select { index: 0 } at /main`, `back in main`, `fetchUsers { items: [] }`.
  package func text(of flow: FlowDefinition) -> String {
    func text(_ name: String, _ params: JSONObject, _ path: String) -> String {
      (params.isEmpty ? name : "\(name) \(YAMLText.line(.object(params)))") + " at \(path)"
    }
    switch self {
    case .act(let action, let payload, let path): return text(flow.actionNames[action], payload, path)
    case .back(let window): return "back in \(window)"
    case .navigate(let navigation, let path):
      return switch navigation.verb {
      case .dismiss: "dismiss \(path)"
      case .select: "tab \(navigation.part ?? "") of \(path)"
      case .focus: "pane \(navigation.part ?? "") of \(path)"
      default: text(navigation.verb.rawValue, navigation.request(in: flow).params, path)
      }
    case .openKind(let name, let type, let params):
      let screen = flow.screens[type].name
      let root = params.isEmpty ? screen : "\(screen) \(YAMLText.line(.object(params)))"
      return "window \(name) with \(root)"
    case .open(let url): return "open \(YAMLText.scalar(url))"
    case .answer(let answer): return answer.text
    case .late(_, let output): return "late answer \(YAMLText.line(.object(output)))"
    case .advance(let milliseconds): return "\(YAMLText.duration(milliseconds)) later"
    case .kill: return "kill"
    case .restore: return "save and restore"
    case .openWindow(let name): return "open window \(name)"
    case .closeWindow(let name): return "close window \(name)"
    }
  }
}

extension EffectAnswer {
  fileprivate var text: String {
    let name = at.isEmpty ? effect : "\(effect) of \(at)"
    let number = turn == 0 ? name : "\(name) (\(turn + 1))"
    return switch outcome {
    case .output(let output): "\(number) answers \(YAMLText.line(.object(output)))"
    case .next(let output): "\(number) tells \(YAMLText.line(.object(output)))"
    case .error(let error): "\(number) fails with \(YAMLText.line(error))"
    }
  }
}
