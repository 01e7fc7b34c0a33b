import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import Testing

/// Scenarios as values: what each verb does, and what each expectation finds.
struct RunningTests {
  private static let ada: JSONValue = ["items": [["id": 1, "name": "Ada"]], "cursor": nil]

  @Test func aWholeScenarioPasses() throws {
    var script = Script(try specFlow("social"))
    try script.stub("fetchUsers", .output(["items": [], "cursor": nil]), when: "input.source == 'followers'")
    try script.stub("fetchUsers", .output(Self.ada))
    try script.step(.act(action: "select", payload: ["index": 0]), at: "/main") {
      $0.active = $1.expected("/main/detail")
      $0.screens = [
        .init(
          path: "/main/detail", location: $1.place,
          screen: $1.expected(["params": ["user": ["id": 1]]])),
        .init(path: "/main/detail/list", location: $1.place, screen: nil),
      ]
    }
    try script.step(.act(action: "follow", payload: [:])) {
      $0.reply = $1.expected("Ada followed")
      $0.that = [try $1.condition("shared.followed == {'1': true}")]
      $0.changed = .init(location: $1.place, extent: .exactly)
      $0.within = .init(location: $1.place, changes: 1)
      $0.effects = .init(location: $1.place, requests: [])
    }
    try script.step(.act(action: "follow", payload: [:])) {
      $0.error = .init(data: $1.expected(["kind": "rejected"]), message: "already$")
      $0.changed = .init(location: $1.place, extent: .nothing)
    }
    try script.step(.act(action: "showFollowers", payload: [:])) {
      $0.effects = .init(
        location: $1.place,
        requests: [
          .init(name: "fetchUsers", location: $1.place, members: $1.expected(["input": ["of": 1]]))
        ])
      $0.state = nil
    }
    try script.step(.back) { $0.active = $1.expected("/main/detail") }
    script.scenario.ends = .init(location: script.place, owesNothing: true)
    #expect(script.failures() == [])
    #expect(
      script.run().steps.map(\.sentence) == [
        #"do select {"index":0} at /main"#, "do follow", "do follow", "do showFollowers", "back",
      ])
  }

  @Test(arguments: [0, 1]) func whatMustAlwaysHoldIsCheckedBeforeTheFirstStep(steps: Int) throws {
    var script = Script(try specFlow("social"))
    script.scenario.always = [try script.condition("screens.size() == 2")]
    try script.stub("fetchUsers", .output(Self.ada))
    // It would hold after the step.
    if steps > 0 { try script.step(.act(action: "select", payload: ["index": 0]), at: "/main") }
    let result = script.run()
    #expect(result.failures.map(\.kind) == ["always"])
    #expect(result.steps.isEmpty)
  }

  @Test func eachExpectationFindsItsFault() throws {
    var script = Script(try specFlow("social"))
    try script.stub("fetchUsers", .output(Self.ada))
    try script.step(.act(action: "select", payload: ["index": 0]), at: "/main") {
      $0.active = $1.expected("/main")
      $0.state = $1.expected(["count": 1, "query": ""])
      $0.screens = [
        .init(path: "/main/detail", location: $1.place, screen: nil),
        .init(
          path: "/main", location: $1.place,
          screen: $1.expected(["screen": "userDetail", "computed": ["heading": "x"], "params": ["of": 2]])
        ),
        .init(path: "/main/filter", location: $1.place, screen: $1.expected([:])),
      ]
      $0.tree = $1.expected("/main\n")
      $0.effects = .init(
        location: $1.place,
        requests: [.init(name: "fetchUsers", location: $1.place, members: $1.expected([:]))])
      $0.reply = $1.expected(1)
      $0.that = [try $1.condition("size(screens) == 1 || size(shared.followed) > 0")]
      $0.changed = .init(location: $1.place, extent: .nothing)
      $0.within = .init(location: $1.place, changes: 0)
    }
    #expect(
      script.failures() == [
        "1 active: the active screen is /main/detail, not /main",
        #"  : "/main", "/main/detail""#,
        "1 state: the state of userList #1 at /main differs",
        "  /count: 1, 0",
        "1 screens: a screen is at /main/detail: userDetail #2 at /main/detail",
        "1 screens: userList #1 at /main differs",
        #"  /screen: "userDetail", "userList""#,
        #"  /computed/heading: "x", "Everyone""#,
        "  /params/of: 2, null",
        "1 screens: there is no screen at /main/filter",
        "1 tree: the tree is another one",
        #"  : "/main\n", "/main\n| userList #1  (hidden)\n| detail: userDetail #2  <- active\n""#,
        "1 effects: effect 1 is none, not fetchUsers",
        #"  : ["fetchUsers"], []"#,
        "1 reply: the reply is missing",
        "  : 1, nothing",
        "1 that: 'size(screens) == 1 || size(shared.followed) > 0' doesn't hold: screens is a list of 2, size(screens) is 2, size(screens) == 1 is false, shared.followed is {}, size(shared.followed) is 0, size(shared.followed) > 0 is false",
        "1 changed: something has changed",
        #"  /main/detail: nothing, "userDetail""#,
        "1 within: 1 change, more than 0",
        "  : 0, 1",
      ])
  }
}
