import NavigationTree
import NavtreeEngine
import NavtreeExploring
import NavtreeFlow
import NavtreeJSON
import NavtreeTestSupport
import NavtreeText
import Testing

/// The shortest ways of sessions.
struct PlanTests {
  private static func plan(_ flow: FlowDefinition, to target: String, states: Int = 400) throws -> [String] {
    let session = try searching(flow)
    var bounds = Plan.Bounds()
    bounds.states = states
    let plan = Plan(session, to: try PlanTarget(target, in: flow), bounds)
    return [plan.verdict.rawValue] + plan.moves.map { $0.text(of: flow) }
  }

  private static let lock = """
    navtree: 1
    flow: lock
    start: door
    shared: { a: boolean, b: boolean, tries: integer, secret: { type: string, sensitive: true, default: s } }
    links:
      - { url: "/vault", opens: vault, when: shared.a && shared.b, otherwise: door }
    effects:
      check: { output: { ok: boolean } }
    screens:
      door:
        slots: { next: { presents: [hall] } }
        actions:
          a: { shared: { a: true } }
          b: { when: shared.a, effect: { name: check, done: checked, policy: leading } }
          checked: { when: action.output.ok, shared: { b: true } }
          enter: { when: shared.b, cancel: go, after: { delay: 5s, key: go, send: go } }
          go: { present: { screen: hall, ifOccupied: ignore } }
          fail: { shared: { tries: "${shared.tries + 1}" } }
      hall: {}
      vault: {}
    """

  private static let hall = [
    "a at /main", "b at /main", "check of /main answers { ok: true }", "enter at /main", "5s later",
  ]

  private static let cases: [(target: String, plan: [String])] = [
    ("screen:door", ["reached"]),
    ("at:/main", ["reached"]),
    ("shared.a", ["reached", "a at /main"]),
    (
      "shared.b",
      ["reached", "a at /main", "b at /main", "check of /main answers { ok: true }"]
    ),
    // The timer's action isn't the user's to send.
    ("screen:hall", ["reached"] + hall),
    ("active == '/main/next'", ["reached"] + hall),
    (
      "link:/vault",
      ["reached", "a at /main", "b at /main", "check of /main answers { ok: true }", "open /vault"]
    ),
    ("screens.exists(s, s.type == 'vault') && !shared.a", ["unreachable"]),
    ("shared.tries == 3", ["reached", "fail at /main", "fail at /main", "fail at /main"]),
    ("shared.tries < 0", ["bounded"]),
    // A condition doesn't see secrets.
    ("shared.secret == 's'", ["unreachable"]),
  ]

  @Test(arguments: cases.indices) func theShortestWayIsPlanned(_ index: Int) throws {
    let (target, expected) = Self.cases[index]
    let plan = try Self.plan(try flow(Self.lock), to: target)
    #expect(plan == expected, "\(target)")
  }

  /// Each screen has the key of the next one; five other values make the states many.
  private static let keys = """
    navtree: 1
    flow: keys
    start: s1
    types: { digit: { type: integer, minimum: 0, maximum: 9 } }
    shared: { key: digit, a: digit, b: digit, c: digit, d: digit, e: digit }
    guards: { isFull: shared.a > 8 && shared.b > 8 && shared.c > 8 && shared.d > 8 && shared.e > 8 }
    actions:
      a: { when: "!guards.isFull", shared: { a: "${(shared.a + 1) % 10}" } }
      b: { when: "!guards.isFull", shared: { b: "${(shared.b + 1) % 10}" } }
      c: { when: "!guards.isFull", shared: { c: "${(shared.c + 1) % 10}" } }
      d: { when: "!guards.isFull", shared: { d: "${(shared.d + 1) % 10}" } }
      e: { when: "!guards.isFull", shared: { e: "${(shared.e + 1) % 10}" } }
    screens:
      s1:
        slots: { next: { presents: [s2] } }
        actions: { take: { shared: { key: 1 } }, open: { when: shared.key == 1, present: s2 } }
      s2:
        slots: { next: { presents: [s3] } }
        actions: { take: { shared: { key: 2 } }, open: { when: shared.key == 2, present: s3 } }
      s3:
        slots: { next: { presents: [s4] } }
        actions: { take: { shared: { key: 3 } }, open: { when: shared.key == 3, present: s4 } }
      s4:
        slots: { next: { presents: [s5] } }
        actions: { take: { shared: { key: 4 } }, open: { when: shared.key == 4, present: s5 } }
      s5: { actions: { stay: { reply: here } } }
    """

  @Test(arguments: [
    ("screen:s5", 8), ("rule:s4.open#0", 8), ("rule:s5.stay#0", 9), ("guard:s4.open#0:true", 8),
    ("screens.exists(s, s.type == 's5') && shared.a == 1", 9),
  ])
  func aFarTargetIsReachedTowardsIt(_ target: String, _ count: Int) throws {
    let flow = try flow(Self.keys)
    var bounds = Plan.Bounds()
    bounds.states = 8_000
    let plan = Plan(try searching(flow), to: try PlanTarget(target, in: flow), bounds)
    #expect(plan.verdict == .reached)
    #expect(plan.moves.count == count)
    #expect(!plan.isShortest)
    #expect(plan.json["shortest"] == false)
  }

  @Test func theRequestsOfAPlanLeadThere() throws {
    let flow = try flow(Self.lock)
    let plan = Plan(try searching(flow), to: try PlanTarget("shared.b", in: flow))
    #expect(
      plan.requests.map { "\(JSONValue.object($0))" } == [
        #"{"method":"dispatch","params":{"at":"/main","action":{"type":"a"}}}"#,
        #"{"method":"dispatch","params":{"at":"/main","action":{"type":"b"}}}"#,
        #"{"method":"effect.done","params":{"effect":1,"output":{"ok":true}}}"#,
      ])
  }

  @Test func thePlannedSessionStaysAsItIs() throws {
    let flow = try flow(Self.lock)
    let notices = Notices()
    let session = try Session(flow, name: "s", limits: Limits(), notices: notices)
    for name in ["a", "fail"] {
      try session.dispatch(
        try #require(flow.actionNames.names.firstIndex(of: name)), nil, to: session.windows[0].focus.id)
    }
    let (seq, told, entries) = (session.seq, notices.count, session.historyEntries.count)
    let key = KeyReader.key(of: session, counting: CountedFields(flow))
    _ = Plan(session, to: try PlanTarget("screen:hall", in: flow))
    #expect(session.seq == seq)
    #expect(notices.count == told)
    #expect(session.historyEntries.count == entries)
    #expect(KeyReader.key(of: session, counting: CountedFields(flow)) == key)
    try session.undo(1)
    #expect(session.seq == seq + 1)
  }
}
