import NavtreeEngine
import NavtreeExploring
import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import NavtreeTestSupport
import NavtreeYAML
import Testing

/// Random sessions, what they find, and its shrunk form.
struct FuzzTests {
  private static func flow(_ file: String) throws -> FlowDefinition {
    try #require(FlowLoader.load(try bytes(file), file: file).flow)
  }

  private static func bytes(_ file: String) throws -> [UInt8] {
    try #require(Files.bytes(of: "\(Files.package)/Specs/\(file).navtree.yaml"))
  }

  /// Runs until the first failure, which is shrunk.
  private static func failure(
    of flow: FlowDefinition, _ settings: Fuzzer.Settings = Fuzzer.Settings(), runs: Int
  ) -> (finding: FuzzFinding, moves: [Move])? {
    let fuzzer = Fuzzer(flow, settings)
    while fuzzer.runCount < runs {
      let block = fuzzer.block()
      for _ in 0..<Fuzzer.blockSize {
        let run = block.run(fuzzer.runCount)
        fuzzer.take([run])
        guard let finding = run.finding else { continue }
        return (
          finding,
          FuzzShrinking(flow, settings.conditions, forges: settings.forges).shrink(run.moves, to: finding)
        )
      }
    }
    return nil
  }

  private static func file(_ text: String, _ flow: FlowDefinition) throws -> ScenarioFile {
    let outcome = ScenarioReader.read(Array(text.utf8), file: "regression.scenarios.yaml") { _ in
      .success(FlowLoader.Outcome(flow))
    }
    return try #require(outcome.file, "\(outcome.diagnostics.map(\.message)) in \(text)")
  }

