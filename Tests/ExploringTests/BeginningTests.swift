import NavtreeEngine
import NavtreeExploring
import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import NavtreeServer
import NavtreeText
import NavtreeYAML
import Testing

/// Searches, plans and random sessions that begin elsewhere than at the start of a flow.
struct BeginningTests {
  /// Two counters hide a door behind 30 presses of `up`.
  private static let tower = """
    navtree: 1
    flow: tower
    start: hall
    shared:
      floor: { type: integer, minimum: 0, maximum: 30 }
      east: { type: integer, minimum: 0, maximum: 50 }
      north: { type: integer, minimum: 0, maximum: 50 }
    invariants: { low: { always: shared.floor < 30 } }
    screens:
      hall:
        slots: { door: { presents: [attic] } }
        actions:
          up: { when: shared.floor < 30, shared: { floor: "${shared.floor + 1}" } }
          east: { when: shared.east < 50, shared: { east: "${shared.east + 1}" } }
          north: { when: shared.north < 50, shared: { north: "${shared.north + 1}" } }
          open: { when: "shared.floor == 30 && shared.east + shared.north < 99", present: attic }
      attic: { actions: { look: { reply: here } } }
    """

  private static func climb(_ flow: FlowDefinition) throws -> Beginning {
    let names = flow.actionNames
    let up = try #require(names.index(of: "up"))
    let east = try #require(names.index(of: "east"))
    return Beginning(
      moves: [.act(east, payload: [:], at: "/main")]
        + Array(repeating: .act(up, payload: [:], at: "/main"), count: 30))
  }

  private static func settings(_ states: Int) -> Explorer.Settings {
    var settings = Explorer.Settings()
    settings.maxStates = states
    return settings
  }

  private static func verdict(of name: String, in exploration: Exploration) -> Exploration.Verdict? {
    exploration.goals.first { $0.kind == .screen && $0.name == name }?.verdict
  }

  /// A scenario's action may be one that a screen above the active one takes, or the flow.
  @Test(arguments: [
    ("- { do: plan }\n      - { do: go }", 2), ("- { do: count }\n      - { do: go }", 2),
    ("- { do: go }\n      - { do: count }", 2),
    // What lies below the sheet can't be used.
    ("- { do: go }\n      - { do: go }", 1), ("- { do: go }\n      - { do: plan }", 1),
  ])
  func actionsPassedUpAreMoves(steps: String, count: Int) throws {
    let flow = try flow(
      """
      navtree: 1
      flow: passed
      start: app
      shared: { n: integer }
      actions: { count: { shared: { n: "${shared.n + 1}" } } }
      screens:
        app:
          kind: tabs
          tabs: { home: home }
          actions: { plan: { shared: { n: 7 } } }
        home:
          slots: { sheet: { style: sheet, presents: [page] } }
          actions: { go: { present: page } }
        page: {}
      """)
    let text = "flow: flow.yaml\nscenarios:\n  - name: s\n    steps:\n      \(steps)\n"
    let outcome = ScenarioReader.read(
      Array(text.utf8), file: "s.scenarios.yaml", flow: { _ in .success(FlowLoader.Outcome(flow)) },
      snapshot: { _ in .failure(PartFault("none")) })
    let scenario = try #require(outcome.file?.scenarios.first, "\(outcome.diagnostics.map(\.message))")
    #expect(try #require(Beginning(of: scenario, in: flow)).moves.count == count)
  }

  @Test func aBoundedExplorationBeginsWithScenariosToo() throws {
    let flow = try flow(Self.tower)
    var settings = Self.settings(600)
    #expect(Self.verdict(of: "attic", in: try Explorer(flow, settings).run()) == .bounded)
    settings.besides = [try Self.climb(flow)]
    let exploration = try Explorer(flow, settings).run()
    #expect(exploration.bounds.first == "more than 600 states")
    let goal = try #require(exploration.goals.first { $0.kind == .screen && $0.name == "attic" })
    #expect(goal.verdict == .reached)
    #expect(goal.way.count >= 31)
    #expect(exploration.findings.contains { $0.kind == .breach && $0.name == "low" })
    let told = exploration.text()
    #expect(told.contains("  ... again, 28 times ..."), "\(told)")
  }

  @Test func aWholeExplorationNeedsNone() throws {
    let flow = try flow(Self.tower.replacing("maximum: 50", with: "maximum: 1"))
    var settings = Self.settings(2_000)
    let alone = try Explorer(flow, settings).run().text()
    settings.besides = [try Self.climb(flow)]
    #expect(try Explorer(flow, settings).run().text() == alone)
    #expect(alone.hasSuffix("all states\n"))
  }

  @Test func fromASnapshotNothingIsUnreachable() throws {
    let flow = try flow(Self.tower.replacing("maximum: 50", with: "maximum: 1"))
    let session = try searching(flow)
    for move in try Self.climb(flow).moves { _ = move.perform(on: session) }
    var settings = Self.settings(2_000)
    settings.from = [Beginning(name: "top.json", of: session)]
    let exploration = try Explorer(flow, settings).run()
    #expect(exploration.bounds == ["the start may lead to others"])
    #expect(!exploration.goals.contains { $0.verdict == .unreachable })
    #expect(Self.verdict(of: "attic", in: exploration) == .reached)
    #expect(exploration.findings.first { $0.kind == .breach }?.origin?.name == "top.json")
  }

  @Test func aPlanTakesTheWayOfAScenario() throws {
    let flow = try flow(Self.tower)
    let target = try PlanTarget("shared.east == 1 && screens.exists(s, s.type == 'attic')", in: flow)
    var bounds = Plan.Bounds()
    bounds.states = 3_000
    bounds.besides = { (try? Self.climb(flow)).map { [$0, $0] } ?? [] }
    let plan = Plan(try searching(flow), to: target, bounds)
    #expect(plan.verdict == .reached)
    #expect(plan.moves.count == 32)
    #expect(!plan.isShortest)
  }

  @Test func randomSessionsBeginWithTheMovesOfScenarios() throws {
    let flow = try flow(Self.tower)
    var settings = Fuzzer.Settings()
    settings.beginnings = [try Self.climb(flow)]
    let fuzzer = Fuzzer(flow, settings)
    let block = fuzzer.block()
    fuzzer.take((0..<Fuzzer.blockSize).map { block.run($0) })
    let run = try #require(fuzzer.failures.first)
    let moves = FuzzShrinking(flow, []).shrink(run.moves, to: FuzzFinding(.invariant, "low"))
    #expect(moves.count == 30)
  }
}
