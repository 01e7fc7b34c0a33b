import NavtreeEngine
import NavtreeFlow
import NavtreeText
import NavtreeYAML

/// The result of an exploration.
extension Explorer {
  func addNumbers(to exploration: inout Exploration, _ search: Search) {
    let first = searches[0]
    exploration.stateCount +=
      search === first
      ? search.states.count
      : (0..<search.states.count).count {
        first.states.index(of: search.states.key(of: $0), search.states.times[$0]) == nil
      }
    exploration.visitCount += search.visitCount
    exploration.depth = max(exploration.depth, search.states.depths.max().map { Int($0) } ?? 0)
  }

  func addBounds(to exploration: inout Exploration, _ search: Search, _ end: Search.End) {
    let inputs = SearchInputs(catalog: catalog)
    exploration.inputs = inputs.all
    exploration.bounds = inputs.bounds(
      of: end, search.gaps, readsTime: reads.readsTime, states: settings.maxStates, depth: settings.maxDepth)
    // No move restores a session, or closes a window.
    if flow.mayChangeWhenRestored { exploration.bounds.append("a restored session may differ") }
    if settings.hostNavigation { exploration.bounds.append(SearchInputs.hostNavigation) }
    if !settings.from.isEmpty { exploration.bounds.append("the start may lead to others") }
    if flow.start.count > 1 { exploration.bounds.append("windows may be closed and opened") }
  }

  func addGoals(to exploration: inout Exploration, isWhole: Bool) {
    let limits = GuardLimits(flow)
    exploration.goals = tracker.goals.enumerated().map { index, goal in
      var goal = goal
      if let way = tracker.ways[index] {
        goal.verdict = .reached
        goal.way = moves(of: way)
        goal.origin = origin(of: way)
        goal.forged = forged(of: way)
      } else if isWhole || isImpossible(goal, limits) {
        goal.verdict = .unreachable
      }
      return goal
    }
  }

  func addFindings(to exploration: inout Exploration) {
    let kinds = Exploration.Finding.Kind.allCases
    exploration.findings = collector.found.enumerated().map { index, found in
      var finding = finding(found)
      finding.isTold = index < toldCount
      return finding
    }.enumerated().sorted { one, other in
      func place(_ finding: Exploration.Finding) -> (Int, Int, Int) {
        (finding.forged == nil ? 0 : 1, kinds.firstIndex(of: finding.kind) ?? 0, finding.way.count)
      }
      let places = (place(one.element), place(other.element))
      return places.0 == places.1 ? one.offset < other.offset : places.0 < places.1
    }.map(\.element)
  }

  func finding(_ found: FindingCollector.Found) -> Exploration.Finding {
    Exploration.Finding(
      kind: found.kind, name: found.name, location: found.location, sentence: found.sentence,
      way: moves(of: found.way), forged: forged(of: found.way), origin: origin(of: found.way))
  }

  /// Adds whether each invariant holds in all states.
  func addInvariants(to exploration: inout Exploration, isWhole: Bool) {
    exploration.properties = flow.invariants.map { invariant in
      let isBroken = exploration.findings.contains { $0.kind == .breach && $0.name == invariant.name }
      return Exploration.Property(
        name: invariant.name, location: invariant.always.location,
        verdict: isBroken ? .broken : isWhole ? .holds : .undecided)
    }
  }

  func add(_ answers: [PropertyCheck.Answer], to exploration: inout Exploration) {
    var findings: [Exploration.Finding] = []
    for (property, answer) in zip(flow.properties, answers) {
      let verdict: Exploration.Property.Verdict
      switch answer {
      case .holds: verdict = .holds
      case .undecided: verdict = .undecided
      case .broken(let state, _, _, _, _) where !isReal(state, in: searches[0]): verdict = .undecided
      case .broken(_, let origin, let way, let circle, let sentence):
        verdict = .broken
        findings.append(
          Exploration.Finding(
            kind: .breach, name: property.name, location: property.location, sentence: sentence,
            way: way, forged: nil, circle: circle, origin: origin))
      }
      exploration.properties.append(
        Exploration.Property(name: property.name, location: property.location, verdict: verdict))
    }
    for ((mark, _), answer) in zip(marks.lasting, answers[flow.properties.count...]) {
      guard case .broken(let state, let origin, let way, _, _) = answer, isReal(state, in: searches[0]),
        !exploration.findings.contains(where: { $0.kind == .unreset && $0.location == mark.location })
      else { continue }
      let sentence = "it stays \(mark.value) after '\(mark.effect)' is over, and no way leads on"
      findings.append(
        Exploration.Finding(
          kind: .unreset, name: mark.name, location: mark.location, sentence: sentence, way: way, forged: nil,
          origin: origin))
    }
    let place = exploration.findings.firstIndex { $0.forged != nil || $0.kind == .defect }
    exploration.findings.insert(contentsOf: findings, at: place ?? exploration.findings.count)
  }

  /// A way of the present search.
  func way(_ state: Int, _ move: Int? = nil, forged: [Int] = []) -> GoalTracker.Way {
    GoalTracker.Way(state: state, move: move, search: searches.count - 1, forged: forged)
  }

  func moves(of way: GoalTracker.Way) -> [Move] {
    searches[way.search].way(to: way.state, then: way.move)
  }

  private func forged(of way: GoalTracker.Way) -> Move? {
    way.forged.first.map { searches[way.search].moves[$0].move }
  }

  private func origin(of way: GoalTracker.Way) -> Beginning? {
    searches[way.search].beginning(of: way.state).origin
  }

  /// Whether a rule or its guard can't be reached by the schemas alone, or whatever happens.
  private func isImpossible(_ goal: Exploration.Goal, _ limits: GuardLimits) -> Bool {
    if goal.kind == .screen {
      return flow.screenNames.index(of: goal.name).map(unreachable.screens.contains) ?? false
    }
    guard let location = goal.location else { return false }
    return goal.kind == .rule
      && (limits.impossible.contains(location) || unreachable.rules.contains(location))
      || goal.kind == .guarding && goal.name.hasSuffix(":true") && limits.impossible.contains(location)
  }
}
