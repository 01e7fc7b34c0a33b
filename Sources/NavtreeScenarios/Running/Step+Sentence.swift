import NavtreeFlow
import NavtreeJSON

extension Step {
  /// The step for people, such as `do select {"index":0} at /main`.
  package var sentence: String {
    let words =
      switch verb {
      case .act(let action, let payload):
        payload.isEmpty ? "do \(action)" : "do \(action) \(JSONValue.object(payload))"
      case .back: "back"
      case .answer(let answer): answer.sentence
      case .advance(let milliseconds): "advance \(Self.text(of: milliseconds))"
      case .open(let url, _): "open \(url)"
      case .window(let method, let params): "\(method) \(JSONValue.object(params))"
      case .save(let name): "save \(name)"
      case .restore(let name): "restore \(name)"
      case .kill: "kill"
      case .part(let name, _): "part \(name)"
      }
    return at.map { "\(words) at \($0)" } ?? words
  }

  private static func text(of milliseconds: Int) -> String {
    if milliseconds == 0 { return "0ms" }
    let units = [(86_400_000, "d"), (3_600_000, "h"), (60_000, "m"), (1_000, "s"), (1, "ms")]
    var text = ""
    var rest = milliseconds
    for (size, unit) in units where rest >= size {
      text += "\(rest / size)\(unit)"
      rest %= size
    }
    return text
  }
}

extension Step.Answer {
  fileprivate var sentence: String {
    let whose = key.map { "\(effect) \($0)" } ?? effect
    return switch outcome {
    case .output(let output): "answer \(whose) \(output)"
    case .error(let error): "answer \(whose) with the error \(error)"
    case .next(let output): "answer \(whose) for now \(output)"
    case .never: "answer \(whose) never"
    }
  }
}
