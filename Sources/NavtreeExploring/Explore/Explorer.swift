package import NavtreeCEL
package import NavtreeEngine
package import NavtreeFlow

/// Explores a flow: tries every move in every state, from the start on.
package final class Explorer {
  package struct Settings {
    /// The most states.
    package var maxStates = 100_000
    /// The most moves from the start; nil for any number.
    package var maxDepth: Int?
    /// Whether the host's own navigations are tried too.
    package var hostNavigation = false
    /// Further goals.
    package var goals: [CELProgram] = []
    /// Ends the exploration once it holds.
    package var until: ExplorationEnd?
    /// Whether to end now, asked often.
    package var isOver: () -> Bool = { false }
    /// Takes the numbers of states and of moves, now and then.
    package var progress: ((_ states: Int, _ moves: Int, _ goalsLeft: Int) -> Void)?
    package var limits = Limits()

    package init() {}
  }

  private let flow: FlowDefinition
  private let settings: Settings
  private let recorder: CoverageRecorder
  private let tracker: GoalTracker
  private let collector: FindingCollector
  private let catalog: MoveCatalog
  private let reads: FieldReads
  /// The failures of moves that had reached a goal before they failed.
  private var failures: [(way: GoalTracker.Way, failure: Failure)] = []
  private var answered: (effect: EffectInFlight, count: Int)?

  package init(_ flow: FlowDefinition, _ settings: Settings = Settings()) {
    self.flow = flow
    self.settings = settings
    recorder = CoverageRecorder(flow)
    tracker = GoalTracker(flow, recorder, conditions: settings.goals)
    collector = FindingCollector(flow, recorder)
    reads = FieldReads(flow, goals: settings.goals)
    catalog = MoveCatalog(flow, goals: settings.goals, counting: reads.fields)
  }

  /// Explores the flow from its start.
  ///
  /// - Throws: the reason that it can't be opened.
  /// - Complexity: O(number of states · moves of each).
  package func run() throws(Failure) -> Exploration {
    let session = try Session(
      flow, name: flow.name, limits: settings.limits.forSearch, coverage: recorder)
    let search = Search(
      from: session, MoveReader(catalog, hostNavigation: settings.hostNavigation), counting: reads.fields)
    let end = search.run(
      Search.Bounds(states: settings.maxStates, depth: settings.maxDepth, isOver: settings.isOver), self)
    return result(of: search, end)
  }

  // MARK: The result

  private func result(of search: Search, _ end: Search.End) -> Exploration {
    var exploration = Exploration(flow: flow)
    exploration.stateCount = search.states.count
    exploration.visitCount = search.visitCount
    exploration.depth = search.states.depths.max().map { Int($0) } ?? 0
    let inputs = SearchInputs(catalog: catalog)
    exploration.inputs = inputs.all
    exploration.bounds = inputs.bounds(
      of: end, search.gaps, readsTime: reads.readsTime, states: settings.maxStates, depth: settings.maxDepth)
    // No move restores a session, or closes a window.
    if flow.mayChangeWhenRestored { exploration.bounds.append("a restored session may differ") }
    if settings.hostNavigation { exploration.bounds.append(SearchInputs.hostNavigation) }
    if flow.start.count > 1 { exploration.bounds.append("windows may be closed and opened") }
    let isWhole = exploration.bounds.isEmpty
    let limits = GuardLimits(flow)
    exploration.goals = tracker.goals.enumerated().map { index, goal in
      var goal = goal
      if let way = tracker.ways[index] {
        goal.verdict = .reached
        goal.way = moves(of: way, search)
      } else if isWhole || isImpossible(goal, limits) {
        goal.verdict = .unreachable
      }
      return goal
    }
    collector.addFailedLinks()
    collector.addUntaken(isWhole: end == .exhausted)
    collector.addFailedTries(isWhole: end == .exhausted)
    if end == .exhausted { addFailedGuards() }
    for found in TrapFinder(search).found() {
      let screen = flow.screens[found.type]
      collector.add(found.kind, screen.name, screen.location, found.sentence) {
        GoalTracker.Way(state: found.state, move: nil)
      }
    }
    let kinds = Exploration.Finding.Kind.allCases
    exploration.findings = collector.found.map { found in
      Exploration.Finding(
        kind: found.kind, name: found.name, location: found.location, sentence: found.sentence,
        way: moves(of: found.way, search))
    }.enumerated().sorted { one, other in
      let places = [one, other].map { kinds.firstIndex(of: $0.element.kind) ?? 0 }
      return (places[0], one.element.way.count, one.offset) < (
        places[1], other.element.way.count, other.offset
      )
    }.map(\.element)
    return exploration
  }

  /// Adds the rules whose guards were true, and that never ran, because each try has failed.
  private func addFailedGuards() {
    let ways = tracker.ways
    for (index, goal) in tracker.goals.enumerated() where goal.kind == .rule && ways[index] == nil {
      guard
        let guarding = tracker.goals.firstIndex(where: {
          $0.kind == .guarding && $0.name == "\(goal.name):true"
        }),
        flow.rules.first(where: { $0.location == goal.location })?.writesInside == false,
        let way = ways[guarding], let failed = failures.first(where: { $0.way == way })
      else { continue }
      let name = String(goal.name.prefix { $0 != "#" })
      collector.add(
        .defect, name, collector.place(of: failed.failure) ?? goal.location,
        FindingCollector.sentence(failed.failure)
      ) { way }
    }
  }

  private func moves(of way: GoalTracker.Way, _ search: Search) -> [Move] {
    search.way(to: way.state) + (way.move.map { [search.moves[$0]] } ?? [])
  }

  /// Whether a rule's guard is never true, by the schemas alone.
  private func isImpossible(_ goal: Exploration.Goal, _ limits: GuardLimits) -> Bool {
    guard let location = goal.location, limits.impossible.contains(location) else { return false }
    return goal.kind == .rule || goal.kind == .guarding && goal.name.hasSuffix(":true")
  }
}

