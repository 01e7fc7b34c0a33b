import Navtree
import Testing

@Suite struct SessionTests {
  @Test func anActionGoesToItsScreenAndBubbles() throws {
    let session = try Session(Flows.counter(), clock: .virtual())
    let receipt = try session.send("add", ["by": 3], to: "/main")
    #expect(receipt.seq == 1)
    #expect(receipt.handler == Screen.ID(1))
    #expect(receipt.reply == 3)
    #expect(session.tree["/main"]?.state["count"] == 3)
    try session.push("counter")
    #expect(try session.send("add").handler == Screen.ID(2))
    #expect(try session.send("add", to: Address(Screen.ID(1))).reply == 4)
    #expect(try session.send("add", to: "/main/next#2").reply == 2)
    #expect(try session.send("note").seq == session.seq)
    #expect(session.shared["total"] == 1)
  }

  @Test func aPayloadMayBeATypeOfTheProgram() throws {
    struct Add: Encodable { let by: Int }
    let session = try Session(Flows.counter(), clock: .virtual())
    #expect(try session.send("add", encoding: Add(by: 4)).reply == 4)
    #expect(throws: EncodingError.self) { try session.send("add", encoding: 4) }
    #expect(session.seq == 1)
  }

  static let refusals: [(String, NavtreeError.Kind, @Sendable (Session) throws -> Void)] = [
    ("a rule's", .rejected, { session in try session.send("refuse") }),
    ("no such action", .notHandled, { session in try session.send("ad") }),
    ("nothing there", .noScreenAt, { session in try session.send("add", to: "/main/next") }),
    ("no address", .noScreenAt, { session in try session.send("add", to: "main") }),
    ("an unknown id", .noScreenAt, { session in try session.send("add", to: "#9") }),
    ("another screen", .staleScreen, { session in try session.send("add", to: "/main#9") }),
    ("a wrong type", .invalidParams, { session in try session.send("add", ["by": "x"]) }),
    ("no such window", .unknownWindow, { session in try session.send("add", to: .active(in: "x")) }),
    ("no such screen", .unknownScreen, { session in try session.push("countr") }),
    ("nothing to pop", .nothingToPop, { session in try session.pop() }),
    ("fewer than none", .invalidParams, { session in try session.pop(-1) }),
    ("a root", .notDismissable, { session in try session.dismiss() }),
    ("nothing to undo", .nothingToUndo, { session in try session.undo() }),
    ("nothing to redo", .nothingToRedo, { session in try session.redo() }),
    ("beyond the history", .unknownSeq, { session in try session.goTo(seq: 7) }),
    ("no such link", .noSuchLink, { session in try session.open("app://x/else") }),
    ("no such effect", .unknownEffect, { session in try session.answer(1) }),
    ("back in time", .invalidParams, { session in try session.advance(by: -1) }),
    ("the last window", .notDismissable, { session in try session.closeWindow("main") }),
  ]

  @Test(arguments: refusals.indices)
  func aRefusedCallChangesNothing(_ index: Int) throws {
    let (name, kind, call) = Self.refusals[index]
    let session = try Session(Flows.counter(), clock: .virtual())
    let before = session.snapshot(sensitive: true)
    let error = #expect(throws: NavtreeError.self, "\(name)") { try call(session) }
    #expect(error?.kind == kind, "\(name)")
    #expect(session.snapshot(sensitive: true) == before, "\(name)")
  }

