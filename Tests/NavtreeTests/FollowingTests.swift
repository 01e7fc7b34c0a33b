import Navtree
import NavtreeTestSupport
import Testing

@Suite struct FollowingTests {
  private func session() throws -> Session { try Session(Flows.counter(), clock: .virtual()) }

  @Test func aReaderIsToldEachChangeOfAPlace() async throws {
    let session = try session()
    let changes = session.changes(at: "/main/next", depth: 1)
    #expect(changes.value == .null)
    try session.push("counter", ["start": 1])
    try session.send("add")
    try session.send("add", to: "/main")
    try session.pop()
    try session.close()
    var told: [String] = []
    for await change in changes {
      #expect(change.since == nil)
      told.append(
        "\(change.seq) \(change.value["state"]?["count"] ?? .null) \(change.patch.operations.count)")
    }
    #expect(told == ["1 1 1", "2 2 1", "4 null 1"])
  }

  @Test func aSlowReaderIsToldTheSum() throws {
    let session = try session()
    let changes = session.changes(at: "/main", pointer: "/state/count")
    for _ in 0..<250 { try session.send("add") }
    let sum = changes.poll()
    #expect(sum.map { [$0.since, $0.seq] } == [1, 250])
    #expect(sum?.value == 250)
    #expect(changes.poll() == nil)
    try session.send("add")
    #expect(changes.poll()?.since == nil)
    for _ in 0..<101 { try session.send("add") }
    for _ in 0..<101 { try session.undo() }
    #expect(changes.poll() == nil, "nothing has changed in the end")
    #expect(changes.value == 251)
  }

  @Test func aSlowReaderLosesNothingAtTheEnd() throws {
    let session = try session()
    let id = try session.push("counter")
    let changes = session.changes(at: Address(id), pointer: "/state/count")
    let transitions = session.transitions()
    for _ in 0..<150 { try session.send("add", to: Address(id)) }
    try session.pop(force: true)
    #expect(changes.poll()?.value == 150)
    #expect(changes.poll() == nil)
    for _ in 0..<1_001 { try session.push("counter") }
    try session.close()
    #expect(transitions.poll()?.created.count == 1_001)
  }

  @Test func followersOfDifferentSpeedDoNotDisturbEachOther() throws {
    let session = try session()
    let slow = session.changes(at: "/main", pointer: "/state/count")
    let quick = session.changes(at: "/main", pointer: "/state/count")
    for number in 1...300 {
      try session.send("add")
      #expect(quick.poll()?.value == .integer(number))
    }
    #expect(slow.poll()?.value == 300)
  }

  @Test func secretsAreShownOnlyIfAskedFor() throws {
    let session = try session()
    #expect(session.changes(at: "/main", pointer: "/state/secret").value == "hush")
    #expect(session.changes(at: "/main", pointer: "/state/secret", sensitive: false).value == "***")
    #expect(session.changes(at: "/main", pointer: "/computed/double", computed: true).value == 0)
  }

  @Test func anIdIsFollowedUntilItsScreenIsGone() async throws {
    let session = try session()
    let id = try session.push("counter")
    let changes = session.changes(at: Address(id))
    try session.send("add")
    try session.pop()
    try session.push("counter")
    var count = 0
    for await change in changes where change.value != .null { count += 1 }
    #expect(count == 1)
  }

  static let nowhere: [(Address, String)] = [
    ("/main/nxt", ""), ("#9", ""), ("/main", "state"), ("/main", "/stte"),
  ]

