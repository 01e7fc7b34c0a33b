import NavtreeEngine
import NavtreeFlow

/// Follows a search, and may end it.
protocol SearchObserver: AnyObject {
  /// A state was found, and the session is in it.
  ///
  /// - Returns: whether the search is to end.
  func found(_ state: Int, in search: Search) -> Bool
  /// A move is about to be tried.
  func willTry(_ move: Move, in search: Search)
  /// A move was tried, and the session is as the move has left it.
  ///
  /// - Parameter hasChanged: whether it may be in another state than before.
  /// - Returns: whether the search is to end.
  func tried(_ move: Move, _ outcome: MoveOutcome, hasChanged: Bool, from state: Int, in search: Search)
    -> Bool
}

/// A breadth-first search of the states of a session: every move is tried in each state, in the order in which the
/// states were found, so that the way to each is one of the shortest.
///
/// Each state is kept as a key, the state before it and the move from there. To try its moves the session goes back to
/// a checkpoint, of which a bounded number is kept, or to the nearest one before it, and repeats the moves from there.
final class Search {
  /// The bounds of a search.
  struct Bounds {
    var states: Int
    var depth: Int?
    /// Whether to end, asked now and then.
    var isOver: () -> Bool = { false }
  }

  /// The end of a search.
  enum End: Equatable {
    /// Every found state was expanded.
    case exhausted
    case states, depth
    /// The bound of time, or the user.
    case stopped
    /// The observer has what it wants.
    case enough
  }

  let session: Session
  let reader: MoveReader
  let fields: CountedFields
  /// Those that may have any value before each move; nil for none.
  let counters: Counters?
  private(set) var states = StateTable()
  private(set) var edges = EdgeTable()
  private(set) var trees = TreeTable()
  private(set) var moves: [Move] = []
  /// By move, the timers that fall due at it, as bits, in the order in which they were set.
  private(set) var due: [UInt64] = []
  /// By move, the values that counters are given before it; 0 for those that they have.
  private var variants: [Int] = []
  /// The number of the move that is tried.
  private(set) var current = 0
  /// The states in which either timer of several may be the next.
  var openStates: Set<Int> = []
  /// The readers of the forged moves that are tried.
  private var forgers: [MoveReader] = []
  /// Whether the move that is tried is forged.
  private var isForged = false
  /// The states that a forged move led to first.
  private var forgedStates: Set<Int> = []
  private var numbers: [Trial: Int] = [:]
  /// The number of moves that were made and led to a state, known or not, whose key was taken.
  private(set) var visitCount = 0
  /// The number of states in which the present moves were tried.
  private var triedCount = 0
  /// The number of moves that were tried.
  private(set) var trialCount = 0
  /// Things by which the search differs from one of all states.
  var gaps: Set<Gap> = []
  /// The states that it begins with, which are the first ones.
  private(set) var roots: [Root] = []
  private let beginnings: [Beginning]
  var kept: [(state: Int, checkpoint: Checkpoint)?]
  /// The way to the state that was expanded last, from a root, by the number of moves.
  var way: [(state: Int, checkpoint: Checkpoint)] = []
  private var bounds = Bounds(states: .max)
  /// Nil for a search breadth-first.
  private var queue: StateQueue?
  /// Whether all answers and passages of time are kept as edges, those that change nothing too.
  private let keepsAnswers: Bool

  /// A thing by which a search may miss states, even if it expands all that it finds.
  enum Gap: Hashable, Comparable {
    /// A move was refused by a limit of navtree.
    case limits
    /// With several windows a link is opened in the first one alone.
    case windows
    /// Counters have more combinations of values, or change more often in a move, than are tried.
    case counters
  }

  /// A state that it begins with, and the moves that lead there.
  struct Root {
    let checkpoint: Checkpoint
    let beginning: Beginning
  }

  /// A move, with the timers that fall due at it, and the values that counters are given before.
  struct Trial: Hashable {
    let move: Move
    var due: UInt64 = 0
    var variant = 0
  }

  /// The most timers at a time between whose orders time passes.
  static let mostTimers = 8
  /// The most checkpoints that are kept, beside those of the way to one state.
  static let keptCount = 2_048

  /// - Parameters:
  ///   - session: a session for search, at the first state.
  ///   - fields: the fields by which states differ.
  ///   - beginnings: that of the session; and others, each of whose states the search begins with, too.
  ///   - counters: the fields among them that are left out, and may have any value.
  init(
    from session: Session, _ reader: MoveReader, counting fields: CountedFields,
    beginnings: [Beginning] = [.start], widening counters: Counters? = nil
  ) {
    self.session = session
    self.beginnings = beginnings
    self.reader = reader
    self.counters = counters
    self.fields = counters?.leavingOut(from: fields) ?? fields
    keepsAnswers = reader.catalog.flow.properties.contains(where: \.isOfCircles)
    kept = Array(repeating: nil, count: Self.keptCount)
  }

