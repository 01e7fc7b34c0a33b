import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import NavtreeServer
import Testing

/// The verbs of steps beside plain actions.
struct VerbTests {
  /// A form whose saving is an effect, a clock and a badge.
  private static let yaml = """
    navtree: 1
    flow: desk
    start: form
    shared: { unread: integer, log: { type: array, items: string, maxItems: 100, default: [] } }
    effects:
      save: { input: { text: string }, output: { id: integer } }
      sign: { input: { text: string, pin: { type: string, sensitive: true, default: "1234" } } }
      poll: { output: { unread: integer } }
    invariants:
      few: { always: shared.unread < 9 }
      never: { always: shared.unread != 7, enforce: true }
    links:
      - { url: "/notes/{id:integer}", opens: [form, { note: { id: "${link.id}" } }] }
      - { url: "/inbox", opens: [form, { note: { id: 1 } }], when: shared.unread > 0, otherwise: form }
    screens:
      form:
        state: { text: string, saved: integer, secret: { type: string, sensitive: true } }
        slots: { note: { presents: [note] } }
        actions:
          type: { payload: { text: string }, set: { text: "${action.text}", secret: "${action.text}" } }
          save: { effect: { name: save, with: { text: "${state.text}" }, done: saved, failed: failed } }
          saved: { set: { saved: "${action.output.id}" } }
          sign: { effect: { name: sign, with: { text: "${state.text}" } } }
          failed: { set: { text: "${string(action.error.kind)}" } }
          poll: { effect: { name: poll, done: polled } }
          polled:
            shared: { unread: "${action.output.unread}", /log/-: "poll" }
            after: { delay: 1s, key: poll, send: poll }
          later: { after: { delay: 300ms, send: { action: note, with: { text: timer } } } }
          note: { payload: { text: string }, shared: { /log/-: "${action.text}" } }
          doomed: { after: { delay: 1s, send: refuse } }
          refuse: { reject: not now }
          set: { payload: { unread: integer }, shared: { unread: "${action.unread}" } }
          open: { present: { screen: note, params: { id: 7 } } }
      note:
        params: { id: integer }
        actions: { close: { dismiss: true } }
    """

  private func script() throws -> Script { Script(try flow(Self.yaml)) }

  @Test func anAnswerGoesToTheOldestOwedEffect() throws {
    var script = try script()
    try script.step(.act(action: "type", payload: ["text": "one"]))
    try script.step(.act(action: "save", payload: [:]))
    try script.step(.act(action: "save", payload: [:])) {
      $0.effects = .init(
        location: $1.place,
        requests: [
          .init(
            name: "save", location: $1.place,
            members: $1.expected(["input": ["text": "one"], "at": "/main", "key": "desk-2"]))
        ])
    }
    try script.step(.answer(.init(effect: "save", key: nil, outcome: .output(["id": 1])))) {
      $0.state = $1.expected(["saved": 1])
    }
    try script.step(
      .answer(.init(effect: "save", key: "desk-2", outcome: .error(["kind": "offline"]))), at: "/main"
    ) {
      $0.state = $1.expected(["saved": 1, "text": "offline"])
    }
    #expect(script.failures() == [])
    try script.step(.answer(.init(effect: "save", key: nil, outcome: .output(["id": 3]))))
    #expect(script.failures() == ["6 step: no effect 'save' is owed"])
    #expect(script.run().failures[0].hint == "no effect is owed")
  }