  @Test(arguments: nowhere) func aPlaceThatCannotBeIsReported(_ place: (Address, String)) async throws {
    let session = try session()
    var problems = 0
    session.onProblem = { _ in problems += 1 }
    for await _ in session.changes(at: place.0, pointer: place.1) { #expect(Bool(false)) }
    #expect(problems == 1)
  }

  @Test func aSequenceThatIsDroppedCostsNothing() throws {
    let session = try session()
    for _ in 0..<20 { _ = session.changes(at: "/main") }
    try session.send("add")
    let changes = session.changes(at: "/main")
    try session.send("add")
    #expect(changes.poll() != nil)
  }

  @Test func aCancelledReaderEnds() async throws {
    let session = try session()
    let changes = session.changes(at: "/main")
    try session.send("add")
    for await change in changes {
      #expect(change.seq == 1)
      withUnsafeCurrentTask { $0?.cancel() }
    }
  }

  @Test func transitionsAreTold() throws {
    let session = try session()
    let transitions = session.transitions()
    let second = session.transitions(in: "second")
    try session.push("counter", ["start": 3])
    try session.present("counter", in: "over")
    try session.send("add")
    try session.dismiss()
    try session.openWindow("second", "counter")
    let push = try #require(transitions.poll())
    #expect(push.seq == 1)
    #expect(push.since == nil)
    #expect(push.operation == .push)
    #expect([push.from, push.to] == [Screen.ID(1), Screen.ID(2)])
    #expect(push.slot == "next")
    #expect(push.style == .push)
    #expect(push.by == "push")
    #expect(push.hint == nil)
    let row = try #require(push.created.first)
    #expect([row.id, row.parent] == [Screen.ID(2), Screen.ID(1)])
    #expect("\(row.screen) \(row.slot ?? "") \(row.window) \(row.selected ?? "")" == "counter next main ")
    #expect(row.params == ["start": 3])
    #expect(transitions.poll()?.operation == .present)
    let dismiss = try #require(transitions.poll())
    #expect(dismiss.operation == .dismiss)
    #expect(dismiss.removed == [Screen.ID(3)])
    #expect(transitions.poll()?.operation == .open)
    #expect(transitions.poll() == nil)
    #expect(second.poll()?.operation == .open)
    #expect(
      Transition.Operation.allCases == [
        .push, .pop, .present, .dismiss, .replace, .select, .focus, .reset, .open, .close, .moved, .collapse,
        .expand, .travel,
      ])
  }

  @Test func aScreenMovesAndASplitCollapses() throws {
    let flow = try Flow(
      yaml: """
        navtree: 1
        flow: desk
        start: desk
        screens:
          desk:
            kind: split
            params: { narrow: { type: boolean, default: false } }
            collapsed: params.narrow
            panes: { shelf: shelf, board: { presents: [card] } }
          shelf: { slots: { top: { presents: [card] } } }
          card: {}
        """)
    let session = try Session(flow, clock: .virtual())
    let card = try session.push("card", onto: "/main/shelf")
    let transitions = session.transitions()
    try session.move(Address(card), to: "/main", in: "board")
    let moved = try #require(transitions.poll())
    #expect(moved.operation == .moved)
    #expect(moved.created.map(\.id) == [card])
    try session.setParams(["narrow": true], of: "/main")
    let collapse = try #require(transitions.poll())
    #expect(collapse.operation == .collapse)
    #expect(collapse.created.map(\.isCollapsed) == [true])
    #expect(transitions.poll() == nil)
  }

