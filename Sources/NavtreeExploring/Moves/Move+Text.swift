package import NavtreeFlow
import NavtreeJSON
import NavtreeText
import NavtreeScenarios

extension Move {
  /// The move for people, in one line: `select { index: 0 } at /main`, `back in main`, `fetchUsers { items: [] }`.
  package func text(of flow: FlowDefinition) -> String {
    switch self {
    case .act(let action, let payload, let path):
      let name = flow.actionNames[action]
      return (payload.isEmpty ? name : "\(name) \(YAMLText.line(.object(payload)))") + " at \(path)"
    case .back(let window): return "back in \(window)"
    case .dismiss(let path): return "dismiss \(path)"
    case .select(let tab, let path): return "tab \(tab) of \(path)"
    case .focus(let pane, let path): return "pane \(pane) of \(path)"
    case .navigate(let navigation, let path):
      let (name, params) = navigation.method(of: flow)
      return (params.isEmpty ? name : "\(name) \(YAMLText.line(.object(params)))") + " at \(path)"
    case .open(let url): return "open \(YAMLText.scalar(url))"
    case .answer(let answer): return answer.text
    case .late(_, let output): return "late answer \(YAMLText.line(.object(output)))"
    case .advance(let milliseconds): return "\(YAMLText.duration(milliseconds)) later"
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