  @Test func anErrorTellsItsReasonAndARemedy() throws {
    let session = try Session(Flows.counter(), clock: .virtual())
    let error = #expect(throws: NavtreeError.self) { try session.send("ad") }
    #expect(error?.message == "no screen at /main or above it knows the action 'ad'")
    #expect(error?.hint == "did you mean 'add'?")
    #expect(error?.data["at"] == "/main")
    #expect(
      "\(error!)" == "no screen at /main or above it knows the action 'ad' (did you mean 'add'?) [notHandled]"
    )
    let own = NavtreeError(.rejected, "no", data: ["at": "/main"])
    #expect("\(own)" == "no [rejected]")
  }

  @Test func theKindsAreThoseOfTheProtocol() {
    #expect(
      NavtreeError.Kind.allCases == [
        .invalidParams, .unknownWindow, .unknownScreen, .moving, .unknownEffect, .unknownSeq, .nameTaken,
        .noScreenAt,
        .staleScreen, .gone, .notHandled, .privateAction, .notInFlight, .rejected, .invariantBroken,
        .dismissRefused,
        .slotOccupied, .ambiguousSlot, .notPresentable, .notDismissable, .nothingToPop, .nothingToUndo,
        .nothingToRedo, .flowDefect, .expressionFailed, .costExceeded, .limitExceeded, .storage, .conflict,
        .noSuchLink, .closed,
      ])
  }

  @Test func eachLimitHolds() throws {
    var limits = Limits()
    limits.levels = 2
    limits.windows = 1
    limits.history = 0
    let session = try Session(Flows.counter(), clock: .virtual(), limits: limits)
    try session.push("counter")
    let errors = [
      #expect(throws: NavtreeError.self) { try session.push("counter") },
      #expect(throws: NavtreeError.self) { try session.openWindow("second", "counter") },
    ]
    #expect(errors.allSatisfy { $0?.kind == .limitExceeded })
    #expect(
      errors.map { $0?.hint } == [
        "a session takes 'limits': raise levels", "a session takes 'limits': raise windows",
      ])
    #expect(
      #expect(throws: NavtreeError.self) { try session.undo() }?.hint?.contains("history is off") == true)
    let others = [
      limits.screens, limits.queue, limits.cost, limits.tombstones, limits.timers, limits.firings,
      limits.effects,
      limits.url, limits.links, limits.kept, limits.historyBytes,
    ]
    #expect(others.allSatisfy { $0 > 0 })
  }

  @Test func sharedFieldsBeginWithGivenValues() throws {
    let session = try Session(Flows.counter(), clock: .virtual(), name: "first", shared: ["total": 5])
    #expect(session.name == "first")
    #expect(session.shared.object == ["total": 5])
    #expect(session.flow.name == "counter")
  }

  @Test func aClosedSessionRefusesCalls() throws {
    let session = try Session(Flows.counter())
    #expect(!session.isClosed)
    try session.close()
    try session.close()
    #expect(session.isClosed)
    #expect(#expect(throws: NavtreeError.self) { try session.send("add") }?.kind == .closed)
    #expect(#expect(throws: NavtreeError.self) { try session.fork() }?.kind == .closed)
    #expect(#expect(throws: NavtreeError.self) { try session.flush() }?.kind == .closed)
  }

  @Test func aVirtualClockRunsTimers() throws {
    let session = try Session(Flows.counter(), clock: .virtual(from: 5_000))
    try session.send("later")
    #expect(session.now == 5_000)
    #expect(session.nextTimer == 6_000)
    #expect(try session.advance(by: 999) == 0)
    #expect(try session.advance(by: 1) == 1)
    #expect(session.nextTimer == nil)
    #expect(session.active?.state["count"] == 1)
  }

  private static var alarm: Flow {
    get throws {
      try Flow(
        yaml: """
          navtree: 1
          flow: alarm
          start: home
          screens:
            home:
              state: { rang: boolean }
              actions: { set: { after: { delay: 20ms, send: ring } }, ring: { set: { rang: true } } }
          """)
    }
  }

  @Test func aRealClockRunsTimersWhileItIsAwaited() async throws {
    let session = try Session(Self.alarm)
    try session.send("set")
    for await change in session.changes(at: "/main", pointer: "/state/rang") {
      #expect(change.value == true)
      break
    }
    #expect(session.active?.state["rang"] == true)
  }

  /// Nothing rings for whoever waits already, unless the call that sets the timer sees to it.
  @MainActor @Test func aTimerThatIsSetWhileASessionIsAwaitedRuns() async throws {
    let session = try Session(Self.alarm)
    let changes = session.changes(at: "/main", pointer: "/state/rang")
    let reader = Task {
      for await change in changes { return change.value }; return JSONValue.null
    }
    for _ in 0..<10 { await Task.yield() }
    try session.send("set")
    #expect(await reader.value == true)
  }

  @Test func anActorOwnsASession() async throws {
    actor Bot {
      let session: Session
      init(_ flow: Flow) throws { session = try Session(flow, clock: .virtual()) }
      func add() throws -> Int? { try session.send("add").reply?.integer }
      func fetch() async throws -> String? {
        session.onEffect("fetch") { (input: JSONValue) in ["name": .string("n\(input["of"] ?? nil)")] }
        try session.send("load")
        await session.settled()
        return session.active?.state["name"]?.string
      }
    }
    let bot = try Bot(Flows.counter())
    #expect(try await bot.add() == 1)
    #expect(try await bot.fetch() == "n1")
  }

  @MainActor @Test func theMainActorOwnsASession() async throws {
    let session = try Session(Flows.counter())
    session.onEffect("fetch") { _ in ["name": "Ada"] }
    try session.send("load")
    let work = Task { await session.run() }
    while session.active?.state["name"] != "Ada" { await Task.yield() }
    work.cancel()
    await work.value
    #expect(!session.isClosed)
  }
}
