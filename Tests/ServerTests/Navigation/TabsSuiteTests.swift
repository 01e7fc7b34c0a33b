import NavtreeJSON
import OrderedCollections
import Testing
import NavtreeTestSupport

/// One set of tabs, as React Navigation's tab router moves it.
@Suite(.enabled(if: Conformance.has("tabs.jsonl"), "no tabs.jsonl")) struct TabsSuiteTests {
  @Test func tabsGoBackInSixWays() throws {
    var passed = 0
    var total = 0
    var left = 0
    for test in try Conformance.tests("tabs.jsonl") {
      let steps = test["steps"]?.array ?? []
      let followed = steps.prefix { !NavigationSuite.isLeft($0) }
      left += steps.count - followed.count
      total += followed.count
      let conversation = try Conversation(flow: flow(of: test).description)
      for (index, step) in followed.enumerated() {
        if let difference = try play(step, conversation) {
          Issue.record("\(test["id"]?.string ?? "") step \(index): \(difference)\n  \(step)")
          break
        }
        passed += 1
      }
    }
    print("tabs: \(passed)/\(total), left by decision \(left)")
    #expect(passed == total && total > 0)
  }

  private func flow(of test: JSONValue) -> JSONValue {
    let names = NavigationSuite.names(in: test)
    var tabs: JSONObject = [:]
    var screens: JSONObject = [:]
    for tab in (test["tabs"]?.array ?? []).compactMap(\.string) {
      tabs[tab] = ["screen": .string(tab)]
      screens[tab] = [
        "params": NavigationSuite.fields(names, defaults: test["defaults"]?[tab]), "identity": "'same'",
      ]
    }
    var shell: JSONObject = [
      "kind": "tabs", "tabs": .object(tabs), "back": test["back"] ?? .null, "lazy": false,
    ]
    if let initial = test["initial"]?.string { shell["selected"] = .string(initial) }
    screens["shell"] = .object(shell)
    return ["navtree": 1, "flow": "tabs", "start": "shell", "screens": .object(screens)]
  }

  private func play(_ step: JSONValue, _ conversation: Conversation) throws -> String? {
    var isHandled = true
    do {
      isHandled = try run(step, conversation)
    } catch is Conversation.Refusal {
      isHandled = false
    }
    let expected = step["expect"]
    if .boolean(isHandled) != expected?["handled"] { return "handled is \(isHandled)" }
    let state = try conversation.call("state.get", ["at": "/main"])
    if state["selected"] != expected?["selected"] { return "\(state["selected"] ?? .null) is selected" }
    for (tab, wanted) in expected?["params"]?.object ?? [:] {
      let found = NavigationSuite.given(state["slots"]?[tab]?["params"])
      if found != NavigationSuite.given(wanted) { return "'\(tab)' has \(found), not \(wanted)" }
    }
    return nil
  }

  private func run(_ step: JSONValue, _ conversation: Conversation) throws -> Bool {
    var params: JSONObject = [:]
    for name in ["screen", "params", "merge"] { params[name] = step[name] }
    switch step["op"]?.string {
    case "select":
      params["tab"] = step["tab"]
      _ = try conversation.call("select", .object(params))
    case "setParams":
      params["at"] = .string("/main/" + (step["tab"]?.string ?? ""))
      _ = try conversation.call("setParams", .object(params))
    case "back":
      return try conversation.call("back")["handled"] == true
    case let operation:
      _ = try conversation.call(operation ?? "", .object(params))
    }
    return true
  }
}
