import NavtreeEngine
import NavtreeJSON
import NavtreeServer
import NavtreeText

/// The steps of `do`: requests of the protocol that happen together or not at all.
struct StepList {
  private(set) var requests: [(method: String, params: JSONObject)] = []

  /// - Parameters:
  ///   - steps: `{action, at?, …}`, which are the params of `dispatch`, or `{method, params?}`.
  ///   - session: the one that they go to; none may name another.
  init(_ steps: [JSONValue], to session: Session) throws(ToolFailure) {
    for (number, step) in steps.enumerated() {
      do throws(ToolFailure) {
        let (method, given) = try Self.request(step)
        try Self.check(method)
        var params = given
        if let named = params.updateValue(.string(session.name), forKey: "session"),
          named != .string(session.name)
        {
          throw .invalid(
            "the steps go to the session '\(session.name)'", at: "steps",
            hint: "name another one as session of do")
        }
        requests.append((method, params))
      } catch {
        throw ToolFailure(error.error, step: number)
      }
    }
  }

  private static func request(_ step: JSONValue) throws(ToolFailure) -> (String, JSONObject) {
    guard case .object(let members) = step else { throw .invalid("a step is an object", at: "steps") }
    guard let method = members["method"] else {
      guard members["action"] != nil else {
        throw .invalid(
          "a step has 'action' or 'method'", at: "steps",
          hint: #"{"action":{"type":"NAME",…},"at":"/PATH"} or {"method":"NAME","params":{…}}"#)
      }
      return ("dispatch", members)
    }
    if let other = members.keys.first(where: { $0 != "method" && $0 != "params" }) {
      throw .invalid("'\(other.echo)' belongs into 'params'", at: "steps")
    }
    guard let name = method.string, case .object(let params) = members["params"] ?? [:] else {
      throw .invalid("'method' is a string, and 'params' an object", at: "steps")
    }
    return (name, params)
  }

  /// Refuses what doesn't change a session.
  private static func check(_ name: String) throws(ToolFailure) {
    guard let method = MethodTable.methods.first(where: { $0.name == name }) else {
      throw ToolFailure(
        .unknownMethod(
          name,
          hint: Spelling.hint(for: name, among: MethodTable.methods.map(\.name))
            ?? "an action is sent by {\"action\":{\"type\":…}}"))
    }
    guard method.nature.changesSession else {
      throw .invalid(
        "'\(name)' changes no session, so it is no step", at: "steps", hint: "see shows what is there")
    }
  }

  /// The step for a request of a plan, as short as it can be.
  static func step(_ move: JSONValue) -> JSONValue {
    move["method"] == "dispatch" ? move["params"] ?? move : move
  }
}
