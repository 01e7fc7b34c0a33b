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
  var states = StateTable()
  var edges = EdgeTable()
  var trees = TreeTable()
  /// The moves that lead to states.
  private(set) var moves: [Trial] = []
  /// The number of the move that is tried.
  var current = 0
  /// The states in which either timer of several may be the next.
  var openStates: Set<Int> = []
  /// The readers of the forged moves that are tried.
  private(set) var forgers: [MoveReader] = []
  /// The number of states that were found before the last of them was.
  private(set) var forgedFrom = 0
  /// Whether the move that is tried is forged.
  var isForged = false
  /// The states that a forged move led to first.
  var forgedStates: Set<Int> = []
  private var numbers: [Trial: Int] = [:]
  /// The number of moves that were made and led to a state, known or not, whose key was taken.
  var visitCount = 0
  /// The number of states in which the present moves were tried.
  var triedCount = 0
  /// The number of moves that were tried.
  var trialCount = 0
  /// Things by which the search differs from one of all states.
  var gaps: Set<Gap> = []
  /// The states that it begins with, which are the first ones.
  private(set) var roots: [Root] = []
  /// The number of threads that try moves.
  var jobs = 1
  /// The number of states that wait from which on they are worth their beginning.
  var leastWaiting = 1
  let beginnings: [Beginning]
  var kept: [(state: Int, checkpoint: Checkpoint)?]
  /// The way to the state that was expanded last, from a root, by the number of moves.
  var way: [(state: Int, checkpoint: Checkpoint)] = []
  private(set) var bounds = Bounds(states: .max)
  /// Nil for a search breadth-first.
  var queue: StateQueue?
  /// Whether all answers and passages of time are kept as edges, those that change nothing too.
  let keepsAnswers: Bool

  /// A thing by which a search may miss states, even if it expands all that it finds.
  enum Gap: Hashable, Comparable {
    /// A move was refused by a limit of navtree.
    case limits
    /// More timers run at a time than are told apart by their orders.
    case timers
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

  /// A move as it is tried.
  struct Trial: Hashable, Sendable {
    let move: Move
    /// The timers that fall due at it, as bits, in the order in which they were set.
    var due: UInt64 = 0
    /// The values that counters are given before it; 0 for those that they have.
    var variant = 0
  }

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
  var keepsEdges: Bool { !isForging && queue == nil }

  /// The number of a move, if it has one.
  func knownNumber(of trial: Trial) -> Int? { numbers[trial] }

  /// The number of a move, by which it is kept.
  func number(of trial: Trial) -> Int {
    if let known = numbers[trial] { return known }
    moves.append(trial)
    numbers[trial] = moves.count - 1
    return moves.count - 1
  }

  /// Takes over what another search knows before it tries its present moves.
  ///
  /// - Returns: whether both have begun alike.
  func follow(_ other: Search) -> Bool {
    if begin(Nobody()) || roots.count != other.roots.count { return false }
    (states, trees, moves, numbers) = (other.states, other.trees, other.moves, other.numbers)
    bounds = other.bounds
    (forgedStates, gaps, forgedFrom) = (other.forgedStates, other.gaps, other.forgedFrom)
    forgers = other.forgers.map { MoveReader(reader.catalog, forging: $0.forged) }
    return true
  }

  private final class Nobody: SearchObserver {
    func found(_ state: Int, in search: Search) -> Bool { false }
    func willTry(_ move: Move, in search: Search) {}
    func tried(_ move: Move, _ outcome: MoveOutcome, hasChanged: Bool, from state: Int, in search: Search)
      -> Bool
    { false }
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
  func run(_ bounds: Bounds, _ observer: any SearchObserver) -> End {
    self.bounds = bounds
    if begin(observer) { return .enough }
    return expandAll(observer)
  }

  /// Goes on with forged moves in all states that were found, and with all moves in those to which these lead. What
  /// was found without them stays as it is.
  ///
  /// - Returns: whether all states were expanded to which they lead.
  /// - Complexity: as that of a search.
  func forge(_ forger: MoveReader, _ observer: any SearchObserver) -> Bool {
    forgedFrom = states.count
    // They may lead on without end where the others don't.
    bounds.states = min(bounds.states, max(1_024, 4 * forgedFrom))
    forgers.append(forger)
    return expandAll(observer) == .exhausted
  }

  /// The moves to try in a state that the session is in.
  func movesToTry(in state: Int) -> [(move: Move, isForged: Bool)] {
    if let forger = forgers.last, state < forgedFrom { return forger.moves(of: session).map { ($0, true) } }
    return reader.moves(of: session).map { ($0, false) }
      + forgers.flatMap { $0.moves(of: session).map { ($0, true) } }
  }

  /// Enters the states of all beginnings, whose moves are tried as others are.
  ///
  /// - Returns: whether the observer has what it wants.
  private func begin(_ observer: any SearchObserver) -> Bool {
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
}
