import NavtreeEngine
import NavtreeExploring
import NavtreeFlow
import NavtreeTestSupport
import Testing

/// Random sessions of the flows of `Specs` and of random flows, beside what explorations say of them.
struct PlantedFuzzTests {
  private static func fuzzed(_ flow: FlowDefinition, runs: Int, steps: Int) -> Fuzzer {
    var settings = Fuzzer.Settings()
    settings.steps = steps
    let fuzzer = Fuzzer(flow, settings)
    while fuzzer.runCount < runs {
      let block = fuzzer.block()
      for _ in 0..<min(Fuzzer.blockSize, runs - fuzzer.runCount) {
        fuzzer.take([block.run(fuzzer.runCount)])
      }
    }
    return fuzzer
  }

  /// The goals that an exploration calls unreachable, and a fuzzer has reached.
  private static func contradictions(_ fuzzer: Fuzzer, states: Int) throws -> [String] {
    var settings = Explorer.Settings()
    settings.maxStates = states
    let exploration = try Explorer(fuzzer.flow, settings).run()
    let events = goalEvents(of: fuzzer.flow)
    return exploration.goals.filter { $0.verdict == .unreachable }
      .map { "\($0.kind.rawValue) \($0.name)" }
      .filter { goal in events[goal].map(fuzzer.events.contains) ?? false }
  }

  @Test(arguments: PlantedFault.all) func nothingIsFoundInAMendedFlow(fault: PlantedFault) throws {
    let fuzzer = Self.fuzzed(
      try fault.mendedFlow, runs: rounds(64, inDebug: 12), steps: 30)
    #expect(fuzzer.failures.compactMap(\.finding) == [])
    let contradictions = try Self.contradictions(fuzzer, states: 300)
    #expect(contradictions == [])
  }

  /// The flows whose invariants are there to be broken.
  private static let broken = [
    "action-stream", "delivery", "enforced", "guards", "owed", "refusals", "retries", "time", "waiting",
    "windows",
  ]

  @Test(arguments: SpecFlow.files) func nothingIsFoundInTheOtherFlows(file: String) throws {
    // A part of a flow is no flow.
    guard let flow = SpecFlow.load(file) else { return }
    let fuzzer = Self.fuzzed(flow, runs: rounds(12, inDebug: 3), steps: 30)
    let findings = fuzzer.failures.compactMap(\.finding).filter { finding in
      finding.kind != .invariant || !Self.broken.contains { file == "behaviour/\($0).navtree.yaml" }
    }
    #expect(findings == [])
    let contradictions = try Self.contradictions(fuzzer, states: 120)
    #expect(contradictions == [])
  }

  @Test func noSessionReachesWhatIsUnreachableInARandomFlow() throws {
    for seed in 1...rounds(40, inDebug: 12) {
      guard let random = RandomFlow(seed: UInt64(seed)) else { continue }
      let fuzzer = Self.fuzzed(random.flow, runs: 32, steps: 30)
      let contradictions = try Self.contradictions(fuzzer, states: 300)
      #expect(contradictions == [], "seed \(seed)\n\(random.text)")
    }
  }

  /// Flows with a rule that runs only after a restored session, or a window that was opened again.
  private static let returning = [
    """
    start: home
    screens:
      home:
        state: { count: { type: integer, minimum: 0, maximum: 2 } }
        lifecycle: { restored: { set: { count: 1 } } }
        actions: { go: { when: state.count == 1, set: { count: 2 } } }
    """,
    """
    start: home
    shared: { count: { type: integer, minimum: 0, maximum: 2 } }
    screens:
      home:
        state: { isCounted: { type: boolean, persist: none } }
        actions:
          count:
            - { when: "!state.isCounted && shared.count < 2", shared: { count: "${shared.count + 1}" }, set: { isCounted: true } }
            - reject: once
          go: { when: shared.count == 2, reply: done }
    """,
    """
    start: { left: home, right: home }
    shared: { count: { type: integer, minimum: 0, maximum: 3 } }
    screens:
      home:
        state: { isCounted: boolean }
        actions:
          count:
            - { when: "!state.isCounted && shared.count < 3", shared: { count: "${shared.count + 1}" }, set: { isCounted: true } }
            - reject: once
          go: { when: shared.count == 3, reply: done }
    """,
  ]

  @Test(arguments: returning) func whatAReturnReachesIsNotUnreachable(yaml: String) throws {
    let flow = try flow("navtree: 1\nflow: returning\n" + yaml)
    let fuzzer = Self.fuzzed(flow, runs: 64, steps: 30)
    let goal = try #require(goalEvents(of: flow)["rule home.go#0"])
    #expect(fuzzer.events.contains(goal))
    let contradictions = try Self.contradictions(fuzzer, states: 300)
    #expect(contradictions == [])
  }
}
