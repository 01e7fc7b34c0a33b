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
    let broken = flow.invariants.filter { (try? ConditionReader(session).holds($0.always.program)) == false }
    for move in way { _ = move.perform(on: session) }
    let names =
      broken.map(\.name)
      + notices.all.compactMap {
        if case .invariantBroken(_, _, let name) = $0 { name } else { nil }
      }
    if names.contains(where: { "breach \($0)" == goal }) { return true }
    return goalEvents(of: flow)[goal].map { recorder.counts[$0] != nil } ?? false
  }

  /// The number of moves of a way, without waits after which nothing has run.
  private static func length(of way: [Move], in flow: FlowDefinition) throws -> Int {
    let session = try Session(flow, name: "way", limits: Limits().forSearch)
    return way.count { move in
      defer { _ = move.perform(on: session) }
      if case .advance(let time) = move, let due = session.nextTimer { return session.now + time >= due }
      return true
    }
  }

  /// Checks that the property isn't met on the circle after a way, nor after it.
  private static func repeats(_ found: Exploration.Finding, in flow: FlowDefinition, _ comment: Comment)
    throws
  {
    let property = try #require(flow.properties.first { $0.name == found.name })
    let session = try Session(flow, name: "way", limits: Limits().forSearch)
    for move in found.way { _ = move.perform(on: session) }
    for move in found.circle + found.circle {
      #expect(move.perform(on: session).isTaken, comment)
      #expect(try !ConditionReader(session).holds(property.expressions[1].program), comment)
    }
  }

  /// Checks what an exploration says after a few states, of which most is proved without a search, or by one with
  /// widened counters.
  ///
  /// - Returns: the number of things that were proved.
  private static func checkProofs(
    of random: RandomFlow, _ settings: Explorer.Settings, _ search: BruteForce, _ steps: [String: Int],
    after states: Int
  ) throws -> (count: Int, isWidened: Bool) {
    var settings = settings
    settings.maxStates = states
    let exploration = try Explorer(random.flow, settings).run()
    let unreachable = exploration.goals.filter { $0.verdict == .unreachable }
    for goal in unreachable {
      #expect(
        steps["\(goal.kind.rawValue) \(goal.name)"] == nil,
        "seed \(random.seed): \(goal.name)\n\(random.text)")
    }
    let names = random.flow.properties.map(\.name)
    let broken = exploration.properties.filter { $0.verdict == .broken && names.contains($0.name) }
    for property in broken {
      #expect(search.lost[property.name] != nil, "seed \(random.seed): \(property.name)\n\(random.text)")
    }
    for property in exploration.properties where property.verdict == .holds {
      let isLost =
        names.contains(property.name)
        ? search.lost[property.name] != nil : steps["breach \(property.name)"] != nil
      #expect(!isLost, "seed \(random.seed): \(property.name)\n\(random.text)")
    }
    if exploration.isWidened {
      let deadEnds = exploration.findings.filter { $0.kind == .deadEnd }.map(\.name)
      #expect(search.deadEnds.isSuperset(of: deadEnds), "seed \(random.seed)\n\(random.text)")
    }
    return (search.count > states ? unreachable.count + broken.count : 0, exploration.isWidened)
  }

  /// 8 parts of 250 complete flows each: 2,000 in all, and few of them in debug.
  @Test(arguments: 0..<8) func anExplorationSaysWhatBruteForceFinds(part: Int) throws {
    var count = 0
    var unreachable = 0
    var seed = UInt64(part * 10_000)
    var proved = 0
    var widened = 0
    var verdicts: [Exploration.Property.Verdict: Int] = [:]
    while count < rounds(250, inDebug: 2) {
      seed += 1
      guard let random = RandomFlow(seed: seed) else { continue }
      guard let search = try BruteForce(random, limit: RandomFlow.mostStates),
        let forged = try BruteForce(random, limit: RandomFlow.mostStates, forging: true)
      else { continue }
      count += 1
      let steps = Self.steps(search, in: random.flow)
      let forgedSteps = Self.steps(forged, in: random.flow)
      var settings = Explorer.Settings()
      // Circles of sends end soon, as by brute force.
      settings.limits[.queue] = 20
      let exploration = try Explorer(random.flow, settings).run()
      for goal in exploration.goals {
        let name = "\(goal.kind.rawValue) \(goal.name)"
        switch goal.verdict {
        case .reached:
          if goal.forged == nil {
            #expect(
              try Self.length(of: goal.way, in: random.flow) == steps[name],
              "seed \(seed): \(name)\n\(random.text)")
          } else {
            #expect(steps[name] == nil && forgedSteps[name] != nil, "seed \(seed): \(name)\n\(random.text)")
          }
          #expect(
            try Self.leads(goal.way, to: name, in: random.flow), "seed \(seed): \(name)\n\(random.text)")
        case .unreachable:
          unreachable += 1
          #expect(forgedSteps[name] == nil, "seed \(seed): \(name)\n\(random.text)")
        case .bounded:
          #expect(steps[name] == nil && !exploration.bounds.isEmpty, "seed \(seed): \(name)\n\(random.text)")
        }
      }
      // What only forged moves reach may be cut off, too.
      for (states, steps) in [(3, forgedSteps), (max(4, search.count / 2), steps)] {
        let found = try Self.checkProofs(of: random, settings, search, steps, after: states)
        proved += found.count
        if found.isWidened { widened += 1 }
      }
      let names = Set(exploration.goals.map { "\($0.kind.rawValue) \($0.name)" })
      #expect(steps.keys.filter { !names.contains($0) } == [], "seed \(seed)")
      let deadEnds = exploration.findings.filter { $0.kind == .deadEnd }.map(\.name).sorted()
      // Where a timer may come first that leads away, it need not.
      #expect(
        search.hasTimers
          ? search.deadEnds.isSuperset(of: deadEnds) : deadEnds == search.deadEnds.sorted(),
        "seed \(seed)\n\(random.text)")
      let livelocks = exploration.findings.contains { $0.kind == .livelock }
      #expect(livelocks == forged.hasLivelock, "seed \(seed)\n\(random.text)")
      for property in exploration.properties {
        verdicts[property.verdict, default: 0] += 1
        let comment: Comment = "seed \(seed): \(property.name)\n\(random.text)"
        if random.flow.invariants.contains(where: { $0.name == property.name }) {
          let breaks = forgedSteps["breach \(property.name)"] != nil
          #expect(
            property.verdict == .undecided
              ? !exploration.bounds.isEmpty : breaks == (property.verdict == .broken), comment)
          continue
        }
        let lost = search.lost[property.name]
        switch property.verdict {
        case .holds: #expect(lost == nil, comment)
        case .undecided: #expect(!exploration.bounds.isEmpty || search.hasTimers, comment)
        case .broken:
          let found = try #require(
            exploration.findings.first { $0.kind == .breach && $0.name == property.name }, comment)
          let length = try Self.length(of: found.way, in: random.flow)
          #expect(search.hasTimers ? length >= lost ?? .max : length == lost, comment)
          try Self.repeats(found, in: random.flow, comment)
        }
      }
    }
    #expect(widened > rounds(5, inDebug: -1))
    #expect(proved > rounds(10, inDebug: -1))
    #expect(verdicts[.holds, default: 0] > rounds(10, inDebug: -1))
    #expect(verdicts[.broken, default: 0] > rounds(10, inDebug: -1))
    #expect(unreachable > rounds(10, inDebug: 0))
  }
}
