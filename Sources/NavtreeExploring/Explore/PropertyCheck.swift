import NavtreeCEL
import NavtreeEngine
import NavtreeFlow

/// The check of a flow's properties over time, on the graph of the states that a search has found.
///
/// It notes in each state which conditions hold and what is owed; a state that wasn't expanded may lead anywhere.
final class PropertyCheck {
  /// The answer to a property.
  enum Answer {
    case holds
    /// A bound cut off what decides it.
    case undecided
    /// - Parameters:
    ///   - way: the moves from the start.
    ///   - circle: the moves that come again and again; empty if nothing happens any more.
    case broken(way: [Move], circle: [Move], sentence: String)
  }

  private let flow: FlowDefinition
  /// By property and condition, whether it holds in each state.
  private var truths: [[[Bool]]]
  private var owed = OwedClasses()
  /// By property, a state that was found by itself to lead nowhere.
  private var stuckStates: [Int: Int] = [:]
  /// Whether a screen of these types may have moves that weren't tried, and that lead elsewhere.
  private let mayHaveMore: (Set<Int>) -> Bool
  /// By property, the states from which a way was found by itself.
  private var freeStates: [[Int]]
  /// By property, the proof that its condition can't be reached from a state, and what it said of the states so far.
  private var proofs: [Int: (guide: PlanGuide, answers: [[Bool]: Bool])] = [:]
  private var pursuitCount = PropertyCheck.firstPursuit

  /// The number of states after which states are looked at by themselves for the first time.
  private static let firstPursuit = 1_024
  /// The most states that are looked at by themselves each time.
  private static let mostPursuits = 16

  init(_ flow: FlowDefinition, mayHaveMore: @escaping (_ types: Set<Int>) -> Bool) {
    self.flow = flow
    self.mayHaveMore = mayHaveMore
    truths = flow.properties.map { $0.expressions.map { _ in [] } }
    freeStates = flow.properties.map { _ in [] }
    guard flow.hasOneWindow else { return }
    for (number, property) in flow.properties.enumerated() {
      guard case .possible(let condition) = property.claim else { continue }
      let guide = PlanGuide(flow, proving: condition)
      if !guide.goal.isEmpty { proofs[number] = (guide, [:]) }
    }
  }

  /// Notes a state, each once, in the order of their numbers.
  func note(_ session: Session) {
    for (number, property) in flow.properties.enumerated() {
      for (index, expression) in property.expressions.enumerated() {
        let holds = try? ConditionReader(session).holds(expression.program)
        truths[number][index].append(holds == true)
      }
    }
    if flow.properties.contains(where: \.isOfCircles) { owed.note(session) }
    for (number, proof) in proofs where stuckStates[number] == nil && truths[number][0].last == false {
      let facts = proof.guide.possible(in: session)
      let known = proof.answers[facts]
      let mayReach = known ?? proof.guide.mayReachGoal(from: facts)
      if known == nil { proofs[number]?.answers[facts] = mayReach }
      if !mayReach { stuckStates[number] = truths[number][0].count - 1 }
    }
  }

  // MARK: States by themselves

  /// Searches from single states that lead to no known state in which a condition holds that must stay possible: what
  /// follows such a state may be little, though the whole search doesn't end.
  ///
  /// - Parameter searcher: makes a search from a state, with the most states; gives its end, and their number.
  /// - Complexity: that of as many states as were found so far, for each property.
  func pursue(
    in search: Search,
    _ searcher: (_ from: Int, _ most: Int, any SearchObserver) -> (end: Search.End, count: Int)?
  ) {
    guard search.states.count >= pursuitCount else { return }
    pursuitCount *= 2
    for (number, property) in flow.properties.enumerated() where stuckStates[number] == nil {
      guard case .possible(let condition) = property.claim else { continue }
      var goals = truths[number][0]
      for state in freeStates[number] { goals[state] = true }
      let isLeading = search.edges.leading(to: goals)
      let roots = (0..<search.edges.count).filter { !isLeading[$0] }.prefix(Self.mostPursuits)
      var budget = search.states.count
      var skipped: Set<Int> = []
      for root in roots where !skipped.contains(root) && budget > 0 {
        let observer = Pursuit(of: condition) { key, times in
          search.states.index(of: key, times).map { isLeading[$0] } ?? false
        }
        guard let (end, count) = searcher(root, min(budget, search.states.count / 2), observer) else {
          continue
        }
        budget -= count
        switch end {
        case .exhausted: if !mayHaveMore(observer.types) { stuckStates[number] = root }
        case .enough: freeStates[number].append(root)
        // Those that follow it aren't better.
        case .states: for edge in search.edges[root] { skipped.insert(Int(edge.target)) }
        case .depth, .stopped: return
        }
        if stuckStates[number] != nil { break }
      }
    }
  }