  var flow: FlowDefinition { reader.catalog.flow }

  var isForging: Bool { !forgers.isEmpty }

  /// Whether edges are kept: of moves that aren't forged, while states are expanded in the order of their numbers.
  private var keepsEdges: Bool { !isForging && queue == nil }

  /// The number of a move, by which it is kept.
  private func number(of trial: Trial) -> Int {
    if let known = numbers[trial] { return known }
    moves.append(trial.move)
    due.append(trial.due)
    variants.append(trial.variant)
    numbers[trial] = moves.count - 1
    return moves.count - 1
  }

  /// The types of the screens that a user can use in some of these states.
  func types(of states: some Sequence<Int>) -> Set<Int> {
    let numbers = Set(states.map { self.states.trees[$0] })
    return numbers.reduce(into: []) { $0.formUnion(trees.trees[Int($1)].types) }
  }

  /// Expands the states whose estimated distance from a goal is least first, from now on.
  func guide(by estimate: @escaping (Session) -> Int) { queue = StateQueue(estimate) }

  /// The numbers of the forged moves on the way to the move that is tried in a state, with it.
  func forgedMoves(from state: Int) -> [Int] {
    var found = isForged ? [current] : []
    var state = state
    while state > 0 {
      if forgedStates.contains(state) { found.append(Int(states.moves[state])) }
      state = Int(states.parents[state])
    }
    return found.reversed()
  }

  /// Searches until all states are expanded, a bound is reached, or the observer has what it wants.
  ///
  /// - Complexity: O(number of tried moves · cost of a move and of the key of a state).
  func run(_ bounds: Bounds, _ observer: some SearchObserver) -> End {
    self.bounds = bounds
    if begin(observer) { return .enough }
    return expandAll(observer) { [reader] _, session in reader.moves(of: session).map { ($0, false) } }
  }

  /// Goes on with forged moves in all states that were found, and with all moves in those to which these lead. What
  /// was found without them stays as it is.
  ///
  /// - Returns: whether all states were expanded to which they lead.
  /// - Complexity: as that of a search.
  func forge(_ forger: MoveReader, _ observer: some SearchObserver) -> Bool {
    let knownCount = states.count
    // They may lead on without end where the others don't.
    bounds.states = min(bounds.states, max(1_024, 4 * knownCount))
    forgers.append(forger)
    let end = expandAll(observer) { [reader, forgers] state, session in
      if state < knownCount { return forger.moves(of: session).map { ($0, true) } }
      return reader.moves(of: session).map { ($0, false) }
        + forgers.flatMap { $0.moves(of: session).map { ($0, true) } }
    }
    return end == .exhausted
  }

  /// Enters the states of all beginnings, whose moves are tried as others are.
  ///
  /// - Returns: whether the observer has what it wants.
  private func begin(_ observer: some SearchObserver) -> Bool {
    for (number, beginning) in beginnings.enumerated() {
      if number > 0 {
        guard !bounds.isOver(), let other = try? beginning.session(of: flow) else { continue }
        Checkpoint(of: other.searchFork()).restore(session)
      }
      var made: [Move] = []
      func addRoot() -> (state: Int, isEnough: Bool) {
        let key = KeyReader.key(of: session, counting: fields)
        let times = fields.times ? .none : TimeBounds(TimesLeft(of: session).times).waiting
        // Where timers run, moves after other times may lead elsewhere.
        if times.count == 0, let known = states.index(of: key, times) { return (known, false) }
        states.append(
          key, times, parent: -1, move: 0, depth: made.count, tree: trees.number(of: session))
        roots.append(Root(checkpoint: Checkpoint(of: session), beginning: beginning.with(made)))
        noteGaps()
        queue?.append(roots.count - 1, of: session, depth: made.count)
        return (roots.count - 1, observer.found(roots.count - 1, in: self))
      }
      var root = addRoot()
      session.forgetNotices()
      for move in beginning.moves where !root.isEnough && states.count <= bounds.states {
        let seq = session.seq
        current = self.number(of: Trial(move: move, due: 0))
        observer.willTry(move, in: self)
        let outcome = move.perform(on: session)
        let hasChanged = outcome.isTaken || session.seq != seq
        root.isEnough = observer.tried(move, outcome, hasChanged: hasChanged, from: root.state, in: self)
        session.forgetNotices()
        if !hasChanged || root.isEnough { continue }
        made.append(move)
        root = addRoot()
      }
      if root.isEnough { return true }
    }
    way = [(0, roots[0].checkpoint)]
    return false
  }