  private static func result(of text: String, _ flow: FlowDefinition) throws -> ScenarioResult {
    let file = try file(text, flow)
    return ScenarioRunner(file).run(try #require(file.scenarios.first))
  }

  // MARK: Finding

  @Test(arguments: PlantedFault.all(of: .fuzz))
  func aPlantedFaultIsFoundAndShrunk(_ fault: PlantedFault) throws {
    let flow = try fault.flow
    let failure = try #require(Self.failure(of: flow, runs: 320))
    let moves = failure.moves.map { $0.text(of: flow) }
    #expect(moves.count <= (fault.steps ?? 0) + 2, "\(moves)")
    // No move can be left out.
    let shrinking = FuzzShrinking(flow, [])
    for index in failure.moves.indices {
      var fewer = failure.moves
      fewer.remove(at: index)
      #expect(!shrinking.finds(failure.finding, fewer), "\(moves)")
    }
    let text = Self.text(of: failure, flow)
    #expect(text.hasPrefix("# invariant \(fault.finds) "))
    #expect(try Self.result(of: text, flow).failures.map(\.kind) == ["broken"], "\(text)")
    let mended = try fault.mendedFlow
    #expect(try Self.result(of: text, mended).failures.allSatisfy { $0.kind != "broken" }, "\(text)")
    let other = Self.failure(of: mended, runs: rounds(16, inDebug: 6))
    #expect(other == nil, "\(other?.moves.map { $0.text(of: mended) } ?? [])")
  }

  @Test(arguments: [
    "social", "feed", "shop", "tabs", "canvas", "browser", "templates/shop", "templates/tabs",
  ])
  func aRightFlowGivesNoAlarm(_ file: String) throws {
    let failure = Self.failure(of: try Self.flow(file), runs: rounds(16, inDebug: 5))
    #expect(failure == nil)
  }

  @Test func whatNothingLeadsToAnyMoreIsFoundAndFailsItsScenario() throws {
    func text(_ failed: String) -> String {
      """
      navtree: 1
      flow: f
      start: s
      shared: { isPaying: boolean }
      effects: { pay: {} }
      invariants: { payingEnds: { leadsTo: { from: shared.isPaying, to: "!shared.isPaying" } } }
      screens:
        s:
          actions:
            pay: { shared: { isPaying: true }, effect: { name: pay, done: paid, failed: unpaid } }
            paid: { private: true, shared: { isPaying: false } }
            unpaid: { private: true, \(failed) }
      """
    }
    let wrong = try ExploringTests.flow(text("reply: no"))
    let failure = try #require(Self.failure(of: wrong, runs: 256))
    #expect(failure.finding == FuzzFinding(.invariant, "payingEnds"))
    #expect(failure.moves.count == 2)
    let scenario = Self.text(of: failure, wrong)
    #expect(try Self.result(of: scenario, wrong).failures.map(\.kind) == ["leadsTo"])
    let right = try ExploringTests.flow(text("shared: { isPaying: false }"))
    #expect(try Self.result(of: scenario, right).failures.isEmpty)
    #expect(Self.failure(of: right, runs: 64) == nil)
  }

  @Test func aSeedGivesTheSameRunsInAnyOrder() throws {
    let flow = try Self.flow("exploring/menu")
    var settings = Fuzzer.Settings()
    settings.steps = 20
    let fuzzers = [Fuzzer(flow, settings), Fuzzer(flow, settings)]
    for block in 0..<2 {
      let numbers = Array(block * 8..<block * 8 + 8)
      let blocks = fuzzers.map { $0.block() }
      let first = numbers.map { blocks[0].run($0) }
      let second = numbers.reversed().map { blocks[1].run($0) }.reversed()
      #expect(first.map(\.moves) == second.map(\.moves))
      fuzzers[0].take(first)
      fuzzers[1].take(Array(second))
      #expect(fuzzers[0].progress == fuzzers[1].progress)
    }
    settings.seed = 2
    #expect(Fuzzer(flow, settings).block().run(0).moves != fuzzers[0].block().run(0).moves)
  }

  // MARK: Kinds of findings

  private static let counter = """
    navtree: 1
    flow: counter
    start: home
    shared: { sum: integer }
    screens:
      home:
        actions:
          add: { payload: { by: { type: integer, minimum: 0, maximum: 9 } }, shared: { sum: "${shared.sum + action.by}" } }
    """

  @Test func aChangeThatAnEnforcedInvariantRefusesIsFound() throws {
    let flow = try Self.load(
      Self.counter + "\ninvariants: { small: { always: shared.sum < 15, enforce: true } }")
    let failure = try #require(Self.failure(of: flow, runs: 64))
    #expect(failure.finding == FuzzFinding(.invariant, "small"))
    #expect((2...4).contains(failure.moves.count))
    let text = Self.text(of: failure, flow)
    #expect(try Self.result(of: text, flow).failures.map(\.kind) == ["error"], "\(text)")
  }

  @Test func aStartThatBreaksAnInvariantIsFoundWithoutSteps() throws {
    let flow = try Self.load(Self.counter + "\ninvariants: { some: { always: shared.sum > 0 } }")
    let failure = try #require(Self.failure(of: flow, runs: 1))
    #expect(failure.finding == FuzzFinding(.invariant, "some"))
    #expect(failure.moves.isEmpty)
    let text = Self.text(of: failure, flow)
    #expect(try Self.result(of: text, flow).failures.map(\.kind) == ["always"], "\(text)")
  }

  @Test func aConditionOfScenariosIsChecked() throws {
    let flow = try Self.load(Self.counter)
    let file = try Self.file(
      "flow: f\nscenarios: [{ name: a, always: shared.sum < 20, steps: [{ do: { add: { by: 1 } } }] }]", flow)
    var settings = Fuzzer.Settings()
    settings.conditions = file.scenarios.flatMap(\.always).map { FuzzCondition($0) }
    let failure = try #require(Self.failure(of: flow, settings, runs: 64))
    #expect(failure.finding == FuzzFinding(.always, "shared.sum < 20"))
    #expect((3...5).contains(failure.moves.count))
    let text = Self.text(of: failure, flow)
    #expect(try Self.result(of: text, flow).failures.map(\.kind) == ["always"], "\(text)")
  }

  @Test func aConditionIsWrittenWithTheExampleThatBreaksIt() throws {
    let flow = try Self.load(Self.counter)
    let file = try Self.file(
      """
      flow: f
      scenarios: [{ name: a, examples: [{ max: 1000 }, { max: 20 }], always: shared.sum < example.max, steps: [{ do: { add: { by: 1 } } }] }]
      """, flow)
    var settings = Fuzzer.Settings()
    settings.conditions = file.scenarios.flatMap { scenario in
      scenario.always.map {
        FuzzCondition($0, constants: [ConditionVariable.example: .object(scenario.example)])
      }
    }
    let failure = try #require(Self.failure(of: flow, settings, runs: 64))
    #expect(failure.finding == FuzzFinding(.always, "shared.sum < example.max"))
    let text = Self.text(of: failure, flow, settings.conditions)
    #expect(text.contains("    examples: [{ max: 20 }]\n"), "\(text)")
    #expect(try Self.result(of: text, flow).failures.map(\.kind) == ["always"], "\(text)")
    let sum = "shared.sum + action.by"
    let mended = try Self.load(Self.counter.replacing(sum, with: "\(sum) < 20 ? \(sum) : 0"))
    #expect(try Self.result(of: text, mended).failures.isEmpty, "\(text)")
  }

  @Test func anExpressionThatFailsIsFoundOnlyIfThatIsAskedFor() throws {
    let flow = try Self.load(
      """
      navtree: 1
      flow: f
      start: home
      screens: { home: { state: { n: integer }, actions: { divide: { payload: { by: integer }, set: { n: "${7 / action.by}" } } } } }
      """)
    #expect(Self.failure(of: flow, runs: 64) == nil)
    var settings = Fuzzer.Settings()
    settings.findsDefects = true
    let failure = try #require(Self.failure(of: flow, settings, runs: 64))
    #expect(failure.finding.kind == .defect)
    #expect(failure.moves.map { $0.text(of: flow) } == ["divide { by: 0 } at /main"])
  }

  @Test func secretsAreWrittenOnlyIfThatIsAskedFor() throws {
    let flow = try Self.load(
      """
      navtree: 1
      flow: safe
      start: home
      shared: { isOpen: boolean }
      invariants: { closed: { always: "!shared.isOpen" } }
      screens:
        home:
          actions:
            open:
              payload: { code: { type: string, sensitive: true } }
              rules: [{ when: action.code == 'sesame', shared: { isOpen: true } }]
      """)
    let failure = try #require(Self.failure(of: flow, runs: 64))
    #expect(Self.text(of: failure, flow).contains("open: { code: \"***\" }"))
    #expect(!Self.text(of: failure, flow).contains("sesame"))
    #expect(Self.text(of: failure, flow, sensitive: true).contains("open: { code: sesame }"))
  }

  @Test func timesAreShrunk() throws {
    let flow = try Self.load(
      """
      navtree: 1
      flow: clock
      start: home
      shared: { rang: boolean }
      invariants: { silent: { always: "!shared.rang" } }
      screens:
        home:
          actions:
            set: { after: { delay: 90s, send: ring } }
            ring: { shared: { rang: "${now >= timestamp('1970-01-01T00:01:30Z')}" } }
      """)
    let failure = try #require(Self.failure(of: flow, runs: 256))
    #expect(failure.moves.count == 2)
    #expect(
      failure.moves.last?.text(of: flow) == "ring at /main"
        || failure.moves.last?.text(of: flow) == "1m30s later")
  }

  @Test func aLateAnswerIsNoStepOfAScenario() throws {
    let flow = try Self.load("{ navtree: 1, flow: one, start: home, screens: { home: {} } }")
    let moves: [Move] = [.late(last: 0, output: [:]), .back(window: "main")]
    let text = Self.text(of: (FuzzFinding(.promise, "a promise"), moves), flow)
    #expect(text.hasSuffix("    steps:\n      - back: true\n"))
  }

  private static func load(_ text: String) throws -> FlowDefinition {
    let outcome = FlowLoader.load(Array(text.utf8), file: "flow.yaml")
    return try #require(outcome.flow, "\(outcome.diagnostics.map(\.message))")
  }

  private static func text(
    of failure: (finding: FuzzFinding, moves: [Move]), _ flow: FlowDefinition,
    _ conditions: [FuzzCondition] = [], sensitive: Bool = false
  ) -> String {
    FuzzScenario(
      of: failure.moves, finding: failure.finding, in: flow, conditions, origin: "a test",
      flowPath: "flow.yaml", isSensitive: sensitive
    ).text
  }
}