  /// Ends a search once a condition holds, or a state is found from which a way is known.
  private final class Pursuit: SearchObserver {
    private let condition: CompiledExpression
    private let isKnown: (StateKey, TimeBounds) -> Bool
    /// The types of the screens that were seen.
    private(set) var types: Set<Int> = []

    init(of condition: CompiledExpression, _ isKnown: @escaping (StateKey, TimeBounds) -> Bool) {
      self.condition = condition
      self.isKnown = isKnown
    }

    func found(_ state: Int, in search: Search) -> Bool {
      types.formUnion(search.trees.trees[Int(search.states.trees[state])].types)
      return (try? ConditionReader(search.session).holds(condition.program)) == true
        || isKnown(search.states.key(of: state), search.states.times[state])
    }

    func willTry(_ move: Move, in search: Search) {}

    func tried(_ move: Move, _ outcome: MoveOutcome, hasChanged: Bool, from state: Int, in search: Search)
      -> Bool
    { false }
  }

  // MARK: Answers

  /// - Parameter isWhole: whether no state was missed.
  func answer(to number: Int, in search: Search, isWhole: Bool) -> Answer {
    switch flow.properties[number].claim {
    case .possible(let condition):
      // A state that wasn't expanded may lead anywhere.
      let goals = truths[number][0].enumerated().map { $1 || $0 >= search.edges.count }
      let isLeading = search.edges.leading(to: goals)
      var stuck = stuckStates[number]
      if let first = isLeading.firstIndex(of: false), !mayHaveMore(types(after: first, in: search)) {
        stuck = stuck.map { min($0, first) } ?? first
      }
      if let stuck {
        return .broken(
          way: search.way(to: stuck), circle: [],
          sentence: "no way leads from here to '\(condition.program.source)'")
      }
      // From some times that may be left, another timer may be the next than the one that leads on.
      let isSure = search.edges.leading(to: goals) { state, edge in
        if case .advance = search.moves[Int(edge.move)] { !search.openStates.contains(state) } else { true }
      }
      return isWhole && !isSure.contains(false) ? .holds : .undecided
    case .leadsTo(let from, let to):
      let finder = CircleFinder(search, owed, from: truths[number][0], to: truths[number][1])
      if let found = finder.shortest() {
        guard let (way, circle) = search.timed(found.way, circle: found.circle) else { return .undecided }
        let end = circle.isEmpty ? "nothing leads on" : "the same happens again and again"
        return .broken(
          way: way, circle: circle,
          sentence: "'\(to.program.source)' need not follow '\(from.program.source)': \(end)")
      }
      return isWhole ? .holds : .undecided
    }
  }

  /// The types of the screens of all states that follow one.
  private func types(after state: Int, in search: Search) -> Set<Int> {
    var known: Set<Int> = [state]
    var pending = [state]
    while let state = pending.popLast() {
      for edge in search.edges[state] where known.insert(Int(edge.target)).inserted {
        pending.append(Int(edge.target))
      }
    }
    return search.types(of: known)
  }
}

extension FlowDefinition {
  /// Whether a session has one window at all times.
  var hasOneWindow: Bool { windows.isEmpty && start.count == 1 }
}
