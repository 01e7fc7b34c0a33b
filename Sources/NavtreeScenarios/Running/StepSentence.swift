import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText

/// Steps for people, such as `do select {"index":0} at /main`, without secrets.
struct StepSentence {
  private let flow: FlowDefinition
  private let mask: PayloadMask

  init(_ flow: FlowDefinition) {
    self.flow = flow
    mask = PayloadMask(flow)
  }

  /// - Parameter session: tells which parts of a URL are secret.
  func text(of step: Step, in session: Session) -> String {
    let words =
      switch step.verb {
      case .act(let action, let payload): "do \(action)\(text(of: payload, action))"
      case .back: "back"
      case .answer(let answer): text(of: answer)
      case .advance(let milliseconds): "advance \(Self.text(of: milliseconds))"
      case .open(let url, _): "open \(LinkReader(session).shown(url: url))"
      case .window(let method, let params):
        "\(method) \(JSONValue.object(mask.shown(navigation: params)))"
      case .transitions(let areShown): "transitions \(areShown ? "done" : "hold")"
      case .save(let name): "save \(name)"
      case .restore(let name): "restore \(name)"
      case .kill: "kill"
      case .part(let name, _): "part \(name)"
      }
    return step.at.map { "\(words) at \($0)" } ?? words
  }

  private func text(of payload: JSONObject, _ action: String) -> String {
    if payload.isEmpty { return "" }
    let index = flow.actionNames.index(of: action)
    return
      " \(JSONValue.object(index.map { mask.shown(payload, of: $0) } ?? mask.shown(navigation: payload)))"
  }

  private func text(of answer: Step.Answer) -> String {
    let whose = answer.key.map { "\(answer.effect) \($0)" } ?? answer.effect
    let effect = flow.effects.first { $0.name == answer.effect }
    return switch answer.outcome {
    case .output(let output): "answer \(whose) \(Self.shown(output, effect?.output))"
    case .error(let error): "answer \(whose) with the error \(Self.shown(error, effect?.errors))"
    case .next(let output): "answer \(whose) for now \(Self.shown(output, effect?.next))"
    case .never: "answer \(whose) never"
    }
  }

  private static func shown(_ value: JSONValue, _ record: RecordDefinition?) -> JSONValue {
    guard case .object(let members) = value, let record else { return value }
    return .object(record.shown(members))
  }

  /// A duration as a file writes it.
  private static func text(of milliseconds: Int) -> String {
    if milliseconds == 0 { return "0ms" }
    var text = ""
    var rest = milliseconds
    for (size, unit) in [(86_400_000, "d"), (3_600_000, "h"), (60_000, "m"), (1_000, "s"), (1, "ms")]
    where rest >= size {
      text += "\(rest / size)\(unit)"
      rest %= size
    }
    return text
  }
}