  private func expandAll(
    _ observer: some SearchObserver, _ moves: (Int, Session) -> [(move: Move, isForged: Bool)]
  ) -> End {
    triedCount = 0
    var isCut = false
    while triedCount < states.count {
      let state = isForging ? triedCount : queue?.next() ?? triedCount
      if states.count > bounds.states { return .states }
      if let depth = bounds.depth, states.depths[state] >= depth {
        isCut = true
        // The rest lies as deep.
        if isForging || queue == nil, roots.count == 1 { break }
      } else if let end = expand(state, observer, moves) {
        return end
      }
      triedCount += 1
    }
    return isCut ? .depth : .exhausted
  }

  // MARK: Expanding

  /// Tries all moves in a state.
  ///
  /// - Returns: the reason to end here; nil to go on.
  private func expand(
    _ state: Int, _ observer: some SearchObserver, _ moves: (Int, Session) -> [(move: Move, isForged: Bool)]
  ) -> End? {
    let checkpoint = move(to: state)
    let seq = session.seq
    var following: [EdgeTable.Edge] = []
    var isEnough = false
    for (trial, isForged) in trials(moves(state, session), in: state) {
      if bounds.isOver() { return .stopped }
      let move = trial.move
      self.isForged = isForged
      current = number(of: trial)
      observer.willTry(move, in: self)
      let (outcome, times, _) = make(current, at: states.times[state])
      trialCount += 1
      if case .refused(let failure) = outcome, failure.isByLimit { gaps.insert(.limits) }
      if case .endless = outcome { gaps.insert(.limits) }
      // A screen that refuses to go may answer with a change, and an answer that fails ends its effect.
      let hasChanged = outcome.isTaken || session.seq != seq
      if observer.tried(move, outcome, hasChanged: hasChanged, from: state, in: self) { isEnough = true }
      if hasChanged {
        visitCount += 1
        let (target, isEnd) = enter(times.waiting, from: state, observer)
        isEnough = isEnough || isEnd
        let isKept = keepsAnswers && !move.isOfUser
        if keepsEdges, isKept || target != state && !following.contains(where: { $0.target == target }) {
          following.append(EdgeTable.Edge(target: Int32(target), move: Int32(current)))
        }
      }
      if hasChanged || trial.variant > 0 { checkpoint.restore(session) }
      session.forgetNotices()
      if isEnough { return .enough }
    }
    if keepsEdges { edges.append(following) }
    return nil
  }

  /// Makes a move in the session, at an instant that is as good as any other.
  ///
  /// - Returns: the times that are left after it, and the timers, by number, that it has set, some of them again.
  func make(_ number: Int, at times: TimeBounds) -> (outcome: MoveOutcome, times: TimeBounds, set: [Int]) {
    if variants[number] > 0 { counters?.put(variants[number] - 1, in: session) }
    if fields.times { return (moves[number].perform(on: session), .none, []) }
    let times = due[number] == 0 ? times : times.falling(due: due[number]) ?? times
    let before = TimesLeft(of: session)
    before.replace(by: times.least, in: session)
    let outcome = moves[number].perform(on: session)
    let after = TimesLeft(of: session)
    if before.numbers.isEmpty, after.numbers.isEmpty { return (outcome, .none, []) }
    let left = times.least
    let former = zip(after.numbers, after.times).map { number, time in
      before.numbers.firstIndex(of: number).flatMap { left[$0] == time ? $0 : nil }
    }
    let set = zip(after.numbers, former).compactMap { $1 == nil ? $0 : nil }
    return (outcome, times.after(former, after.times), set)
  }

  /// The state that the session is in after a move.
  private func enter(
    _ times: TimeBounds, from state: Int, _ observer: some SearchObserver
  ) -> (state: Int, isEnough: Bool) {
    let key = KeyReader.key(of: session, counting: fields)
    if let known = states.index(of: key, times) { return (known, false) }
    let found = states.count
    states.append(
      key, times, parent: state, move: current, depth: Int(states.depths[state]) + 1,
      tree: trees.number(of: session))
    if isForged { forgedStates.insert(found) }
    let place = found % Self.keptCount
    if kept[place] == nil { kept[place] = (found, Checkpoint(of: session)) }
    noteGaps()
    queue?.append(found, of: session, depth: Int(states.depths[found]))
    return (found, observer.found(found, in: self))
  }

  private func noteGaps() {
    if session.windows.count > 1, !flow.links.isEmpty { gaps.insert(.windows) }
  }
}
