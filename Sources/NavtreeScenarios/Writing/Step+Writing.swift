package import NavtreeJSON

extension Step {
  /// The members of the step as a file has them, without what is expected.
  package var members: JSONObject {
    var members: JSONObject = [:]
    if let at { members["at"] = .string(at) }
    switch verb {
    case .act(let action, let payload):
      members["do"] = payload.isEmpty ? .string(action) : .object([action: .object(payload)])
    case .back: members["back"] = true
    case .answer(let answer): members["answer"] = .object(answer.members)
    case .advance(let milliseconds): members["advance"] = .string(YAMLText.duration(milliseconds))
    case .open(let url, let params):
      var opened: JSONObject = ["url": .string(url)]
      opened.merge(params) { $1 }
      members["open"] = params.isEmpty ? .string(url) : .object(opened)
    case .window(let method, var params):
      let key = method == "window.close" ? "close" : "open"
      var window: JSONObject = [key: params["window"] ?? .null]
      params["window"] = nil
      window.merge(params) { $1 }
      members["window"] = .object(window)
    case .transitions(let areShown): members["transitions"] = areShown ? "done" : "hold"
    case .save(let name): members["save"] = .string(name)
    case .restore(let name): members["restore"] = .string(name)
    case .kill: members["kill"] = true
    case .part(let name, _): members["part"] = .string(name)
    }
    return members
  }
}

extension Step.Answer {
  fileprivate var members: JSONObject {
    var members: JSONObject = ["effect": .string(effect)]
    if let key { members["key"] = .string(key) }
    switch outcome {
    case .output(let output): members["output"] = output
    case .error(let error): members["error"] = error
    case .next(let output): members["next"] = output
    case .never: members["never"] = true
    }
    return members
  }
}
