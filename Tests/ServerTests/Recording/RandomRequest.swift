import NavtreeJSON
import OrderedCollections
import NavtreeTestSupport

/// A request to a session of the flow of the examples, one that may well be refused.
struct RandomRequest {
  let method: String
  let params: JSONObject

  init(using random: inout SeededGenerator) {
    func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
    let ids: [JSONValue] = (1...9).map { .string("#\($0)") }
    var params: JSONObject = [:]
    switch number(0...17) {
    case 0...6:
      method = "dispatch"
      params["action"] = Self.actions.randomElement(using: &random) ?? .null
    case 7:
      method = "push"
      params["screen"] = ["folder", "message", "topic"].randomElement(using: &random).map { .string($0) }
      params["params"] = .object(["id": .integer(number(0...3))])
    case 8: method = "pop"
    case 9: method = "back"
    case 10:
      method = "select"
      params["tab"] = number(0...1) == 0 ? "inbox" : "settings"
    case 11:
      method = "focus"
      params["pane"] = number(0...1) == 0 ? "topics" : "topic"
    case 12:
      method = "dismiss"
      params["force"] = .boolean(number(0...1) == 0)
    case 13:
      method = "link.open"
      params["url"] = ["/folders/sent/mails/3", "/folders/x", "/topics/swift", "/nowhere"]
        .randomElement(using: &random).map { .string($0) }
    case 14:
      method = ["history.undo", "history.redo"].randomElement(using: &random) ?? "history.undo"
      params["count"] = .integer(number(1...4))
    case 15:
      method = "history.goto"
      params["seq"] = .integer(number(0...40))
    case 16:
      method = "clock.advance"
      params["by"] = .integer(number(0...100_000))
    default:
      method = "batch"
      params["actions"] = .array(
        (0...1).map { _ in ["action": Self.actions.randomElement(using: &random) ?? .null] })
    }
    if ["dispatch", "push", "pop", "dismiss"].contains(method), number(0...2) == 0 {
      params["at"] = ids.randomElement(using: &random)
    }
    self.params = params
  }

  private static let actions: [JSONValue] = [
    ["type": "search", "query": "Ada"], ["type": "search", "query": ""], ["type": "open", "id": 1],
    ["type": "open", "id": 2], ["type": "write"], ["type": "edit", "text": "Hi"],
    ["type": "edit", "text": ""],
    ["type": "star"], ["type": "answer"], ["type": "older"], ["type": "choose", "name": "swift"],
    ["type": "turn"], ["type": "signIn", "user": "ada"], ["type": "signIn", "user": ""], ["type": "remind"],
    ["type": "nav.reset", "tree": [["folder": ["name": "archive"]], ["message": ["id": 7]]]],
  ]
}
