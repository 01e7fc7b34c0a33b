import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections
import NavtreeEngine

extension TimerView {
  /// `{due, at?, id, key?, idle?, action or effect}`, with `of` in place of `id` for the session's.
  var json: JSONObject {
    var members: JSONObject = ["due": .integer(due)]
    if let at { members["at"] = .string(at) }
    if let screen { members["id"] = .integer(screen.number) } else { members["of"] = "session" }
    if let key { members["key"] = .string(key) }
    if let idle { members["idle"] = .string(idle.rawValue) }
    switch work {
    case .action(let name): members["action"] = .string(name)
    case .giveUp(let effect): members["effect"] = .integer(effect)
    }
    return members
  }
}

extension FailedTimer {
  /// The timer with its `error`.
  var json: JSONValue {
    .object(timer.json.merging(["error": RPCError(failure, isNamed: false).json]) { own, _ in own })
  }
}
