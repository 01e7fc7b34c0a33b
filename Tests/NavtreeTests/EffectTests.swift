import Navtree
import Testing

@Suite struct EffectTests {
  private struct Query: Decodable { let of: Int }
  private struct Person: Encodable { let name: String }

  private func session() throws -> Session {
    try Session(Flows.counter(), clock: .virtual(from: 0), name: "c")
  }

  @Test func aHandlerPerformsAnEffect() async throws {
    let session = try session()
    session.onEffect("fetch") { (query: Query) in Person(name: "person \(query.of)") }
    try session.send("add")
    try session.send("load")
    await session.settled()
    #expect(session.active?.state["name"] == "person 1")
    #expect(session.effectsInFlight.isEmpty)
  }

  @Test func aHandlerPerformsEffectsThatWaitAlready() async throws {
    let session = try session()
    try session.send("load")
    session.onEffect("fetch") { _ in ["name": "late"] }
    await session.settled()
    #expect(session.active?.state["name"] == "late")
  }

  static let failures: [(any Error, String)] = [
    (EffectFailure(["kind": "offline"]), "offline"), (EffectFailure(["sort": "odd"]), "failed"),
    (CancellationError(), "CancellationError"),
  ]

  @Test(arguments: failures.indices) func theRulesGetTheReasonOfAFailure(_ index: Int) async throws {
    let (failure, kind) = Self.failures[index]
    let session = try session()
    session.onEffect("fetch") { (_: JSONValue) -> JSONValue in throw failure }
    try session.send("load")
    await session.settled()
    #expect(session.active?.state["name"] == .string(kind))
  }