extension Explorer: SearchObserver {
  func found(_ state: Int, in search: Search) -> Bool {
    tracker.noteState(state, search.session)
    if state == 0 { tracker.noteEvents(GoalTracker.Way(state: 0, move: nil)) }
    if state == 0 {
      for notice in search.session.waitingNotices { noteBreach(notice, GoalTracker.Way(state: 0, move: nil)) }
    }
    if state % 1_024 == 0 { settings.progress?(search.states.count, search.visitCount, tracker.openCount) }
    return isEnough
  }

  func willTry(_ move: Move, in search: Search) {
    answered = nil
    if case .answer(let answer) = move { answered = collector.takenCount(of: answer, in: search.session) }
  }

  func tried(_ move: Move, _ outcome: MoveOutcome, hasChanged: Bool, from state: Int, in search: Search)
    -> Bool
  {
    func way() -> GoalTracker.Way { GoalTracker.Way(state: state, move: search.number(of: move)) }
    let openCount = tracker.openCount
    tracker.noteEvents(way())
    if tracker.openCount < openCount, case .refused(let failure) = outcome, failure.isOfRule {
      failures.append((way(), failure))
    }
    let session = search.session
    for notice in session.waitingNotices { noteBreach(notice, way()) }
    collector.note(move, outcome, in: session, way)
    if let answered, hasChanged { collector.note(answered, way) }
    return isEnough
  }

  private func noteBreach(_ notice: Notice, _ way: @autoclosure () -> GoalTracker.Way) {
    if case .invariantBroken(_, _, let name) = notice { tracker.noteBreach(name, way()) }
  }

  private var isEnough: Bool {
    guard let until = settings.until else { return false }
    return until.holds(tracker.percent)
  }
}

extension FlowDefinition {
  /// Whether rules run when a session is restored, or some of its fields may be kept nowhere.
  fileprivate var mayChangeWhenRestored: Bool {
    let records = screens.flatMap { [$0.params, $0.state] } + [shared] + effects.map(\.input)
    return screens.contains { $0.lifecycle[.restored] != nil }
      || records.contains { record in
        record.fields.contains { $0.sensitive || $0.persistence != .session || !$0.secrets.isEmpty }
      }
  }
}
