import Navtree
import Testing

/// What is said of calls, and several calls as one change.
@Suite struct CallTests {
  private func session() throws -> Session { try Session(Flows.counter(), clock: .virtual()) }

  private func error<Result>(_ call: () throws -> Result) -> NavtreeError? {
    #expect(throws: NavtreeError.self, performing: call)
  }

  @Test func anOriginIsTold() throws {
    let session = try session()
    let actions = session.actions
    try session.with(origin: "push-service") {
      try session.send("add")
      try session.with(origin: "user") { _ = try session.push("counter") }
      try session.back()
    }
    try session.send("add")
    #expect(session.history.map(\.origin) == [nil, "push-service", "user", "push-service", nil])
    #expect((0..<4).map { _ in actions.poll()?.origin } == ["push-service", "user", "push-service", nil])
    for wrong in ["", String(repeating: "x", count: 65)] {
      let error = error { try session.with(origin: wrong) { try session.send("add") } }
      #expect(error?.kind == .invalidParams)
      #expect(error?.message == "'origin' must be a text of 1 to 64 bytes")
      #expect(error?.data == ["pointer": "/origin"])
    }
    #expect(session.seq == 4)
  }

  @Test func aHintReachesTransitions() throws {
    let session = try session()
    let transitions = session.transitions()
    try session.with(hint: ["animated": false]) {
      try session.push("counter")
      try session.openWindow("second", "counter")
      try session.closeWindow("second")
      try session.batch { _ = try session.push("counter") }
    }
    try session.back()
    #expect((0..<4).map { _ in transitions.poll()?.hint } == Array(repeating: ["animated": false], count: 4))
    let last = transitions.poll()
    #expect(last?.operation == .pop)
    #expect(last?.hint == nil)
  }

  @Test func anotherChangeThanTheExpectedOneRefusesCalls() throws {
    let session = try session()
    try session.send("add")
    try session.with(ifSeq: 1) { try session.send("add") }
    let error = error { try session.with(ifSeq: 1) { try session.send("add") } }
    #expect(error?.kind == .conflict)
    #expect(error?.message == "the session's last change is 2, not 1")
    #expect(error?.data == ["pointer": "/ifSeq", "seq": 2])
    #expect(session.seq == 2)
    try session.close()
    #expect(self.error { try session.with(ifSeq: 2) {} }?.kind == .closed)
  }

  // MARK: Results

  @Test func aResultReachesTheActionOfTheCall() throws {
    let flow = try Flow(
      yaml: """
        navtree: 1
        flow: asking
        start: list
        screens:
          list:
            state: { said: { type: string, default: "" } }
            slots: { sheet: { presents: [question], style: sheet } }
            actions:
              answered: { payload: { result: string }, set: { said: "${action.result}" } }
              left: { payload: { reason: string }, set: { said: "${action.reason}" } }
          question: { returns: string }
        """)
    let session = try Session(flow, clock: .virtual())
    try session.present("question", then: "answered", otherwise: "left")
    try session.dismiss(result: "yes")
    #expect(session.active?.state["said"] == "yes")
    try session.present("question", then: "answered", otherwise: "left")
    try session.dismiss()
    #expect(session.active?.state["said"] == "dismissed")
    let error = error { try session.present("question", then: "answerd") }
    #expect(error?.kind == .invalidParams)
    #expect(error?.message == "no screen knows the action 'answerd'")
    #expect(error?.hint == "did you mean 'answered'?")
    let unknown = self.error { try session.present("qestion") }
    #expect(unknown?.kind == .unknownScreen)
    #expect(unknown?.data == ["pointer": "/screen", "hint": "did you mean 'question'?"])
  }

  // MARK: Batches

  @Test func aBatchIsOneChange() throws {
    let session = try session()
    let changes = session.changes(at: "/main")
    _ = changes.poll()
    let replies = try session.batch {
      let first = try session.send("add", ["by": 2])
      #expect(session.active?.state["count"] == 2)
      try session.push("counter", ["start": 7])
      let second = try session.send("add")
      return [first, second].map { "\($0.seq) \($0.reply ?? .null)" }
    }
    #expect(replies == ["1 2", "1 8"])
    #expect(session.seq == 1)
    #expect(session.active?.state["count"] == 8)
    #expect(changes.poll()?.seq == 1)
    try session.undo()
    #expect(session.tree.count == 1)
    #expect(session.active?.state["count"] == 0)
  }

