import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText
import Testing

/// Actions that only navtree sends: which they are, and that a request is refused.
@Suite struct PrivateActionTests {
  private static let flow = """
    navtree: 1
    flow: till
    start: till
    effects: { charge: { output: { verdict: string }, errors: { code: string } } }
    screens:
      till:
        state: { log: { type: array, items: string, maxItems: 20 } }
        slots: { over: { presents: [slip, note], style: sheet } }
        lifecycle:
          presented: { send: { to: self, action: greeted } }
        actions:
          pay: { effect: { name: charge, done: charged, failed: refused } }
          charged: { set: { /log/-: "${action.output.verdict}" } }
          refused: { payload: { error: object }, set: { /log/-: "${string(action.error.code)}" } }
          ask: { present: { screen: slip, then: signed, otherwise: unsigned } }
          signed: { set: { /log/-: "${action.result}" } }
          unsigned: { private: false, set: { /log/-: "${action.reason}" } }
          wait: { after: { delay: 1s, send: { to: self, action: tick } } }
          tick: { set: { /log/-: tick } }
          greeted: { set: { /log/-: hello } }
          write: { present: note }
          clear: { send: { to: self, action: cleared } }
          cleared: { private: true, set: { log: [] } }
          output: { payload: { output: string }, set: { /log/-: "${action.output}" } }
      slip:
        returns: string
        actions:
          sign: { dismiss: { result: Ada } }
          charged: { when: "screen.id < 0", reply: never }
          total: { send: { to: root, action: totalled } }
      note:
        dismissible: state.asked > 0
        state: { asked: integer }
        actions: { dismissRequested: { private: true, set: { asked: 1 } } }
    actions:
      totalled: { private: true, reply: total }
    """

  private let session: Session
  private var flow: FlowDefinition { session.flow }

  init() throws {
    let loaded = FlowLoader.load(Array(Self.flow.utf8), file: "till")
    session = try Session(try #require(loaded.flow, "\(loaded.diagnostics)"), name: "till", limits: Limits())
  }

  private func action(_ name: String) throws -> Int { try #require(flow.actionNames.index(of: name)) }

  private func dispatch(_ name: String, _ payload: JSONObject? = nil, bubbles: Bool = true) throws {
    let screen = try session.focus(on: nil, window: nil).screen
    try session.dispatch(action(name), payload, to: screen, bubbles: bubbles)
  }

  private func refusal(_ body: () throws -> Void) -> Failure? {
    let seq = session.seq
    defer { #expect(session.seq == seq) }
    do {
      try body()
      return nil
    } catch {
      return error as? Failure
    }
  }

  private var log: JSONValue? {
    session.windows[0].screen(session.windows[0].rootID)?.state.first
  }

  @Test func theFlowSaysWhichActionsArePrivate() throws {
    func names(_ isIncluded: (ActionDefinition) -> Bool) -> [String] {
      let all = flow.screens.flatMap(\.actions.elements) + flow.actions.elements
      return all.filter { isIncluded($0.definition) }.map { flow.actionNames[$0.action] }
    }
    #expect(
      names(\.isPrivate) == ["charged", "refused", "signed", "cleared", "dismissRequested", "totalled"])
    // Those that read nothing are navtree's, too, until the flow says otherwise.
    #expect(names { $0.isNavtrees && !$0.isPrivate } == ["tick", "greeted"])
    #expect(names { $0.senders == .effect } == ["charged", "refused"])
    #expect(names { $0.senders == .screen } == ["signed", "unsigned"])
    #expect(names { $0.senders == .timer } == ["tick"])
    #expect(names { $0.senders == .lifecycle } == ["greeted"])
  }

  @Test func aRequestCannotSendThem() throws {
    let paid: JSONObject = ["output": ["verdict": "paid"]]
    for (name, payload) in [
      ("charged", paid), ("signed", ["result": "Eve"]), ("cleared", [:]), ("totalled", [:]),
    ] {
      let failure = refusal { try dispatch(name, payload) }
      #expect(failure?.kind == .privateAction, "\(name)")
      #expect(failure?.data["at"] == "/main")
      #expect(failure?.data["action"] == .string(name))
    }
    #expect(refusal { try dispatch("charged", paid) }?.data["hint"] == "answer the effect")
    #expect(log == ["hello"])
  }

  @Test func oneAboveAScreenThatDeclinesIsRefusedWhereItIsMet() throws {
    try dispatch("ask")
    #expect(refusal { try dispatch("charged") }?.data["at"] == "/main")
    // The screen's own is public, and declines.
    #expect(refusal { try dispatch("charged", bubbles: false) }?.kind == .notHandled)
  }

  @Test func aPartOfABatchIsRefusedWithTheWhole() throws {
    let failure = refusal {
      try session.batch { () throws(Failure) in
        try session.runPart(0, nil, to: session.windows[0].focus.id)
        try session.runPart(flow.screens[0].actions.elements[1].action, nil, to: session.windows[0].focus.id)
      }
    }
    #expect(failure?.kind == .privateAction)
    #expect(session.owed.isEmpty)
  }

  @Test(arguments: [true, false]) func aBroadcastIsRefusedWhetherOrNotAScreenIsLive(isLive: Bool) throws {
    let screens = isLive ? [session.windows[0].rootID] : []
    let failure = refusal {
      _ = try session.broadcast(.declared(action("cleared"), [:]), to: screens, type: 0, cost: 0)
    }
    #expect(failure?.kind == .privateAction)
  }

  @Test func navtreeAndRulesSendThem() throws {
    try dispatch("pay")
    try session.answer(1, output: ["verdict": "paid"])
    try dispatch("pay")
    try session.fail(2, error: ["code": "declined"])
    try dispatch("ask")
    try dispatch("sign")
    #expect(log == ["hello", "paid", "declined", "Ada"])
    try dispatch("clear")
    #expect(log == [])
  }

  @Test func aScreenIsAskedForItsDismissal() throws {
    try dispatch("write")
    #expect(refusal { try dispatch("dismissRequested") }?.kind == .privateAction)
    func back() throws {
      let screen = try session.focus(on: nil, window: nil).screen
      _ = try session.navigate(.back, at: screen, force: false)
    }
    #expect(throws: Failure.self) { try back() }
    try back()
    #expect(session.windows[0].active == session.windows[0].rootID)
  }

  @Test func thoseThatReadNothingAndThoseThatSaySoArePublic() throws {
    try dispatch("tick")
    try dispatch("unsigned", ["reason": "none"])
    try dispatch("output", ["output": "mine"])
    #expect(log == ["hello", "tick", "none", "mine"])
  }

  @Test func theyAreNotAmongThePossibleActions() {
    let possible = ActionReader(session).actions(of: session.windows[0].focus.id).map {
      flow.actionNames[$0.action]
    }
    #expect(possible == ["pay", "ask", "unsigned", "wait", "tick", "greeted", "write", "clear", "output"])
  }
}