  @Test func whatIsOwedIsToldWithoutSecrets() throws {
    var script = try script()
    try script.step(.act(action: "sign", payload: [:]))
    try script.step(.act(action: "later", payload: [:]))
    try script.step(.act(action: "poll", payload: [:]))
    try script.step(.answer(.init(effect: "poll", key: nil, outcome: .never)))
    script.scenario.ends = .init(location: Script.place(9), owesNothing: true)
    let signed = #"sign {"text":"","pin":"***"} at /main"#
    #expect(
      script.failures() == [
        "9 ends: 2 things are left: \(signed), a timer for 'note' at /main, due in 300ms"
      ])
    #expect(
      script.run().scene?.owed == [signed, "poll {} at /main", "a timer for 'note' at /main, due in 300ms"])
  }

  @Test func anEffectThatAStepAnswersIsNotStubbed() throws {
    var script = try script()
    try script.stub("save", .output(["id": 1]))
    try script.step(.act(action: "save", payload: [:])) { $0.state = $1.expected(["saved": 0]) }
    try script.step(.answer(.init(effect: "save", key: nil, outcome: .output(["id": 2])))) {
      $0.state = $1.expected(["saved": 2])
    }
    #expect(script.failures() == [])
  }

  @Test func aStubAnswersBeforeTheExpectationUnlessItWaits() throws {
    var script = try script()
    try script.stub("save", .output(["id": 1]), when: "input.text == 'x'")
    try script.stub("save", .output(["id": 2]), when: "at == '/main'", after: 300)
    try script.step(.act(action: "save", payload: [:])) { $0.state = $1.expected(["saved": 0]) }
    try script.step(.advance(299)) { $0.state = $1.expected(["saved": 0]) }
    try script.step(.advance(1)) { $0.state = $1.expected(["saved": 2]) }
    try script.step(.act(action: "type", payload: ["text": "x"]))
    try script.step(.act(action: "save", payload: [:])) { $0.state = $1.expected(["saved": 1]) }
    #expect(script.failures() == [])
  }

  @Test func timersRunBeforeStubsAtTheSameInstant() throws {
    var script = try script()
    try script.stub("poll", .output(["unread": 1]), after: 300)
    try script.step(.act(action: "poll", payload: [:]))
    try script.step(.act(action: "later", payload: [:]))
    try script.step(.advance(300)) {
      $0.that = [try $1.condition("shared.log == ['timer', 'poll']")]
      $0.within = .init(location: $1.place, changes: 2)
    }
    // The timer of the answer asks again, each second, and the stub answers each time 300 ms later.
    try script.step(.advance(2600)) { $0.that = [try $1.condition("size(shared.log) == 4")] }
    #expect(script.failures() == [])
  }

  private static let polling = """
    navtree: 1
    flow: polling
    start: home
    effects: { poll: {} }
    shared: { count: integer }
    screens:
      home:
        actions:
          poll: { effect: { name: poll, done: polled } }
          polled: { shared: { count: "${shared.count + 1}" }, after: { delay: 2s, send: poll } }
    """

  @Test(arguments: [0, 1000]) func stubsMayAnswerAsOftenAsTimePasses(after delay: Int) throws {
    var script = Script(try flow(Self.polling))
    try script.stub("poll", .output([:]), after: delay)
    try script.step(.act(action: "poll", payload: [:]))
    let times = 1500
    try script.step(.advance(times * (2000 + delay))) {
      $0.that = [try $1.condition("shared.count == \(delay == 0 ? times + 1 : times)")]
    }
    #expect(script.failures() == [])
  }

  @Test func timersAndStubsOfAStepAreLimitedTogether() throws {
    var script = Script(try flow(Self.polling))
    try script.stub("poll", .output([:]), after: 1)
    try script.step(.act(action: "poll", payload: [:]))
    try script.step(.advance(3_600_000)) {
      $0.error = .init(data: $1.expected(["kind": "limitExceeded", "limit": "firings"]))
      $0.that = [try $1.condition("shared.count == 6")]
    }
    var limits = Limits()
    limits[.firings] = 10
    #expect(script.run(limits: limits).failures.map(\.message) == [])
  }

  @Test func stubsThatAnswerWithoutEndFailTheStep() throws {
    var script = Script(
      try flow(
        """
        navtree: 1
        flow: loop
        start: home
        effects: { ask: {} }
        screens:
          home:
            actions:
              go: { effect: { name: ask, done: again } }
              again: { effect: { name: ask, done: again } }
        """))
    try script.stub("ask", .output([:]))
    try script.step(.act(action: "go", payload: [:]))
    #expect(script.failures() == ["1 step: the stubs gave more than 1000 answers in this step"])
  }

  @Test func aStubWhoseAnswerIsRefusedFailsTheStep() throws {
    var script = try script()
    try script.stub("save", .output(["id": "seven"]))
    try script.step(.act(action: "save", payload: [:]))
    #expect(
      script.failures() == [
        "1 stubs: the answer of a stub to 'save' is refused: output of 'save': 'id' must be an integer, not a string"
      ])
  }

  @Test func aTimerThatFailsAndABrokenInvariantFailTheStepUnlessExpected() throws {
    var script = try script()
    try script.step(.act(action: "doomed", payload: [:]))
    try script.step(.advance(1000))
    #expect(script.failures() == ["2 log: an error is logged: a timer's change failed: not now"])
    script.scenario.steps.removeLast()
    try script.step(.advance(1000)) { $0.logs = [$1.expected("/not now$/")] }
    try script.step(.act(action: "set", payload: ["unread": 10])) { $0.broken = [$1.expected("few")] }
    try script.step(.act(action: "set", payload: ["unread": 7])) {
      $0.error = .init(data: $1.expected(["kind": "invariantBroken", "invariant": "never"]))
    }
    #expect(script.failures() == [])
    try script.step(.act(action: "set", payload: ["unread": 11]))
    #expect(
      script.failures() == [
        "5 broken: the invariant 'few' doesn't hold: 'shared.unread < 9', shared.unread is 11"
      ])
  }

  @Test func aKilledSessionGoesOnFromItsStore() throws {
    var script = try script()
    script.scenario.clock = 1_000
    try script.stub("poll", .output(["unread": 2]), after: 200)
    try script.step(.act(action: "type", payload: ["text": "draft"]))
    try script.step(.save("there"))
    try script.step(.act(action: "save", payload: [:]))
    try script.step(.act(action: "poll", payload: [:]))
    try script.step(.advance(150))
    try script.step(.kill) {
      $0.state = $1.expected(["text": "draft"])
      $0.effects = .init(
        location: $1.place,
        requests: [
          .init(name: "save", location: $1.place, members: $1.expected(["key": "desk-1", "again": true])),
          .init(name: "poll", location: $1.place, members: $1.expected(["key": "desk-2", "again": true])),
        ])
    }
    // The delay of the stub begins anew.
    try script.step(.advance(199)) {
      $0.that = [try $1.condition("shared.unread == 0 && now == timestamp('1970-01-01T00:00:01.349Z')")]
    }
    try script.step(.advance(1)) { $0.that = [try $1.condition("shared.unread == 2")] }
    try script.step(.answer(.init(effect: "save", key: nil, outcome: .output(["id": 5])))) {
      $0.state = $1.expected(["saved": 5])
    }
    try script.step(.restore("there")) {
      $0.state = nil
      $0.screens = [
        .init(
          path: "/main", location: $1.place, screen: $1.expected(["state": ["text": "draft", "saved": 0]]))
      ]
      $0.that = [try $1.condition("shared.unread == 0")]
    }
    #expect(script.failures() == [])
    try script.step(.restore("elsewhere"))
    #expect(script.failures() == ["11 step: nothing was saved as 'elsewhere'"])
  }

  @Test func windowsAndLinksGoThroughTheProtocol() throws {
    var script = try script()
    try script.step(.open(url: "/notes/3", params: [:])) {
      $0.active = $1.expected("/main/note")
      $0.screens = [
        .init(
          path: "/main/note", location: $1.place,
          screen: $1.expected(["params": ["id": 3], "screen": "note"]))
      ]
    }
    try script.step(.back) { $0.active = $1.expected("/main") }
    try script.step(
      .window(method: "window.open", params: ["window": "second", "screen": "note", "params": ["id": 1]])
    ) {
      $0.active = $1.expected("/second")
    }
    try script.step(.act(action: "type", payload: ["text": "a"]), at: "/main") {
      $0.active = $1.expected("/main")
    }
    try script.step(.window(method: "window.close", params: ["window": "second"])) {
      $0.screens = [.init(path: "/second", location: $1.place, screen: nil)]
      $0.changed = .init(location: $1.place, extent: .exactly)
    }
    try script.step(.open(url: "/nowhere", params: [:])) {
      $0.error = .init(data: $1.expected(["kind": "noSuchLink"]))
    }
    try script.step(.open(url: "/inbox", params: [:]))
    script.scenario.ends = .init(location: Script.place(9), owesNothing: true)
    #expect(script.failures() == ["9 ends: 1 thing is left: the waiting link /inbox"])
  }

  @Test func aNavigationIsAnActionToo() throws {
    var script = try script()
    try script.step(.act(action: "nav.push", payload: ["screen": "note", "params": ["id": 4]])) {
      $0.active = $1.expected("/main/note")
    }
    #expect(script.failures() == [])
  }

  @Test func aScenarioBeginsWithWhatIsGiven() throws {
    var script = try script()
    script.scenario.given.link = "/notes/5"
    script.scenario.given.shared = ["unread": 3]
    script.scenario.given.part = [Step(location: Script.place(50), verb: .act(action: "close", payload: [:]))]
    try script.step(.advance(0)) {
      $0.active = $1.expected("/main")
      $0.that = [try $1.condition("shared.unread == 3")]
    }
    #expect(script.failures() == [])
    script.scenario.steps = []
    script.scenario.given = .init()
    script.scenario.given.tree = script.expected([
      "screen": "form", "slots": ["note": ["screen": "note", "params": ["id": 1]]],
    ])
    try script.step(.act(action: "close", payload: [:])) { $0.active = $1.expected("/main") }
    #expect(script.failures() == [])
    script.scenario.given.tree = script.expected(["screen": "nothing"])
    #expect(
      script.failures().first?.contains(
        "given: the session can't begin with this tree: no screen named 'nothing'") == true)
    script.scenario.given = .init()
    script.scenario.given.link = "/nowhere"
    #expect(script.failures().first?.hasPrefix("0 given: the session can't begin: ") == true)
  }

  @Test func changedExactlyWantsEachChangeNamedAndEachNamedChanged() throws {
    var script = try script()
    try script.step(.act(action: "type", payload: ["text": "a"])) {
      $0.state = $1.expected(["text": "a", "saved": 0])
      $0.changed = .init(location: $1.place, extent: .exactly)
    }
    #expect(
      script.failures() == [
        "1 changed: something has changed that this step doesn't name",
        #"  /main/state/secret: "***", "***""#,
        "1 changed: /main/state/saved hasn't changed",
      ])
    script.scenario.steps = []
    try script.step(.act(action: "open", payload: [:])) {
      $0.changed = .init(location: $1.place, extent: .exactly)
    }
    #expect(
      script.failures() == [
        "1 changed: something has changed that this step doesn't name", #"  /main/note: nothing, "note""#,
      ])
    script.scenario.steps = []
    try script.step(.act(action: "open", payload: [:])) {
      $0.active = $1.expected("/main/note")
      $0.changed = .init(location: $1.place, extent: .exactly)
    }
    try script.step(.back) {
      $0.changed = .init(location: $1.place, extent: .exactly)
      $0.screens = [
        .init(path: "/main/note", location: $1.place, screen: nil),
        .init(path: "/main/other", location: $1.place, screen: nil),
      ]
    }
    #expect(script.failures() == ["2 changed: no screen was removed at /main/other"])
  }

  @Test func anObservedStepSaysTheLeastThatPinsIt() throws {
    var script = try script()
    try script.step(.act(action: "type", payload: ["text": "a"]))
    try script.step(.act(action: "sign", payload: [:]))
    try script.step(.act(action: "set", payload: ["unread": 4]))
    try script.step(.act(action: "open", payload: [:]))
    try script.step(.back)
    try script.step(.act(action: "set", payload: ["unread": 7]))
    let observations = script.run(observes: true).steps.map {
      "\(JSONValue.object($0.observation?.expectation ?? [:]))"
    }
    #expect(
      observations == [
        #"{"active":"/main","screens":{"/main":{"state":{"text":"a","secret":"***"}}},"effects":[]}"#,
        #"{"active":"/main","effects":[{"name":"sign","input":{"text":"a","pin":"***"}}]}"#,
        #"{"active":"/main","shared":{"unread":4},"effects":[]}"#,
        #"{"active":"/main/note","screens":{"/main/note":{"screen":"note","params":{"id":7}}},"effects":[]}"#,
        #"{"active":"/main","screens":{"/main/note":null},"effects":[]}"#,
        #"{"error":"invariantBroken","active":"/main"}"#,
      ])
  }

  @Test func theSharedStateIsNamedByItsMembers() throws {
    var script = try script()
    try script.step(.act(action: "note", payload: ["text": "a"])) {
      $0.shared = $1.expected(["log": ["a"], "unread": 0])
      $0.changed = .init(location: $1.place, extent: .exactly)
    }
    #expect(script.failures() == ["1 changed: shared/unread hasn't changed"])
    script.scenario.steps = []
    try script.step(.act(action: "note", payload: ["text": "a"])) {
      $0.shared = $1.expected(["unread": 1])
      $0.changed = .init(location: $1.place, extent: .exactly)
    }
    #expect(
      script.failures() == [
        "1 shared: the shared state differs", "  /unread: 1, 0",
        "1 changed: something has changed that this step doesn't name", #"  shared/log: [], ["a"]"#,
        "1 changed: shared/unread hasn't changed",
      ])
  }

  @Test func itemsOfListsAreComparedByTheirNamedMembers() throws {
    var script = Script(try specFlow("social"))
    let people: JSONValue = [["id": 1, "name": "Ada"], ["id": 2, "name": "Bob"]]
    try script.stub("fetchUsers", .output(["items": people, "cursor": nil]))
    try script.step(.advance(0)) { $0.state = $1.expected(["items": [["name": "Ada"], [:]]]) }
    #expect(script.failures() == [])
    try script.step(.advance(0)) { $0.state = $1.expected(["items": [["name": "Ada"], ["id": 3]]]) }
    #expect(
      script.failures() == ["2 state: the state of userList #1 at /main differs", "  /items/1/id: 3, 2"])
    script.scenario.steps = []
    try script.step(.advance(0)) { $0.state = $1.expected(["items": [[:]]]) }
    #expect(script.failures().count == 2)
  }

  @Test func aStubGivesAnAnswerRightBeforeTheLastOne() throws {
    var script = Script(
      try flow(
        """
        navtree: 1
        flow: pages
        start: home
        effects: { load: { output: { page: integer }, next: { page: integer } } }
        screens:
          home:
            state: { pages: { type: array, items: integer, maxItems: 9 } }
            slots: { note: { presents: [note] } }
            actions:
              go: { effect: { name: load, next: got, done: got, failed: got } }
              got: { set: { /pages/-: "${action.?output.page.orValue(0)}" } }
              open: { present: note }
          note:
            actions:
              go: { effect: { name: load, next: got, done: got } }
              got: { dismiss: true }
        """))
    let place = Script.place(9)
    script.scenario.stubs = [
      Stub(
        effect: "load", location: place, when: nil, outcome: .output(["page": 2]), next: ["page": 1], after: 0
      )
    ]
    try script.step(.act(action: "go", payload: [:])) {
      $0.state = $1.expected(["pages": [1, 2]])
      $0.within = .init(location: $1.place, changes: 3)
    }
    // The first answer removes the screen that asked.
    try script.step(.act(action: "open", payload: [:]))
    try script.step(.act(action: "go", payload: [:])) { $0.active = $1.expected("/main") }
    script.scenario.ends = .init(location: place, owesNothing: true)
    #expect(script.failures() == [])
  }

  @Test func aGivenTreeAndAPartThatIsGivenOutliveAKill() throws {
    var script = try script()
    script.scenario.given.tree = script.expected([
      "screen": "form", "slots": ["note": ["screen": "note", "params": ["id": 1]]],
    ])
    try script.step(.kill) { $0.active = $1.expected("/main/note") }
    #expect(script.failures() == [])
    script.scenario.given = .init()
    script.scenario.given.part = [
      Step(location: Script.place(50), verb: .act(action: "open", payload: [:])),
      Step(location: Script.place(51), verb: .kill),
    ]
    script.scenario.steps = []
    try script.step(.back) { $0.active = $1.expected("/main") }
    #expect(script.failures() == [])
  }

  @Test func aGivenTreeTakesThePlaceOfTheWholeWindow() throws {
    var script = Script(
      try flow(
        """
        navtree: 1
        flow: desks
        start: home
        screens:
          home: { kind: tabs, tabs: { one: desk, two: desk } }
          desk: { state: { open: boolean }, actions: { open: { set: { open: true } } } }
        """))
    script.scenario.given.tree = script.expected([
      "screen": "home", "slots": ["two": ["screen": "desk", "state": ["open": true]]], "selected": "two",
    ])
    try script.step(.advance(0)) {
      $0.active = $1.expected("/main/two")
      $0.state = $1.expected(["open": true])
    }
    #expect(script.failures() == [])
  }

  @Test func aGivenSnapshotGoesOnAtTheClock() throws {
    var script = try script()
    script.scenario.given.snapshot = try snapshot(after: "later", at: 5_000, in: script.flow)
    try script.step(.advance(300)) {
      $0.that = [try $1.condition("now == timestamp('1970-01-01T00:00:05.300Z') && shared.log == ['timer']")]
    }
    #expect(script.failures() == [])
    script.scenario.clock = 60_000
    script.scenario.steps = []
    try script.step(.advance(299)) { $0.shared = $1.expected(["log": []]) }
    try script.step(.advance(1)) {
      $0.that = [try $1.condition("now == timestamp('1970-01-01T00:01:00.300Z') && shared.log == ['timer']")]
    }
    #expect(script.failures() == [])
  }

  /// A session's snapshot after an action.
  private func snapshot(after action: String, at instant: Int, in flow: FlowDefinition) throws -> JSONValue {
    let server = NavtreeServer(clock: .virtual) { _ in .failure(.init(message: "there are no files")) }
    server.add(flow)
    _ = try server.open(flow, as: flow.name, clock: .virtual, now: instant)
    _ = try server.request("dispatch", ["session": .string(flow.name), "action": ["type": .string(action)]])
    return try server.request("snapshot.save", ["session": .string(flow.name)])
  }

  @Test func severalWindowsNeedAnAddress() throws {
    var script = try script()
    try script.step(.window(method: "window.open", params: ["window": "second", "screen": "form"]))
    for verb in [
      Step.Verb.back, .act(action: "open", payload: [:]), .act(action: "nav.popToRoot", payload: [:]),
    ] {
      try script.step(verb)
      #expect(script.run().failures.map(\.hint) == ["say it with 'at'; the windows are main, second"])
      script.scenario.steps.removeLast()
    }
    try script.step(.back, at: "/second") { $0.error = .init(data: $1.expected(["kind": "nothingToGoBack"])) }
  }

  @Test func aClockThatIsStoppedByALimitIsAnError() throws {
    var script = Script(
      try flow(
        """
        navtree: 1
        flow: loop
        start: home
        screens:
          home:
            actions:
              spin: { after: { delay: 0ms, send: spin } }
        """))
    try script.step(.act(action: "spin", payload: [:]))
    try script.step(.advance(1)) {
      $0.error = .init(data: $1.expected(["kind": "limitExceeded", "limit": "firings"]))
    }
    var limits = Limits()
    limits[.firings] = 10
    #expect(script.run(limits: limits).failures.map(\.message) == [])
  }

  @Test func aRefusedActionTellsTheRulesThatItMet() throws {
    var script = Script(try specFlow("social"))
    try script.stub("fetchUsers", .output(["items": [], "cursor": nil]))
    try script.step(.act(action: "select", payload: ["index": 3]))
    let result = script.run()
    #expect(
      script.failures() == ["1 error: the step is refused: no such row", #"  /kind: nothing, "rejected""#])
    #expect(result.scene?.rules.map { $0["when"] ?? .null } == ["action.index < size(state.items)", nil])
    #expect(result.scene?.outline == "/main\n| userList #1  <- active\n")
  }
}
