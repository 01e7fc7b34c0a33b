package import NavtreeCEL
package import NavtreeEngine
package import NavtreeFlow
import NavtreeText
import NavtreeYAML

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
    /// Takes what single moves show when it is found.
    package var found: ((Exploration.Finding) -> Void)?
    package var limits = Limits()

    package init() {}
  }

  private let flow: FlowDefinition
  private let settings: Settings
  private let recorder: CoverageRecorder
  private let tracker: GoalTracker
  private let collector: FindingCollector
  /// Whether screens of these types may have moves that weren't tried, and that matter.
  private let mayHaveMore: (Set<Int>) -> Bool
  private let properties: PropertyCheck
  private let reads: FieldReads
  private let marks: RequestMarks
  private var pending: [RequestMarks.Pending] = []
  private let catalog: MoveCatalog
  /// The failures of moves that had reached a goal before they failed.
  private var failures: [(way: GoalTracker.Way, failure: Failure)] = []
  private var isForgingAnswers = false
  /// The places of rules that never run, and the types of screens that are never there, whatever happens.
  private var unreachable: (rules: Set<SourceLocation>, screens: Set<Int>) = ([], [])
  /// The number of findings that were told.
  private var toldCount = 0
  private var answered: (effect: EffectInFlight, count: Int)?

  package init(_ flow: FlowDefinition, _ settings: Settings = Settings()) {
    self.flow = flow
    self.settings = settings
    let recorder = CoverageRecorder(flow)
    self.recorder = recorder
    tracker = GoalTracker(flow, recorder, conditions: settings.goals)
    collector = FindingCollector(flow, recorder)
    reads = FieldReads(flow, goals: settings.goals)
    let catalog = MoveCatalog(flow, goals: settings.goals, counting: reads.fields)
    self.catalog = catalog
    marks = RequestMarks(flow)
    mayHaveMore = { types in flow.hasOpenRule(on: types, catalog, recorder) }
    properties = PropertyCheck(flow, mayHaveMore: mayHaveMore)
  }

  /// Explores the flow from its start.
  ///
  /// - Throws: the reason that it can't be opened.
  /// - Complexity: O(number of states · moves of each).
  package func run() throws(Failure) -> Exploration {
    let session = try Session(
      flow, name: flow.name, limits: settings.limits.forSearch, coverage: recorder)
    let isClosed = flow.hasOneWindow && !settings.hostNavigation && !flow.mayChangeWhenRestored
    if isClosed { unreachable = PlanGuide(flow).unreachable(from: session) }
    let search = search(from: session)
    let end = search.run(
      Search.Bounds(states: settings.maxStates, depth: settings.maxDepth, isOver: settings.isOver), self)
    var exploration = Exploration(flow: flow)
    exploration.stateCount = search.states.count
    exploration.visitCount = search.visitCount
    exploration.depth = search.states.depths.max().map { Int($0) } ?? 0
    addBounds(to: &exploration, search, end)
    addWhole(search, end)
    let answers = flow.properties.indices.map {
      properties.answer(to: $0, in: search, isWhole: exploration.bounds.isEmpty)
    }
    var isWhole = exploration.bounds.isEmpty
    if end == .exhausted || end == .depth {
      // A rule may be one that only covered screens run.
      if !search.forge(MoveReader(catalog, forging: .covered), self) { isWhole = false }
      isForgingAnswers = true
      _ = search.forge(MoveReader(catalog, forging: .answers), self)
      collector.addFailedLinks()
    }
    addGoals(to: &exploration, search, isWhole: isWhole)
    addFindings(to: &exploration, search)
    addInvariants(to: &exploration, isWhole: isWhole)
    add(answers, to: &exploration, search)
    return exploration
  }

  // MARK: The result

  private func addBounds(to exploration: inout Exploration, _ search: Search, _ end: Search.End) {
    let inputs = SearchInputs(catalog: catalog)
    exploration.inputs = inputs.all
    exploration.bounds = inputs.bounds(
      of: end, search.gaps, readsTime: reads.readsTime, states: settings.maxStates, depth: settings.maxDepth)
    // No move restores a session, or closes a window.
    if flow.mayChangeWhenRestored { exploration.bounds.append("a restored session may differ") }
    if settings.hostNavigation { exploration.bounds.append(SearchInputs.hostNavigation) }
    if flow.start.count > 1 { exploration.bounds.append("windows may be closed and opened") }
  }

  /// Adds the findings that the states together show.
  private func addWhole(_ search: Search, _ end: Search.End) {
    collector.addFailedLinks()
    collector.addUntaken(isWhole: end == .exhausted)
    collector.addFailedTries(isWhole: end == .exhausted)
    if end == .exhausted { addFailedGuards() }
    for found in TrapFinder(search, mayHaveMore: mayHaveMore).found() {
      let screen = flow.screens[found.type]
      collector.add(found.kind, screen.name, screen.location, found.sentence) {
        GoalTracker.Way(state: found.state)
      }
    }
  }

  private func addGoals(to exploration: inout Exploration, _ search: Search, isWhole: Bool) {
    let limits = GuardLimits(flow)
    exploration.goals = tracker.goals.enumerated().map { index, goal in
      var goal = goal
      if let way = tracker.ways[index] {
        goal.verdict = .reached
        goal.way = moves(of: way, search)
        goal.forged = way.forged.first.map { search.moves[$0] }
      } else if isWhole || isImpossible(goal, limits) {
        goal.verdict = .unreachable
      }
      return goal
    }
  }

  private func addFindings(to exploration: inout Exploration, _ search: Search) {
    let kinds = Exploration.Finding.Kind.allCases
    exploration.findings = collector.found.enumerated().map { index, found in
      var finding = finding(found, search)
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

  private func finding(_ found: FindingCollector.Found, _ search: Search) -> Exploration.Finding {
    Exploration.Finding(
      kind: found.kind, name: found.name, location: found.location, sentence: found.sentence,
      way: moves(of: found.way, search), forged: found.way.forged.first.map { search.moves[$0] })
  }

  /// Tells what was found since the last time.
  private func tell(_ search: Search) {
    guard let take = settings.found, toldCount < collector.found.count, !search.isForging else { return }
    for found in collector.found[toldCount...] { take(finding(found, search)) }
    toldCount = collector.found.count
  }

  /// Adds whether each invariant holds in all states.
  private func addInvariants(to exploration: inout Exploration, isWhole: Bool) {
    exploration.properties = flow.invariants.map { invariant in
      let isBroken = exploration.findings.contains { $0.kind == .breach && $0.name == invariant.name }
      return Exploration.Property(
        name: invariant.name, location: invariant.always.location,
        verdict: isBroken ? .broken : isWhole ? .holds : .undecided)
    }
  }

  private func add(_ answers: [PropertyCheck.Answer], to exploration: inout Exploration, _ search: Search) {
    var findings: [Exploration.Finding] = []
    for (property, answer) in zip(flow.properties, answers) {
      let verdict: Exploration.Property.Verdict
      switch answer {
      case .holds: verdict = .holds
      case .undecided: verdict = .undecided
      case .broken(let way, let circle, let sentence):
        verdict = .broken
        findings.append(
          Exploration.Finding(
            kind: .breach, name: property.name, location: property.location, sentence: sentence,
            way: way, forged: nil, circle: circle))
      }
      exploration.properties.append(
        Exploration.Property(name: property.name, location: property.location, verdict: verdict))
    }
    let place = exploration.findings.firstIndex { $0.forged != nil || $0.kind == .defect }
    exploration.findings.insert(contentsOf: findings, at: place ?? exploration.findings.count)
  }

  private func search(from session: Session) -> Search {
    Search(
      from: session, MoveReader(catalog, hostNavigation: settings.hostNavigation), counting: reads.fields)
  }

  /// Searches from one state by itself.
  private func end(ofSearchFrom state: Int, in search: Search, _ most: Int, _ observer: any SearchObserver)
    -> (end: Search.End, count: Int)?
  {
    guard let session = try? Session(flow, name: flow.name, limits: settings.limits.forSearch) else {
      return nil
    }
    for move in search.way(to: state) {
      _ = move.perform(on: session)
      session.forgetNotices()
    }
    let own = self.search(from: session)
    let end = own.run(Search.Bounds(states: most, isOver: settings.isOver), observer)
    return own.gaps.contains(.limits) ? nil : (end, own.states.count)
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
        .defect, name, flow.place(of: failed.failure) ?? goal.location,
        FindingCollector.sentence(failed.failure)
      ) { way }
    }
  }

  private func moves(of way: GoalTracker.Way, _ search: Search) -> [Move] {
    search.way(to: way.state, then: way.move)
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

extension Explorer: SearchObserver {
  func found(_ state: Int, in search: Search) -> Bool {
    if !search.isForging {
      tracker.noteState(GoalTracker.Way(state: state), search.session)
      properties.note(search.session)
      properties.pursue(in: search) { end(ofSearchFrom: $0, in: search, $1, $2) }
    }
    if state == 0 {
      tracker.noteEvents(GoalTracker.Way(state: 0))
      noteStart(search.session)
      for notice in search.session.waitingNotices { noteBreach(notice, GoalTracker.Way(state: 0)) }
    }
    if state % 1_024 == 0 { settings.progress?(search.states.count, search.visitCount, tracker.openCount) }
    return isEnough
  }

  func willTry(_ move: Move, in search: Search) {
    answered = nil
    pending = search.isForging ? [] : marks.pending(in: search.session)
    if case .answer(let answer) = move { answered = collector.takenCount(of: answer, in: search.session) }
  }

  func tried(_ move: Move, _ outcome: MoveOutcome, hasChanged: Bool, from state: Int, in search: Search)
    -> Bool
  {
    func way() -> GoalTracker.Way {
      GoalTracker.Way(
        state: state, move: search.current, forged: search.forgedMoves(from: state))
    }
    // A rule for answers that only a forged answer runs isn't reached.
    let openCount = tracker.openCount
    if !isForgingAnswers { tracker.noteEvents(way()) }
    if tracker.openCount < openCount, case .refused(let failure) = outcome, failure.isOfRule {
      failures.append((way(), failure))
    }
    let session = search.session
    for notice in session.waitingNotices { noteBreach(notice, way()) }
    collector.note(move, outcome, in: session, way)
    for pending in pending where marks.isLeft(pending, in: session) {
      let mark = pending.mark
      collector.add(
        .unreset, mark.name, mark.location, "it stays \(mark.value) after '\(mark.effect)' is over", way)
    }
    if let answered, hasChanged, !search.isForging { collector.note(answered, way) }
    tell(search)
    return isEnough
  }

  /// Notes the invariants that are false at the start, which is no change after which they are checked.
  private func noteStart(_ session: Session) {
    for invariant in flow.invariants
    where (try? ConditionReader(session).holds(invariant.always.program)) == false {
      tracker.noteBreach(invariant.name, GoalTracker.Way(state: 0))
      collector.noteBreach(of: invariant.name, in: session) { GoalTracker.Way(state: 0) }
    }
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
  /// Whether a rule of the flow or of some screens has never run, and takes a payload of which not every one is tried.
  fileprivate func hasOpenRule(on types: Set<Int>, _ catalog: MoveCatalog, _ recorder: CoverageRecorder)
    -> Bool
  {
    let elements = types.flatMap { screens[$0].actions.elements } + actions.elements
    return elements.contains { element in
      !element.definition.isNavtrees && !catalog.payloads(of: element.definition).isComplete
        && element.definition.rules.contains {
          recorder.counts[.rule(ObjectIdentifier($0))] == nil && !$0.isOwn
        }
    }
  }

  /// Whether rules run when a session is restored, or some of its fields may be kept nowhere.
  fileprivate var mayChangeWhenRestored: Bool {
    let records = screens.flatMap { [$0.params, $0.state] } + [shared] + effects.map(\.input)
    return screens.contains { $0.lifecycle[.restored] != nil }
      || records.contains { record in
        record.fields.contains { $0.sensitive || $0.persistence != .session || !$0.secrets.isEmpty }
      }
  }
}
