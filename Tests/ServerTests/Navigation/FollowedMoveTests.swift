import NavtreeJSON
import NavtreeJSONReading
import Testing

/// What is told of screens that stand elsewhere than before, or under another screen.
@Suite struct FollowedMoveTests {
  private static let flow = """
    navtree: 1
    flow: places
    start: { main: page, side: page }
    screens:
      page:
        params: { n: { type: integer, default: 0 } }
        slots: { next: { presents: [page] } }
        computed:
          where: screen.path
          above: "parent == null ? 0 : parent.params.n"
    """

  private let host: Conversation

  init() throws {
    host = try Conversation(flow: Self.flow)
    try host.call("setParams", ["at": "/side", "params": ["n": 5]])
    try host.call("reset", ["at": "/main", "tree": ["page", page(1), page(2)]])
  }

  private func page(_ number: Int) -> JSONValue { ["screen": "page", "params": ["n": .integer(number)]] }

  private func follow(_ params: JSONObject) throws {
    try host.call("subscribe", .object(params.merging(["form": "value"]) { old, _ in old }))
  }

  /// The values that subscriptions are told because of a request, in the order of their numbers.
  private func told(by name: String, _ params: JSONValue) throws -> [JSONValue] {
    let request: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": .string(name), "params": params]
    return try host.send(request.description).split(separator: "\n")
      .map { try JSONValue(parsing: String($0)) }
      .filter { $0["method"] == "state.changed" }.compactMap { $0["params"]?["value"] }
  }

  @Test func aMovedScreenAndAllThatItHoldsAreFollowed() throws {
    try follow(["query": ["screen": "page", "where": "params.n in [1, 2]", "select": "screen.window"]])
    try follow(["at": "#5", "pointer": "/computed/where", "computed": true])
    try follow(["at": "#4", "pointer": "/computed", "computed": true])
    func values(in window: String, above number: Int) -> [JSONValue] {
      let (first, second) = (JSONValue.string("/\(window)/next"), JSONValue.string("/\(window)/next/next"))
      let name = JSONValue.string(window)
      return [
        [["at": first, "id": 4, "value": name], ["at": second, "id": 5, "value": name]], second,
        ["where": first, "above": .integer(number)],
      ]
    }
    let moved = try told(by: "move", ["at": "/main/next", "to": "/side", "in": "next"])
    #expect(moved == values(in: "side", above: 5))
    #expect(try told(by: "history.undo", [:]) == values(in: "main", above: 0))
  }

  @Test func aScreenThatAResetKeepsUnderAnotherIsFollowed() throws {
    try follow(["at": "/main/next/next", "pointer": "/computed/above", "computed": true])
    let tree: JSONValue = ["page", page(7), page(2)]
    #expect(try told(by: "reset", ["at": "/main", "tree": tree, "reuse": true]) == [7])
    #expect(try told(by: "history.undo", [:]) == [1])
  }
}
