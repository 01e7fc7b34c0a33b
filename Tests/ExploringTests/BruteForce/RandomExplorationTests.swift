import NavtreeEngine
import NavtreeExploring
import NavtreeFlow
import NavtreeTestSupport
import Testing

/// Explorations of small random flows, beside searches by brute force.
struct RandomExplorationTests {
  /// The fewest moves to each goal by brute force.
  private static func steps(_ search: BruteForce, in flow: FlowDefinition) -> [String: Int] {
    var steps = goalEvents(of: flow).compactMapValues { search.steps[$0] }
    for (name, count) in search.breaches { steps["breach \(name)"] = count }
    return steps
  }

  /// Whether a way leads to an event in a session of its own.
  private static func leads(_ way: [Move], to goal: String, in flow: FlowDefinition) throws -> Bool {
    let recorder = CoverageRecorder(flow)
    let notices = Notices()
    let session = try Session(
      flow, name: "way", limits: Limits().forSearch, notices: notices, coverage: recorder)
    for move in way { _ = move.perform(on: session) }
    let broken = notices.all.compactMap {
      if case .invariantBroken(_, _, let name) = $0 { "breach \(name)" } else { nil }
    }
    if broken.contains(goal) { return true }
    return goalEvents(of: flow)[goal].map { recorder.counts[$0] != nil } ?? false
  }

  /// 8 parts of 25 complete flows each: 200 in all. A twelfth of them in debug.
  @Test(arguments: 0..<8) func anExplorationSaysWhatBruteForceFinds(part: Int) throws {
    var count = 0
    var unreachable = 0
    var seed = UInt64(part * 10_000)
    while count < rounds(25, inDebug: 2) {
      seed += 1
      guard let random = RandomFlow(seed: seed) else { continue }
      guard let search = try BruteForce(random, limit: RandomFlow.mostStates) else { continue }
      count += 1
      let steps = Self.steps(search, in: random.flow)
      var settings = Explorer.Settings()
      // Circles of sends end soon, as by brute force.
      settings.limits[.queue] = 20
      let exploration = try Explorer(random.flow, settings).run()
      for goal in exploration.goals {
        let name = "\(goal.kind.rawValue) \(goal.name)"
        switch goal.verdict {
        case .reached:
          #expect(goal.way.count == steps[name], "seed \(seed): \(name)\n\(random.text)")
          #expect(
            try Self.leads(goal.way, to: name, in: random.flow), "seed \(seed): \(name)\n\(random.text)")
        case .unreachable:
          unreachable += 1
          #expect(steps[name] == nil, "seed \(seed): \(name)\n\(random.text)")
        case .bounded:
          #expect(steps[name] == nil && !exploration.bounds.isEmpty, "seed \(seed): \(name)\n\(random.text)")
        }
      }
      let names = Set(exploration.goals.map { "\($0.kind.rawValue) \($0.name)" })
      #expect(steps.keys.filter { !names.contains($0) } == [], "seed \(seed)")
      let deadEnds = exploration.findings.filter { $0.kind == .deadEnd }.map(\.name).sorted()
      #expect(deadEnds == search.deadEnds.sorted(), "seed \(seed)\n\(random.text)")
      let livelocks = exploration.findings.contains { $0.kind == .livelock }
      #expect(livelocks == search.hasLivelock, "seed \(seed)\n\(random.text)")
    }
    #expect(unreachable > rounds(10, inDebug: 0))
  }
}