  @Test func aHostShowsTransitionsOverTime() throws {
    let flow = try Flow(contentsOf: Files.package + "/Specs/behaviour/moving.navtree.yaml")
    var limits = Limits()
    limits.transition = 300
    let session = try Session(flow, clock: .virtual(), limits: limits)
    let transitions = session.transitions(acknowledging: true)
    try session.send("fill")
    let filled = try #require(transitions.poll())
    #expect(session.pendingTransitions == 1)
    #expect(throws: NavtreeError.self) { try session.send("tap") }
    do throws(NavtreeError) { try session.pop() } catch { #expect(error.kind == .moving) }
    #expect(throws: NavtreeError.self) { try session.undo() }
    #expect(throws: NavtreeError.self) { try session.openWindow("side", "home") }
    #expect(session.seq == 1)
    try session.pop(force: true)
    session.transitionsDone(through: filled.seq)
    #expect(session.pendingTransitions == 1)
    try session.advance(by: 300)
    #expect(session.pendingTransitions == 0)
    try session.send("tap")
    #expect(session.shared["taps"] == 1)
    // A second follower doesn't acknowledge beside the first.
    _ = session.transitions(acknowledging: true)
    try session.send("show")
    #expect(session.pendingTransitions == 1)
    // A drawing goes on.
    try session.send("tap")
  }

  @Test func aHostThatGoesHoldsNothingUp() async throws {
    let flow = try Flow(contentsOf: Files.package + "/Specs/behaviour/moving.navtree.yaml")
    let session = try Session(flow, clock: .virtual())
    var transitions: Updates<Transition>? = session.transitions(acknowledging: true)
    #expect(transitions?.poll() == nil)
    try session.send("fill")
    #expect(session.pendingTransitions == 1)
    transitions = nil
    try session.send("tap")
    #expect(session.pendingTransitions == 0)
    try session.pop()
    let next = session.transitions(acknowledging: true)
    try session.send("show")
    #expect(session.pendingTransitions == 1)
    for await _ in next { withUnsafeCurrentTask { $0?.cancel() } }
    #expect(session.pendingTransitions == 0)
  }

  /// What is for all screens of a type waits as those say.
  @Test func aBroadcastAsksTheTypeThatItIsFor() throws {
    let flow = try Flow(
      yaml: """
        navtree: 1
        flow: two
        start: list
        screens:
          list: { slots: { top: { presents: [form] } }, actions: { tap: {}, show: { push: form } } }
          form: { duringTransition: drop, actions: { tap: {} } }
        """)
    let session = try Session(flow, clock: .virtual())
    let transitions = session.transitions(acknowledging: true)
    try session.send("show")
    #expect(transitions.poll() != nil)
    try session.broadcast("tap", to: "list")
    #expect(#expect(throws: NavtreeError.self) { try session.broadcast("tap", to: "form") }?.kind == .moving)
    try session.openWindow("side", "list")
  }

  @Test func aSlowReaderIsToldTransitionsInSum() throws {
    let session = try session()
    let transitions = session.transitions()
    for _ in 0..<600 {
      try session.push("counter")
      try session.pop()
    }
    #expect(transitions.poll() == nil, "every screen stands where it did")
    for _ in 0..<1_001 { try session.push("counter") }
    let travel = try #require(transitions.poll())
    #expect(travel.operation == .travel)
    #expect(travel.created.count == 1_001)
    #expect(travel.since == 1_201)
    try session.popToRoot()
    #expect(transitions.poll()?.removed.count == 1_001)
  }

  @Test func actionsAreTold() throws {
    let session = try session()
    let actions = session.actions
    try session.send("add", ["by": 2], to: "/main")
    _ = try? session.send("refuse")
    _ = try? session.send("nonsense", to: "/main")
    _ = try session.back()
    try session.push("counter")
    var told: [String] = []
    while let action = actions.poll() {
      told.append(
        "\(action.seq) \(action.name) \(action.outcome) \(action.payload) \(action.error?["kind"] ?? .null)")
      #expect(action.missed == 0)
      #expect(action.cause == "request")
      #expect(action.chain.isEmpty)
      if action.name == "add" {
        #expect(action.address == "/main")
        #expect(action.handledBy == "/main")
        #expect(action.screen == Screen.ID(1))
        #expect(action.handler == Screen.ID(1))
      }
    }
    #expect(
      told == [
        #"1 add handled {"by":2} null"#, #"1 refuse refused {} "rejected""#,
        #"1 nonsense declined {} "notHandled""#,
        "1 back declined {} null", #"2 push handled {"screen":"counter","params":{}} null"#,
      ])
    #expect(Action.Outcome.allCases == [.handled, .declined, .refused])
  }

  @Test func aSlowReaderIsToldTheLastActions() throws {
    let session = try session()
    let actions = session.actions
    for _ in 0..<2_500 { try session.send("add") }
    let first = try #require(actions.poll())
    #expect(first.missed == 1_500)
    #expect(first.seq == 1_501)
    var last = first
    while let action = actions.poll() {
      #expect(action.seq == last.seq + 1)
      last = action
    }
    #expect(last.seq == 2_500)
  }

  @Test func aClosedSessionHasEmptySequences() async throws {
    let session = try session()
    try session.close()
    for await _ in session.changes(at: "/main") { #expect(Bool(false)) }
    for await _ in session.transitions() { #expect(Bool(false)) }
    for await _ in session.actions { #expect(Bool(false)) }
    for await _ in session.effects { #expect(Bool(false)) }
    await session.run()
  }
}