  @Test func theFirstFailureUndoesABatch() throws {
    let session = try session()
    let error = error {
      try session.batch {
        try session.send("add")
        _ = try? session.send("add", ["by": "many"])
        // The batch has failed, whatever its closure does.
        try session.send("add")
      }
    }
    #expect(error?.kind == .invalidParams)
    #expect(error?.data["index"] == 1)
    #expect(error?.data["pointer"] == "/actions/1/action/by")
    #expect(session.seq == 0)
    #expect(session.active?.state["count"] == 0)
    #expect(
      self.error { try session.batch { try session.send("add", to: "/main/nowhere") } }?.data["deepest"]
        == "/main")
    try session.send("add")
    #expect(session.active?.state["count"] == 1)
  }

  private struct Own: Error {}

  @Test func whatItsClosureThrowsUndoesABatch() throws {
    let session = try session()
    #expect(throws: Own.self) {
      try session.batch {
        try session.send("add")
        throw Own()
      }
    }
    let mine = error {
      try session.batch {
        try session.send("add")
        throw NavtreeError(.rejected, "not like this")
      }
    }
    #expect(mine?.message == "not like this")
    #expect(session.active?.state["count"] == 0)
    #expect(try session.batch { 7 } == 7)
    #expect(throws: Own.self) { try session.batch { throw Own() } }
    #expect(session.seq == 0)
  }

  @Test func aScreenThatRefusesIsAskedAfterABatch() throws {
    let session = try session()
    try session.push("counter", ["start": 100])
    let error = error {
      try session.batch {
        try session.send("add", to: "/main")
        try session.back()
      }
    }
    #expect(error?.kind == .dismissRefused)
    #expect(session.tree["/main"]?.state["count"] == 0)
    try session.batch { try session.pop(force: true) }
    #expect(session.tree.count == 1)
  }

  @Test func aBatchTakesNothingButActionsAndNavigations() throws {
    let session = try session()
    try session.send("load")
    try session.send("add")
    let refused: [(String, () throws -> Void)] = [
      ("undo", { try session.undo() }), ("advance", { _ = try session.advance(by: 1) }),
      ("answer", { try session.answer(1, ["name": "Ada"]) }),
      ("open a window", { _ = try session.openWindow("second", "counter") }),
      ("batch", { _ = try session.batch { try session.send("add") } }),
      ("broadcast", { _ = try session.broadcast("add", to: "counter") }),
      ("explain", { _ = try session.explain("add") }), ("fork", { _ = try session.fork() }),
      ("flush", { try session.flush() }), ("close", { try session.close() }),
    ]
    for (name, call) in refused {
      let error = error { try session.batch { try call() } }
      #expect(error?.message == "a batch sends actions and navigates", "\(name)")
      #expect(error?.kind == .invalidParams, "\(name)")
    }
    try session.batch {
      #expect(session.actions.poll() == nil)
      #expect(session.transitions().poll() == nil)
    }
    #expect(session.seq == 2)
    #expect(!session.isClosed)
  }

  // MARK: Broadcasts

  @Test func aBroadcastReachesAllScreensOfAType() throws {
    let session = try session()
    try session.push("counter", ["start": 7])
    try session.openWindow("second", "counter", ["start": 9])
    let all = try session.broadcast("add", ["by": 2], to: "counter")
    #expect(all.seq == 3)
    #expect(all.handledBy.map(\.address) == ["/main", "/main/next", "/second"])
    #expect(all.handledBy.map(\.reply) == [2, 9, 11])
    #expect(all.declined.isEmpty)
    let some = try session.broadcast("add", to: "counter", where: "state.count > 5", in: "main")
    #expect(some.handledBy.map { "\($0.address) \($0.screen) \($0.reply ?? .null)" } == ["/main/next #2 10"])
    let none = try session.broadcast("add", to: "counter", where: "false")
    #expect(none.seq == 4)
    #expect(none.handledBy.isEmpty)
  }

  @Test func aBroadcastIsRefusedAsAWhole() throws {
    let session = try session()
    try session.openWindow("second", "counter")
    #expect(error { try session.broadcast("refuse", to: "counter") }?.kind == .rejected)
    let screen = error { try session.broadcast("add", to: "countr") }
    #expect(screen?.kind == .unknownScreen)
    #expect(screen?.data["pointer"] == "/screen")
    let action = error { try session.broadcast("ad", to: "counter") }
    #expect(action?.kind == .notHandled)
    #expect(action?.hint == "did you mean 'add'?")
    let condition = error { try session.broadcast("add", to: "counter", where: "state.") }
    #expect(condition?.kind == .invalidParams)
    #expect(condition?.data["pointer"] == "/where")
    #expect(error { try session.broadcast("add", to: "counter", in: "third") }?.kind == .unknownWindow)
    #expect(session.seq == 1)
  }

  @Test func whoDeclinesABroadcastIsTold() throws {
    let flow = try Flow(
      yaml: """
        navtree: 1
        flow: cards
        start: card
        screens:
          card:
            slots: { next: { presents: [card] } }
            state: { isDone: boolean }
            actions: { hide: { when: state.isDone, set: { isDone: false } } }
          board: { actions: { tidy: {} } }
        """)
    let session = try Session(flow, clock: .virtual())
    let receipt = try session.broadcast("hide", to: "card")
    #expect(receipt.declined.map { "\($0.address) \($0.screen) \($0.reason)" } == ["/main #1 noRuleHolds"])
    let error = error { try session.broadcast("tidy", to: "card") }
    #expect(error?.message == "the type 'card' doesn't declare the action 'tidy'")
    #expect(error?.data["actions"] == ["hide"])
  }

  // MARK: Explanations

  @Test func anExplanationSaysWhatWouldHappen() throws {
    let session = try session()
    try session.send("add")
    let explanation = try session.explain("add", ["by": 2], to: "/main")
    #expect(explanation.handledBy == "/main")
    #expect(explanation.active == "/main")
    #expect(explanation.reply == 3)
    #expect(
      explanation.changed.map { "\($0.address) \($0.screen) \($0.pointers)" } == [
        "/main #1 [\"/state/count\"]"
      ])
    #expect(
      explanation.rules.map { "\($0.address) \($0.screen) \($0.action) \($0.index)" } == ["/main #1 add 0"])
    #expect(explanation.rules.first?.holds == true)
    #expect(explanation.rules.first?.file == "counter.navtree.yaml")
    #expect(explanation.rules.first.map { $0.line > 1 && $0.column > 1 } == true)
    #expect(explanation.patch.value == [["op": "replace", "path": "/state/count", "value": 3]])
    #expect(explanation.error == nil)
    #expect(try session.explain("note").shared == ["/total"])
    #expect(try session.explain("load").asked.map(\.name) == ["fetch"])
    #expect(session.seq == 1)
    #expect(session.active?.state["count"] == 1)
    #expect(session.effectsInFlight.isEmpty)
  }

  @Test func anExplanationSaysWhyNot() throws {
    let flow = try Flow(
      yaml: """
        navtree: 1
        flow: doors
        start: hall
        screens:
          hall:
            slots: { next: { presents: [room] } }
            state: { keys: integer }
            actions:
              open: { when: state.keys > 0, push: room }
          room: { actions: { out: { dismiss: {} } } }
        """)
    let session = try Session(flow, clock: .virtual())
    let explanation = try session.explain("open")
    #expect(explanation.error?.kind == .notHandled)
    #expect(explanation.handledBy == nil)
    #expect(explanation.declined.map(\.reason) == [.noRuleHolds])
    let rule = try #require(explanation.rules.first)
    #expect(rule.when == "state.keys > 0")
    #expect(!rule.holds)
    #expect(rule.parts.map(\.text) == ["state.keys", "state.keys > 0"])
    #expect(rule.parts.map(\.values) == [[0], [false]])
    #expect(try session.explain("opn").error?.hint == "did you mean 'open'?")
    #expect(try session.explain("open", to: "/main/next").error?.kind == .noScreenAt)
    try session.push("room")
    let out = try session.explain("out")
    let row = try #require(out.removed.first)
    #expect([row.id, row.parent] == [Screen.ID(2), Screen.ID(1)])
    #expect([row.screen, row.slot, row.window] == ["room", "next", "main"])
    #expect(out.created.isEmpty)
    try session.close()
    #expect(error { _ = try session.explain("open") }?.kind == .closed)
  }
}