  @Test func anOutputThatDoesNotFitIsAFailure() async throws {
    let session = try session()
    var problems: [String] = []
    session.onProblem = { problems.append($0.description) }
    session.onEffect("fetch") { _ in ["nme": "Ada"] }
    try session.send("load")
    await session.settled()
    #expect(session.active?.state["name"] == "invalidParams")
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("the output for the effect 1 was refused: ") == true)
  }

  @Test func aTaskIsCancelledWhenNobodyWaits() async throws {
    let session = try session()
    let (ends, end) = AsyncStream<Bool>.makeStream()
    session.onEffect("fetch") { _ in
      try? await Task.sleep(nanoseconds: 60_000_000_000)
      end.yield(Task.isCancelled)
      return ["name": "late"]
    }
    try session.push("counter")
    try session.send("load")
    try session.pop()
    for await isCancelled in ends {
      #expect(isCancelled)
      break
    }
    await session.settled()
    #expect(session.active?.state["name"] == "")
  }

  @Test func aHandlerAnswersMoreThanOnce() async throws {
    let session = try session()
    session.onEffect("watch") { (_: JSONValue, progress: EffectProgress) in
      for letter in ["a", "b"] { try await progress.next(["letter": letter]) }
      await #expect(throws: NavtreeError.self) { try await progress.next(["leter": "c"]) }
      await #expect(throws: NavtreeError.self) { try await progress.next("c") }
      return ["key": progress.request.key].filter { _ in false }
    }
    try session.send("follow")
    await session.settled()
    #expect(session.active?.state["letters"] == ["a", "b"])
    #expect(session.active?.state["name"] == "over")
  }

  @Test func manyHandlersAnswerInAnyOrder() async throws {
    let session = try session()
    session.onEffect("fetch") { input in
      for _ in 0..<((input["of"]?.integer ?? 0) * 7 % 11) { await Task.yield() }
      return ["name": .string("n\(input["of"] ?? nil)")]
    }
    var ids: [Screen.ID] = []
    for number in 0..<200 {
      ids.append(try session.push("counter", ["start": .integer(number)]))
      try session.send("load")
    }
    // Some screens go before their answers come.
    let reader = session.changes(at: Address(ids[1]), pointer: "/state/name")
    try session.pop(50, force: true)
    await session.settled()
    for (number, id) in ids.enumerated() {
      let screen = session.tree[Address(id)]
      #expect(screen?.state["name"] == (number < 150 ? .string("n\(number)") : nil))
    }
    #expect(reader.poll()?.value == "n1")
    #expect(session.effectsInFlight.isEmpty)
  }

  @Test func severalTasksOfOneActorAwaitASession() async throws {
    @MainActor final class Owner {
      let session: Session
      var told: [JSONValue] = []
      init(_ session: sending Session) { self.session = session }
    }
    let owner = await Owner(try Session(Flows.counter()))
    await Task { @MainActor in
      let session = owner.session
      session.onEffect("fetch") { _ in ["name": "Ada"] }
      let work = Task { await session.run() }
      let readers = (0..<5).map { _ in
        let changes = session.changes(at: "/main", pointer: "/state/name")
        return Task { for await change in changes { owner.told.append(change.value); break } }
      }
      _ = try? session.send("load")
      for reader in readers { await reader.value }
      work.cancel()
      await work.value
    }.value
    #expect(await owner.told == Array(repeating: "Ada", count: 5))
  }

  @Test func answersOfAClosedSessionAreRefused() async throws {
    let session = try session()
    let (errors, error) = AsyncStream<String>.makeStream()
    session.onEffect("watch") { (_: JSONValue, progress: EffectProgress) in
      try? await Task.sleep(nanoseconds: 60_000_000_000)
      do { try await progress.next(["letter": "a"]) } catch let failure { error.yield("\(failure)") }
      return JSONValue.null
    }
    try session.send("follow")
    try session.close()
    for await error in errors {
      #expect(error == "the session was closed [closed]")
      break
    }
  }

  @Test func anEffectIsAnsweredByHand() async throws {
    let session = try session()
    let effects = session.effects
    try session.send("load")
    try session.send("follow")
    var events: [String] = []
    for await event in effects {
      guard case .requested(let effect) = event else { continue }
      events.append("\(effect.id) \(effect.name) \(effect.key) \(effect.address) \(effect.input)")
      #expect(effect.screen == Screen.ID(1))
      #expect(!effect.isAgain)
      if effect.name == "fetch" {
        try session.answer(effect.id, ["name": "by hand"])
      } else {
        try session.answer(effect.id, next: ["letter": "z"])
        try session.fail(effect.id, ["kind": "tired"])
        break
      }
    }
    #expect(events == [#"1 fetch c-1 /main {"of":0}"#, "2 watch c-2 /main {}"])
    #expect(session.active?.state["name"] == "by hand")
    #expect(session.active?.state["letters"] == ["z"])
    #expect(#expect(throws: NavtreeError.self) { try session.answer(1) }?.kind == .notInFlight)
  }

  @Test func aReaderIsToldOfEndsThatItKnowsOf() throws {
    let session = try session()
    let effects = session.effects
    try session.push("counter")
    try session.send("load")
    guard case .requested(let first)? = effects.poll() else { return #expect(Bool(false), "no request") }
    try session.send("follow")
    try session.pop()
    guard case .cancelled(let ended, let reason)? = effects.poll() else {
      return #expect(Bool(false), "no end")
    }
    #expect(ended.id == first.id)
    #expect(reason == "dismissed")
    #expect(effects.poll() == nil, "the second one was never read")
  }

  @Test func anAnswerIsTakenByTheNextCall() async throws {
    let session = try session()
    session.onEffect("fetch") { _ in ["name": "Ada"] }
    try session.send("load")
    while session.active?.state["name"] == "" {
      await Task.yield()
      try session.send("note")
    }
    #expect(session.active?.state["name"] == "Ada")
  }

  @Test func aRequestIsKeptForWhoeverComesAfterAReader() async throws {
    let session = try session()
    for _ in 0..<2 {
      var reader: Updates<EffectEvent>? = session.effects
      if session.effectsInFlight.isEmpty { try session.send("load") }
      guard case .requested(let request)? = reader?.poll() else { return #expect(Bool(false), "not asked") }
      #expect(request.id == 1)
      #expect(session.effects.poll() == nil, "the first reader has it")
      reader = nil
    }
    session.onEffect("fetch") { _ in ["name": "Ada"] }
    await session.settled()
    #expect(session.active?.state["name"] == "Ada")
  }

  @Test func anEarlierAttemptIsNotTakenForTheNextOne() async throws {
    let flow = try Flow(
      yaml: """
        navtree: 1
        flow: feed
        start: home
        effects: { watch: { next: { letter: string }, output: {}, timeout: 10s, retries: 1 } }
        screens:
          home:
            state: { letters: { type: array, default: [] } }
            actions:
              follow: { effect: { name: watch, next: letter } }
              letter: { payload: { output: object }, set: { /letters/-: "${action.output.letter}" } }
        """)
    let session = try Session(flow, clock: .virtual())
    let (outcomes, outcome) = AsyncStream<String>.makeStream()
    session.onEffect("watch") { (_: JSONValue, progress: EffectProgress) in
      if progress.request.isAgain {
        for await text in outcomes {
          try await progress.next(["letter": .string(text)] as JSONValue)
          break
        }
        return JSONValue.null
      }
      try? await Task.sleep(nanoseconds: 60_000_000_000)
      do {
        try await progress.next(["letter": "late"] as JSONValue)
      } catch {
        outcome.yield("\((error as? NavtreeError)?.kind.rawValue ?? "")")
      }
      return JSONValue.null
    }
    try session.send("follow")
    try session.advance(by: 10_000)
    await session.settled()
    #expect(session.active?.state["letters"] == ["notInFlight"])
  }

  @Test func aRequestIsDecodedAndListed() throws {
    let session = try session()
    try session.send("load")
    #expect(session.effectsInFlight.map(\.name) == ["fetch"])
    #expect(try session.effectsInFlight[0].input.decoded(as: Query.self).of == 0)
    try session.undo()
    #expect(session.effectsInFlight.isEmpty)
    #expect(session.effects.poll() == nil)
  }

  /// Calls that `onProblem` makes are told after what led to them.
  @Test func nothingIsToldBeforeItsCause() throws {
    let flow = try Flow(
      yaml: """
        navtree: 1
        flow: order
        start: home
        screens:
          home:
            state: { count: integer }
            actions:
              wait: [{ after: [{ delay: 1s, send: fall }, { delay: 1s, send: count }] }]
              fall: { set: { count: "${[0][5]}" } }
              count: { set: { count: "${state.count + 1}" } }
        """)
    let session = try Session(flow, clock: .virtual())
    session.onProblem = { _ in _ = try? session.send("count") }
    let changes = session.changes(at: "/main", pointer: "/state/count")
    try session.send("wait")
    try session.advance(by: 1_000)
    #expect([changes.poll()?.value, changes.poll()?.value] == [1, 2])
    #expect(changes.poll() == nil)
    session.onProblem = nil
  }

  @Test func problemsOutsideCallsAreReported() throws {
    let flow = try Flow(
      yaml: """
        navtree: 1
        flow: broken
        start: home
        screens:
          home:
            state: { items: { type: array, default: [] } }
            actions:
              wait: { after: { delay: 1s, send: fall } }
              fall: { set: { items: "${[state.items[5]]}" } }
        """)
    let session = try Session(flow, clock: .virtual())
    var problems: [Problem] = []
    session.onProblem = { problems.append($0) }
    try session.send("wait")
    try session.advance(by: 1_000)
    #expect(problems.map(\.error?.kind) == [.expressionFailed])
    #expect(problems.first?.description.hasPrefix("a timer's change failed: ") == true)
  }
}
