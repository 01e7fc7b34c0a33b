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
  private(set) var states = StateTable()
  private(set) var edges = EdgeTable()
  private(set) var trees = TreeTable()
  private(set) var moves: [Move] = []
  /// By move, the timers that fall due at it, as bits, in the order in which they were set.
  private(set) var due: [UInt64] = []
  /// The number of the move that is tried.
  private(set) var current = 0
  /// The states in which either timer of several may be the next.
  private(set) var openStates: Set<Int> = []
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
  private(set) var gaps: Set<Gap> = []
  private var kept: [(state: Int, checkpoint: Checkpoint)?]
  /// The way to the state that was expanded last, from the start, by depth.
  private(set) var way: [(state: Int, checkpoint: Checkpoint)] = []
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
  }

  /// A move, with the timers that fall due at it.
  private struct Trial: Hashable {
    let move: Move
    let due: UInt64
  }

  /// The most timers at a time between whose orders time passes.
  private static let mostTimers = 8
  /// The most checkpoints that are kept, beside those of the way to one state.
  private static let keptCount = 2_048

  /// - Parameters:
  ///   - session: a session for search, at the first state.
  ///   - fields: the fields by which states differ.
  init(from session: Session, _ reader: MoveReader, counting fields: CountedFields) {
    self.session = session
    self.reader = reader
    self.fields = fields
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
    let start = Checkpoint(of: session)
    let times = fields.times ? .none : TimeBounds(TimesLeft(of: session).times).waiting
    states.append(
      KeyReader.key(of: session, counting: fields), times, parent: -1, move: 0,
      tree: trees.number(of: session))
    way = [(0, start)]
    noteGaps()
    queue?.append(0, of: session, depth: 0)
    if observer.found(0, in: self) { return .enough }
    return expandAll(observer) { [reader] _, session in reader.moves(of: session).map { ($0, false) } }
  }

  /// Goes on with forged moves in all states that were found, and with all moves in those to which these lead. What
  /// was found without them stays as it is.
  ///
  /// - Returns: whether the forged moves were tried in all states that were known.
  /// - Complexity: as that of a search.
  func forge(_ forger: MoveReader, _ observer: some SearchObserver) -> Bool {
    let knownCount = states.count
    // They may lead on without end where the others don't.
    bounds.states = min(bounds.states, max(1_024, 4 * knownCount))
    forgers.append(forger)
    _ = expandAll(observer) { [reader, forgers] state, session in
      if state < knownCount { return forger.moves(of: session).map { ($0, true) } }
      return reader.moves(of: session).map { ($0, false) }
        + forgers.flatMap { $0.moves(of: session).map { ($0, true) } }
    }
    return triedCount >= knownCount
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
        if isForging || queue == nil { break }
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
        checkpoint.restore(session)
      }
      session.forgetNotices()
      if isEnough { return .enough }
    }
    if keepsEdges { edges.append(following) }
    return nil
  }

  /// The moves of a state, in which time passes to each set of timers that may be the next.
  private func trials(_ moves: [(move: Move, isForged: Bool)], in state: Int) -> [(Trial, isForged: Bool)] {
    moves.flatMap { move, isForged -> [(Trial, Bool)] in
      guard case .advance = move, !fields.times else { return [(Trial(move: move, due: 0), isForged)] }
      let times = states.times[state]
      if times.count > Self.mostTimers {
        gaps.insert(.limits)
        return []
      }
      let next = times.nextDue()
      if next.count > 1 { openStates.insert(state) }
      return next.map { (Trial(move: .advance(0), due: $0), isForged) }
    }
  }

  /// Makes a move in the session, at an instant that is as good as any other.
  ///
  /// - Returns: the times that are left after it, and the timers, by number, that it has set, some of them again.
  func make(_ number: Int, at times: TimeBounds) -> (outcome: MoveOutcome, times: TimeBounds, set: [Int]) {
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
    states.append(key, times, parent: state, move: current, tree: trees.number(of: session))
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

  // MARK: Going to a state

  /// Brings the session into a state.
  private func move(to state: Int) -> Checkpoint {
    let place = state % Self.keptCount
    if let entry = kept[place], entry.state == state {
      kept[place] = nil
      entry.checkpoint.restore(session)
      return entry.checkpoint
    }
    var missing: [Int] = []
    var known = state
    while !isOnTheWay(known) {
      missing.append(known)
      known = Int(states.parents[known])
    }
    let depth = Int(states.depths[known])
    way.removeSubrange((depth + 1)...)
    way[depth].checkpoint.restore(session)
    for next in missing.reversed() {
      _ = make(Int(states.moves[next]), at: states.times[Int(states.parents[next])])
      session.forgetNotices()
      way.append((next, Checkpoint(of: session)))
    }
    return way[way.count - 1].checkpoint
  }

  private func isOnTheWay(_ state: Int) -> Bool {
    let depth = Int(states.depths[state])
    return depth < way.count && way[depth].state == state
  }
}
