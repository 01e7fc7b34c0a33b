import NavtreeCEL
package import NavtreeEngine
package import NavtreeJSON

/// A way of a session to a state.
package struct Plan {
  package let verdict: Exploration.Verdict
  /// The moves, if it is reached.
  package let moves: [Move]
  /// The same as requests.
  package let requests: [JSONObject]
  /// Whether no shorter way leads there.
  package let isShortest: Bool
  /// The number of states that were looked at.
  package let stateCount: Int
  /// Why some state may have been missed; empty if none was.
  package let bounds: [String]

  /// The bounds of a plan.
  package struct Bounds {
    package var states = 10_000
    package var depth: Int?
    /// Whether the host's own navigations are moves too.
    package var hostNavigation = false
    package var isOver: () -> Bool = { false }
    /// States that moves lead to from the state of the session, and with which the search begins too if it is long.
    package var besides: () -> [Beginning] = { [] }

    package init() {}
  }

  /// Plans from the present state of a session, which isn't changed, and of which nobody learns.
  ///
  /// - Complexity: O(number of states · moves of each).
  package init(_ session: Session, to target: PlanTarget, _ bounds: Bounds = Bounds()) {
    let flow = session.flow
    var urls: [String] = []
    var goals: [CELProgram] = []
    var reads = FieldReads(flow)
    switch target {
    case .screen, .at, .covered: break
    case .link(let url, _):
      urls = [url]
      reads.readAllParams()
    case .when(let program):
      goals = [program]
      reads = FieldReads(flow, goals: goals)
    }
    let catalog = MoveCatalog(flow, urls: urls, goals: goals, counting: reads.fields)
    /// - Parameter guide: nil for a search breadth-first, which finds one of the shortest ways.
    func searching(_ states: Int, by guide: PlanGuide?, _ besides: [Beginning] = []) -> (
      Search, Search.End, PlanObserver
    ) {
      let recorder = CoverageRecorder(flow)
      let search = Search(
        from: session.searchFork(coverage: recorder),
        MoveReader(catalog, hostNavigation: bounds.hostNavigation), counting: reads.fields,
        beginnings: [.start] + besides)
      if let guide { search.guide(by: guide.estimate) }
      let observer = PlanObserver(target, recorder)
      let bounds = Search.Bounds(states: states, depth: bounds.depth, isOver: bounds.isOver)
      return (search, search.run(bounds, observer), observer)
    }
    let guide = PlanGuide(flow, to: target)
    let first = min(bounds.states, Self.plainStates)
    var (search, end, observer) = searching(first, by: nil)
    var isPlain = true
    var way = observer.way
    if end == .states, first < bounds.states {
      let besides = bounds.besides()
      isPlain = guide == nil && besides.isEmpty
      (search, end, observer) = searching(bounds.states, by: guide, besides)
      way = observer.way
      // The moves of a scenario do more than lead there.
      if let found = way, !besides.isEmpty {
        var shrinker = Shrinker<Move>(budget: Self.mostTries, isOver: bounds.isOver) {
          Self.leads($0, from: session, to: target)
        }
        way = Self.leads(found, from: session, to: target) ? shrinker.shrink(found) : found
      }
    }
    isShortest = way != nil && isPlain
    stateCount = search.states.count
    guard let way else {
      var missed = SearchInputs(catalog: catalog).bounds(
        of: end, search.gaps, readsTime: reads.readsTime, states: bounds.states, depth: bounds.depth)
      if bounds.hostNavigation { missed.append(SearchInputs.hostNavigation) }
      self.bounds = missed
      verdict = missed.isEmpty ? .unreachable : .bounded
      (moves, requests) = ([], [])
      return
    }
    verdict = .reached
    self.bounds = []
    moves = way
    let fork = session.searchFork()
    requests = way.compactMap { move in
      defer { _ = move.perform(on: fork) }
      return move.request(in: fork)
    }
  }

  /// The states of a search breadth-first, before one that an estimate guides.
  private static let plainStates = 1_000
  /// The most lists of moves that are tried to shorten a way.
  private static let mostTries = 500

  /// Whether moves lead to the target, and a user may make each of them.
  private static func leads(_ moves: [Move], from session: Session, to target: PlanTarget) -> Bool {
    let recorder = CoverageRecorder(session.flow)
    let fork = session.searchFork(coverage: recorder)
    var hasOpened = false
    for move in moves {
      if move.isForged(in: fork) { return false }
      let outcome = move.perform(on: fork)
      fork.forgetNotices()
      if case .link(let url, _) = target {
        hasOpened = move == .open(url: url) && outcome.isTaken && LinkReader(fork).waiting.isEmpty
      }
    }
    if case .covered(let goal) = target, let event = goal.event { return recorder.counts[event] != nil }
    return hasOpened || target.isMet(by: fork)
  }

  /// `{plan, moves?, shortest?, states, bounds?}`.
  package var json: JSONValue {
    var members: JSONObject = ["plan": .string(verdict.rawValue)]
    if verdict == .reached {
      members["moves"] = .array(requests.map { .object($0) })
      if !isShortest { members["shortest"] = false }
    }
    members["states"] = .integer(stateCount)
    if verdict == .bounded { members["bounds"] = .array(bounds.map { .string($0) }) }
    return .object(members)
  }
}

/// Ends a search at the target of a plan.
private final class PlanObserver: SearchObserver {
  private let target: PlanTarget
  private let recorder: CoverageRecorder
  /// The moves to the target, once it is found.
  private(set) var way: [Move]?

  init(_ target: PlanTarget, _ recorder: CoverageRecorder) {
    self.target = target
    self.recorder = recorder
  }

  func found(_ state: Int, in search: Search) -> Bool {
    guard way == nil, target.isMet(by: search.session) else { return way != nil }
    way = search.way(to: state)
    return true
  }

  func willTry(_ move: Move, in search: Search) {}

  func tried(_ move: Move, _ outcome: MoveOutcome, hasChanged: Bool, from state: Int, in search: Search)
    -> Bool
  {
    if case .covered(let goal) = target, let event = goal.event, recorder.counts[event] != nil {
      way = search.way(to: state, then: search.current)
      return true
    }
    guard case .link(let url, _) = target, move == .open(url: url), case .accepted = outcome,
      LinkReader(search.session).waiting.isEmpty
    else { return false }
    way = search.way(to: state, then: search.current)
    return true
  }
}
