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
    ///   - state: the state at the end of the way.
    ///   - origin: where the way begins, unless at the start of the flow.
    ///   - way: the moves from there.
    ///   - circle: the moves that come again and again; empty if nothing happens any more.
    case broken(
      state: Int, origin: Beginning?, way: [Move], circle: [Move], sentence: String)

    var isBroken: Bool { if case .broken = self { true } else { false } }
  }

  /// A claim about the ways from the states.
  private enum Claim {
    case possible(CELProgram)
    case leadsTo(from: CELProgram, to: CELProgram)

    init(_ claim: TemporalProperty.Claim) {
      switch claim {
      case .possible(let condition): self = .possible(condition.program)
      case .leadsTo(let from, let to): self = .leadsTo(from: from.program, to: to.program)
      }
    }

    var conditions: [CELProgram] {
      switch self {
      case .possible(let condition): [condition]
      case .leadsTo(let from, let to): [from, to]
      }
    }
  }

  /// Those of the flow's properties, then others.
  private let claims: [Claim]
  private let ownCount: Int
  private let ofCircles: Bool
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
  /// The part of the states that is looked at for a condition which no property names.
  private static let otherShare = 4

  /// - Parameters:
  ///   - others: conditions that must stay possible, beside the flow's properties.
  ///   - proves: whether only the flow's rules and links navigate.
  init(
    _ flow: FlowDefinition, others: [CELProgram], proves: Bool,
    mayHaveMore: @escaping (_ types: Set<Int>) -> Bool
  ) {
    self.mayHaveMore = mayHaveMore
    claims = flow.properties.map { Claim($0.claim) } + others.map { .possible($0) }
    ownCount = flow.properties.count
    ofCircles = flow.properties.contains(where: \.isOfCircles)
    truths = claims.map { $0.conditions.map { _ in [] } }
    freeStates = claims.map { _ in [] }
    guard proves else { return }
    for (number, claim) in claims.enumerated() {
      guard case .possible(let condition) = claim else { continue }
      let guide = PlanGuide(flow, proving: condition)
      if !guide.goal.isEmpty { proofs[number] = (guide, [:]) }
    }
  }

  /// One that reads the same of each state, and has noted none.
  init(reading other: PropertyCheck) {
    claims = other.claims
    ownCount = other.ownCount
    ofCircles = other.ofCircles
    truths = other.claims.map { $0.conditions.map { _ in [] } }
    freeStates = other.claims.map { _ in [] }
    mayHaveMore = other.mayHaveMore
    proofs = other.proofs
  }

  /// What it notes of a state, which any thread may read from a session there.
  struct Facts: Sendable {
    /// By claim and condition, whether it holds.
    let truths: [[Bool]]
    let owed: OwedClasses.Owed?
    /// By claim whose condition is false, what a proof knows of the state.
    let proofs: [Int: [Bool]]
  }

  func facts(of session: Session) -> Facts {
    let truths = claims.map { claim in
      claim.conditions.map { (try? ConditionReader(session).holds($0)) == true }
    }
    var known: [Int: [Bool]] = [:]
    for (number, proof) in proofs where stuckStates[number] == nil && !truths[number][0] {
      known[number] = proof.guide.possible(in: session)
    }
    return Facts(truths: truths, owed: ofCircles ? OwedClasses.Owed(session) : nil, proofs: known)
  }

  /// Notes a state, each once, in the order of their numbers.
  func note(_ facts: Facts) {
    for (number, truths) in facts.truths.enumerated() {
      for (index, truth) in truths.enumerated() { self.truths[number][index].append(truth) }
    }
    if let owed = facts.owed { self.owed.note(owed) }
    for (number, known) in facts.proofs where stuckStates[number] == nil {
      guard let proof = proofs[number] else { continue }
      let mayReach = proof.answers[known] ?? proof.guide.mayReachGoal(from: known)
      proofs[number]?.answers[known] = mayReach
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
    for (number, claim) in claims.enumerated() where stuckStates[number] == nil {
      guard case .possible(let condition) = claim else { continue }
      var goals = truths[number][0]
      for state in freeStates[number] { goals[state] = true }
      let isLeading = search.edges.leading(to: goals)
      let roots = (0..<search.edges.count).filter { !isLeading[$0] }.prefix(Self.mostPursuits)
      var budget = search.states.count / (number < ownCount ? 1 : Self.otherShare)
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
    private let condition: CELProgram
    private let isKnown: (StateKey, TimeBounds) -> Bool
    /// The types of the screens that were seen.
    private(set) var types: Set<Int> = []

    init(of condition: CELProgram, _ isKnown: @escaping (StateKey, TimeBounds) -> Bool) {
      self.condition = condition
      self.isKnown = isKnown
    }

    func found(_ state: Int, in search: Search) -> Bool {
      types.formUnion(search.trees.trees[Int(search.states.trees[state])].types)
      return (try? ConditionReader(search.session).holds(condition)) == true
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
    switch claims[number] {
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
          state: stuck, origin: search.beginning(of: stuck).origin, way: search.way(to: stuck), circle: [],
          sentence: "no way leads from here to '\(condition.source)'")
      }
      // From some times that may be left, another timer may be the next than the one that leads on.
      let isSure = search.edges.leading(to: goals) { state, edge in
        if case .advance = search.moves[Int(edge.move)].move {
          !search.openStates.contains(state)
        } else {
          true
        }
      }
      return isWhole && !isSure.contains(false) ? .holds : .undecided
    case .leadsTo(let from, let to):
      let finder = CircleFinder(search, owed, from: truths[number][0], to: truths[number][1])
      if let found = finder.shortest() {
        guard let (way, circle) = search.timed(found.way, circle: found.circle, from: found.root) else {
          return .undecided
        }
        let end = circle.isEmpty ? "nothing leads on" : "the same happens again and again"
        return .broken(
          state: 0, origin: search.beginning(of: found.root).origin, way: way, circle: circle,
          sentence: "'\(to.source)' need not follow '\(from.source)': \(end)")
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
