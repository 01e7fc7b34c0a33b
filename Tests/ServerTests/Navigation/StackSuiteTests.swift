import NavtreeJSON
import OrderedCollections
import Testing
import NavtreeTestSupport

/// One chain, as React Navigation's stack router moves it.
@Suite(.enabled(if: Conformance.has("stack.jsonl"), "no stack.jsonl")) struct StackSuiteTests {
  @Test func aChainMovesAsAStackDoes() throws {
    var passed = 0
    var total = 0
    var left = 0
    for test in try Conformance.tests("stack.jsonl") {
      let steps = test["steps"]?.array ?? []
      let followed = steps.prefix { !NavigationSuite.isLeft($0) }
      left += steps.count - followed.count
      total += followed.count
      var player = try StackPlayer(test)
      for (index, step) in followed.enumerated() {
        if let difference = try player.play(step) {
          Issue.record("\(test["id"]?.string ?? "") step \(index): \(difference)\n  \(step)")
          break
        }
        passed += 1
      }
    }
    print("stack: \(passed)/\(total), left by decision \(left)")
    #expect(passed == total && total > 0)
  }
}

/// A case of the suite, played on a session.
private struct StackPlayer {
  private let conversation: Conversation
  private let identities: [String: Bool]
  /// The number of an instance, by its id.
  private var numbers: [Int: Int] = [:]

  init(_ test: JSONValue) throws {
    let names = NavigationSuite.names(in: test) + ["x"]
    var screens: JSONObject = [:]
    var identities: [String: Bool] = [:]
    for (name, screen) in test["screens"]?.object ?? [:] {
      let hasIdentity = screen["identity"]?.isNull == false
      identities[name] = hasIdentity
      screens[name] = [
        "params": NavigationSuite.fields(Array(OrderedSet(names)), defaults: screen["defaults"]),
        "identity": hasIdentity ? "params.x" : "'same'", "slots": ["next": ["presents": "any"]],
      ]
    }
    self.identities = identities
    let flow: JSONValue = [
      "navtree": 1, "flow": "stack", "start": test["root"] ?? .null, "screens": .object(screens),
    ]
    conversation = try Conversation(flow: flow.description)
    _ = try chain()
  }

  /// The difference after a step, if any.
  mutating func play(_ step: JSONValue) throws -> String? {
    let before = try rows()
    var isHandled = true
    do {
      isHandled = try run(step, chain: before)
    } catch is Conversation.Refusal {
      isHandled = false
    }
    let expected = step["expect"]
    if .boolean(isHandled) != expected?["handled"] { return "handled is \(isHandled)" }
    if !isHandled, try rows() != before { return "refused, and yet something changed" }
    let found = try chain()
    let wanted = (expected?["chain"]?.array ?? []).map {
      JSONValue.object([
        "screen": $0["screen"] ?? .null, "params": NavigationSuite.given($0["params"]), "k": $0["k"] ?? .null,
      ])
    }
    return found == wanted ? nil : "the chain is \(JSONValue.array(found)), not \(JSONValue.array(wanted))"
  }

  private func run(_ step: JSONValue, chain: [JSONValue]) throws -> Bool {
    var params: JSONObject = [:]
    for name in ["screen", "params", "pop", "merge", "count"] { params[name] = step[name] }
    if let sender = step["from"]?.integer {
      params["at"] = .string("/main" + String(repeating: "/next", count: sender))
    }
    switch step["op"]?.string {
    case "push":
      if identities[step["screen"]?.string ?? ""] == true { params["onDuplicate"] = "reuse" }
      _ = try conversation.call("push", .object(params))
    case "popTo":
      params["otherwise"] = "replace"
      _ = try conversation.call("popTo", .object(params))
    case "replaceParams":
      params["replace"] = true
      _ = try conversation.call("setParams", .object(params))
    case "back":
      return try conversation.call("back", .object(params))["handled"] == true
    case "reset":
      let tree = (step["chain"]?.array ?? []).map {
        JSONValue.object([$0["screen"]?.string ?? "": $0["params"] ?? [:]])
      }
      _ = try conversation.call("reset", ["tree": .array(tree)])
    case let operation:
      _ = try conversation.call(operation ?? "", .object(params))
    }
    return true
  }

  private func rows() throws -> [JSONValue] {
    try conversation.call("state.get", ["at": "/main", "flat": true]).array ?? []
  }

  private mutating func chain() throws -> [JSONValue] {
    try rows().map { row in
      let id = row["id"]?.integer ?? 0
      let number = numbers[id] ?? numbers.count
      numbers[id] = number
      return [
        "screen": row["screen"] ?? .null, "params": NavigationSuite.given(row["params"]),
        "k": .integer(number),
      ]
    }
  }
}
