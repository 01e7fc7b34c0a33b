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
    /// The states that it begins with in place of the start of the flow.
    package var from: [Beginning] = []
    /// Where a second search begins if the first one doesn't end by itself; each has half of the states and of the time.
    package var besides: [Beginning] = []
    /// The number of threads that try moves; the result doesn't depend on it.
    package var jobs = 1
    /// Makes the flow once more for a thread, which then shares nothing that it counts references to.
    package var flowAgain: () -> FlowDefinition? = { nil }
    /// The number of states that wait from which on threads are worth their beginning.
    package var leastWaiting = 256
    /// Whether half of the time is over.
    package var isHalfOver: () -> Bool = { false }

    package init() {}
  }

  let flow: FlowDefinition
  let settings: Settings
  let recorder: CoverageRecorder
  let tracker: GoalTracker
  let collector: FindingCollector
  /// Whether screens of these types may have moves that weren't tried, and that matter.
  private let mayHaveMore: (Set<Int>) -> Bool
  private(set) var properties: PropertyCheck
  private(set) var searches: [Search] = []
  let reads: FieldReads
  let marks: RequestMarks
  var pending: [RequestMarks.Pending] = []
  let catalog: MoveCatalog
  /// The failures of moves that had reached a goal before they failed.
  var failures: [(way: GoalTracker.Way, failure: Failure)] = []
  var isForgingAnswers = false
  /// The places of rules that never run, and the types of screens that are never there, whatever happens.
  private(set) var unreachable: (rules: Set<SourceLocation>, screens: Set<Int>) = ([], [])
  /// The number of findings that were told.
  private(set) var toldCount = 0
  /// Those that are widened; nil for none.
  let counters: Counters?
  /// The number of writes of counters before the present move.
  var writeCount = 0
  /// What a widened search of all states says, once there is one.
  private var widened: Exploration?
  /// The number of states after which a widened search is tried.
  var widenedAt = 1_024
  var answered: (effect: EffectInFlight, count: Int)?
  /// By thread, what its explorer shares with those of its other searches.
  private var bases: [Explorer] = []

  package convenience init(_ flow: FlowDefinition, _ settings: Settings = Settings()) {
    self.init(flow, settings, widens: false)
  }

  private init(_ flow: FlowDefinition, _ settings: Settings, widens: Bool) {
    self.flow = flow
    self.settings = settings
    let recorder = CoverageRecorder(flow)
    self.recorder = recorder
    tracker = GoalTracker(flow, recorder, conditions: settings.goals)
    collector = FindingCollector(flow, recorder)
    reads = FieldReads(flow, goals: settings.goals)
    counters = widens ? Counters(flow, reads) : nil
    let catalog = MoveCatalog(flow, goals: settings.goals, counting: reads.fields)
    self.catalog = catalog
    marks = RequestMarks(flow, counting: reads.fields)
    mayHaveMore = { types in flow.hasOpenRule(on: types, catalog, recorder) }
    properties = Self.check(of: flow, settings, marks, proves: !widens, mayHaveMore)
  }

  /// One that has seen nothing, for another thread. It shares what isn't changed.
  private init(besides other: Explorer) {
    flow = other.flow
    var settings = Settings()
    settings.goals = other.settings.goals
    self.settings = settings
    recorder = CoverageRecorder(flow)
    tracker = GoalTracker(flow, recorder, conditions: settings.goals)
    collector = FindingCollector(flow, recorder)
    (reads, marks, counters) = (other.reads, other.marks, other.counters)
    catalog = MoveCatalog(copying: other.catalog)
    mayHaveMore = { _ in true }
    properties = PropertyCheck(reading: other.properties)
  }

  /// - Parameter proves: whether a state has one value of each counter, so that proofs may read it.
  private static func check(
    of flow: FlowDefinition, _ settings: Settings, _ marks: RequestMarks, proves: Bool,
    _ mayHaveMore: @escaping (Set<Int>) -> Bool
  ) -> PropertyCheck {
    PropertyCheck(
      flow, others: marks.lasting.map(\.condition),
      proves: proves && flow.hasOneWindow && !settings.hostNavigation, mayHaveMore: mayHaveMore)
  }

  /// Explores the flow from its start, or from where it is to begin.
  ///
  /// - Throws: the reason that it can't be opened.
  /// - Complexity: O(number of states · moves of each).
  package func run() throws(Failure) -> Exploration {
    let beginnings = settings.from.isEmpty ? [.start] : settings.from
    let search = try addSearch(from: beginnings)
    let isClosed = flow.hasOneWindow && !settings.hostNavigation && !flow.mayChangeWhenRestored
    if isClosed, settings.from.isEmpty { unreachable = PlanGuide(flow).unreachable(from: search.session) }
    let most = settings.besides.isEmpty ? settings.maxStates : (settings.maxStates + 1) / 2
    let isOver = settings.besides.isEmpty ? settings.isOver : settings.isHalfOver
    let end = search.run(Search.Bounds(states: most, depth: settings.maxDepth, isOver: isOver), self)
    var exploration = Exploration(flow: flow)
    addNumbers(to: &exploration, search)
    addBounds(to: &exploration, search, end)
    addWhole(search, end)
    var answers = answers(in: search, isWhole: exploration.bounds.isEmpty)
    var isWhole = exploration.bounds.isEmpty
    if end == .exhausted || end == .depth {
      // A rule may be one that only covered screens run.
      if !search.forge(MoveReader(catalog, forging: .covered), self) {
        isWhole = false
        exploration.missesForged = true
      }
      isForgingAnswers = true
      _ = search.forge(MoveReader(catalog, forging: .answers), self)
      collector.addFailedLinks()
    } else if end != .enough, let second = try searchBesides() {
      addNumbers(to: &exploration, second)
      answers = zip(answers, self.answers(in: second, isWhole: false)).map { $0.isBroken ? $0 : $1 }
    }
    addGoals(to: &exploration, isWhole: isWhole)
    addFindings(to: &exploration)
    addInvariants(to: &exploration, isWhole: exploration.bounds.isEmpty)
    add(answers, to: &exploration)
    if end == .states { widen(most: settings.maxStates) }
    if let widened, end == .states || end == .stopped { exploration.complete(by: widened) }
    // What is proved by a widened search is proved all the same.
    if exploration.missesForged, counters == nil { exploration.bounds.append(SearchInputs.forged) }
    return exploration
  }

  /// Searches all states with widened counters, if there are few.
  func widen(most: Int) {
    let isWanted = settings.until == nil && settings.from.isEmpty
    guard counters == nil, widened == nil, isWanted, !reads.counters.isEmpty else { return }
    var settings = settings
    settings.maxStates = most
    settings.besides = []
    settings.found = nil
    settings.progress = nil
    let exploration = try? Explorer(flow, settings, widens: true).run()
    if let exploration, exploration.bounds.isEmpty { widened = exploration }
  }

  /// Whether the moves to a state of a widened search lead there in a session, too.
  func isReal(_ state: Int, in search: Search) -> Bool {
    guard counters != nil else { return true }
    guard let session = session(in: state, of: search) else { return false }
    return KeyReader.key(of: session, counting: search.fields) == search.states.key(of: state)
  }

  /// Searches from the other beginnings. What it doesn't find shows nothing.
  private func searchBesides() throws(Failure) -> Search? {
    if settings.besides.isEmpty || settings.isOver() { return nil }
    let search = try addSearch(from: [.start] + settings.besides)
    properties = Self.check(of: flow, settings, marks, proves: true, mayHaveMore)
    _ = search.run(
      Search.Bounds(
        states: max(1, settings.maxStates / 2), depth: settings.maxDepth, isOver: settings.isOver),
      self)
    collector.addFailedLinks()
    addTraps(search)
    return search
  }

  private func answers(in search: Search, isWhole: Bool) -> [PropertyCheck.Answer] {
    (0..<flow.properties.count + marks.lasting.count).map {
      properties.answer(to: $0, in: search, isWhole: isWhole)
    }
  }

  /// Adds the findings that the states together show.
  private func addWhole(_ search: Search, _ end: Search.End) {
    collector.addFailedLinks()
    let isWhole = end == .exhausted && settings.from.isEmpty
    collector.addUntaken(isWhole: isWhole)
    collector.addFailedTries(isWhole: isWhole)
    if isWhole { addFailedGuards() }
    addTraps(search)
  }

  private func addTraps(_ search: Search) {
    let finder = TrapFinder(search, mayHaveMore: mayHaveMore)
    for found in finder.found() where isReal(found.set[0], in: search) {
      let screen = flow.screens[found.type]
      collector.add(found.kind, screen.name, screen.location, found.sentence) {
        // That of a widened search may not be real.
        let entry = counters == nil ? finder.entry(into: found) : nil
        return entry.map { way($0.state, $0.move) } ?? way(found.set[0])
      }
    }
  }

  /// Tells what was found since the last time.
  func tell(_ search: Search) {
    guard let take = settings.found, toldCount < collector.found.count, !search.isForging else { return }
    for found in collector.found[toldCount...] { take(finding(found)) }
    toldCount = collector.found.count
  }

  /// Adds a search that begins with these states, whose ways are the present ones.
  private func addSearch(from beginnings: [Beginning]) throws(Failure) -> Search {
    let session = try beginnings[0].session(
      of: flow, limits: settings.limits.forSearch, coverage: recorder)
    let search = search(from: session, beginnings)
    search.jobs = settings.jobs
    search.leastWaiting = settings.leastWaiting
    searches.append(search)
    return search
  }

  private func search(from session: Session, _ beginnings: [Beginning]) -> Search {
    Search(
      from: session, MoveReader(catalog, hostNavigation: settings.hostNavigation), counting: reads.fields,
      beginnings: beginnings, widening: counters)
  }

  func scout(for search: Search, number: Int) -> Scout? {
    while bases.count <= number { bases.append(again() ?? self) }
    let explorer = Explorer(besides: bases[number])
    let session = try? search.beginnings[0].session(
      of: explorer.flow, limits: settings.limits.forSearch, coverage: explorer.recorder)
    guard let session else { return nil }
    let own = Search(
      from: session, MoveReader(explorer.catalog, hostNavigation: settings.hostNavigation),
      counting: explorer.reads.fields, beginnings: search.beginnings, widening: explorer.counters)
    return own.follow(search) ? Scout(own, explorer) : nil
  }

  /// One for the same flow, made once more.
  private func again() -> Explorer? {
    guard let flow = settings.flowAgain() else { return nil }
    var own = Settings()
    for goal in settings.goals {
      guard let goal = try? ExplorationCondition.compile(goal.source, over: flow) else { return nil }
      own.goals.append(goal)
    }
    own.hostNavigation = settings.hostNavigation
    return Explorer(flow, own, widens: counters != nil)
  }

  /// Searches from one state by itself, unless counters are widened, whose writes it doesn't count.
  func end(ofSearchFrom state: Int, in search: Search, _ most: Int, _ observer: any SearchObserver)
    -> (end: Search.End, count: Int)?
  {
    guard counters == nil, let session = session(in: state, of: search) else { return nil }
    let own = self.search(from: session, [search.beginning(of: state).with([])])
    let end = own.run(Search.Bounds(states: most, isOver: settings.isOver), observer)
    return !own.gaps.isDisjoint(with: [.limits, .timers]) ? nil : (end, own.states.count)
  }

  /// A session that has gone the way to a state, which nothing counts.
  private func session(in state: Int, of search: Search) -> Session? {
    let session = try? search.beginning(of: state).session(of: flow, limits: settings.limits.forSearch)
    guard let session else { return nil }
    for move in search.way(to: state) {
      _ = move.perform(on: session)
      session.forgetNotices()
    }
    return session
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
        collector.sentence(failed.failure)
      ) { way }
    }
  }
}
