import NavtreeEngine
import NavtreeSystem

/// An observer of a search whose moves are tried on several threads.
protocol SharedObserver: SearchObserver {
  /// Grows with each thing that it hasn't seen before.
  var newsCount: Int { get }
  /// What it notes of a state that the session is in; nil for nothing.
  func facts(of state: Int, in search: Search) -> PropertyCheck.Facts?
  /// A state was found on another thread, and the session isn't in it.
  ///
  /// - Returns: whether the search is to end.
  func found(_ state: Int, _ facts: PropertyCheck.Facts?, in search: Search) -> Bool
  /// The same search with an observer of its own, for the thread of a number; nil if it can't begin so.
  func scout(for search: Search, number: Int) -> Scout?
}

/// Threads that try the moves of the states of a search, which takes what they find in the order of the states, so that
/// its result doesn't depend on their number.
final class Scouts {
  /// A state that was found.
  struct Record: Sendable {
    let key: StateKey
    let times: TimeBounds
    let parent: Int32
    let move: Int32
    let depth: Int32
    let tree: TreeTable.Tree
  }

  /// States for one thread.
  private struct Portion: Sendable {
    var states: Range<Int>
    /// The number of the thread that has found them, so that it needn't go there again.
    let owner: Int
  }

  private struct Shared: Sendable {
    /// The states and moves that were found since the threads began.
    var records: [Record] = []
    var trials: [Search.Trial] = []
    /// What waits for a thread.
    var portions: [Portion] = []
    /// The state whose expansion is taken now.
    var taken: Int
    var expansions: [Int: Expansion] = [:]
    /// The number of threads without work.
    var idleCount = 0
    var isStopped = false

    /// Whether there is something to do.
    var hasWork: Bool { portions.first.map { $0.states.lowerBound < taken + Scouts.mostAhead } ?? false }
    /// Whether it is worth waking what takes expansions: with each of them two threads would wait for it in turn.
    var isReady: Bool { expansions[taken] != nil && (expansions.count >= Scouts.batch || !hasWork) }

    /// What a thread is to do next: what it has found itself if that is near. It sees states in the order of their numbers
    /// alone, so that what it has seen before was before.
    func portion(for thread: Int, after state: Int) -> Int? {
      if !hasWork { return nil }
      return portions.prefix(Scouts.mostLooked).firstIndex {
        $0.owner == thread && $0.states.lowerBound > state
      } ?? portions.firstIndex { $0.states.lowerBound > state }
    }
  }

  let observer: any SharedObserver
  private let shared: Monitor<Shared>
  private var threads: [WorkerThread] = []
  /// The number of states, and of moves, that the threads know.
  private var published: (states: Int, moves: Int)

  /// The states that have an owner, and the portions of which the threads don't know yet.
  private var owned: Int
  private var waiting: [Portion] = []
  /// The thread whose expansion was taken last.
  private var owner = 0

  /// The most states that a thread takes at a time.
  private static let mostAtOnce = 32
  /// The most states that a thread tells at a time.
  private static let toldAtOnce = 8
  /// The number of portions among which a thread looks for its own.
  private static let mostLooked = 16
  /// The most states that are expanded before their turn.
  private static let mostAhead = 8_192
  /// The number of states, or of expansions, that are told at a time while there is other work.
  private static let batch = 64

  /// - Parameter state: the first state to expand.
  init?(_ search: Search, _ observer: any SharedObserver, from state: Int) {
    let scouts = (0..<search.jobs).compactMap { observer.scout(for: search, number: $0) }
    self.observer = observer
    published = (search.states.count, search.moves.count)
    owned = search.states.count
    var shared = Shared(taken: state)
    for (number, first) in stride(from: state, to: owned, by: Self.mostAtOnce).enumerated() {
      let states = first..<min(first + Self.mostAtOnce, owned)
      shared.portions.append(Portion(states: states, owner: number % max(1, scouts.count)))
    }
    let monitor = Monitor(shared)
    self.shared = monitor
    threads = scouts.enumerated().compactMap { number, scout in
      WorkerThread { Self.work(scout, number, monitor) }
    }
    if threads.count < search.jobs {
      end()
      return nil
    }
  }

  /// Ends the threads, once each has expanded the state that it is in.
  func end() {
    shared.withLock { $0.isStopped = true }
    shared.signal()
    for thread in threads { thread.join() }
  }

  /// What a thread has found in a state; nil once the search is over.
  func expansion(of state: Int, in search: Search) -> Expansion? {
    own(upTo: search.states.count)
    if search.states.count >= published.states + Self.batch { publish(search) }
    while true {
      let found = shared.withLock { shared in
        shared.taken = state
        return shared.expansions.removeValue(forKey: state)
      }
      if let found {
        owner = found.thread
        return found
      }
      if search.bounds.isOver() { return nil }
      if search.states.count > published.states { publish(search) }
      shared.wait { $0.isReady }
    }
  }

  /// Gives the states that were found since the last time to the thread that has found them.
  private func own(upTo count: Int) {
    for state in owned..<count {
      if let last = waiting.last, last.owner == owner, last.states.count < Self.mostAtOnce {
        waiting[waiting.count - 1].states = last.states.lowerBound..<state + 1
      } else {
        waiting.append(Portion(states: state..<state + 1, owner: owner))
      }
    }
    owned = count
  }

  /// Tells the threads what was found since the last time.
  private func publish(_ search: Search) {
    let wakes = shared.withLock { shared in
      shared.trials += search.moves[published.moves...]
      for state in published.states..<search.states.count {
        shared.records.append(search.record(of: state))
      }
      shared.portions += waiting
      return shared.idleCount > 0
    }
    waiting = []
    published = (search.states.count, search.moves.count)
    if wakes { shared.signal() }
  }

  // MARK: Threads

  private static func work(_ scout: Scout, _ number: Int, _ shared: Monitor<Shared>) {
    var known = (records: 0, trials: 0)
    var last = -1
    while true {
      let work = shared.withLock { shared -> (states: Range<Int>, [Record], [Search.Trial])? in
        guard !shared.isStopped, let place = shared.portion(for: number, after: last) else { return nil }
        return (
          shared.portions.remove(at: place).states, Array(shared.records[known.records...]),
          Array(shared.trials[known.trials...])
        )
      }
      guard let (states, records, trials) = work else {
        if shared.withLock({ $0.isStopped }) { return }
        shared.withLock { $0.idleCount += 1 }
        shared.wait { $0.isStopped || $0.portion(for: number, after: last) != nil }
        shared.withLock { $0.idleCount -= 1 }
        continue
      }
      last = states.upperBound - 1
      known = (known.records + records.count, known.trials + trials.count)
      scout.learn(records, trials)
      var found: [(Int, Expansion)] = []
      for state in states {
        var expansion = scout.expansion(of: state)
        expansion.thread = number
        found.append((state, expansion))
        if found.count < toldAtOnce, state < last { continue }
        let (isReady, isStopped) = shared.withLock { shared in
          for (state, expansion) in found { shared.expansions[state] = expansion }
          return (shared.isReady, shared.isStopped)
        }
        if isStopped { return }
        if isReady { shared.signal() }
        found = []
      }
    }
  }
}

/// The part of a search that takes what threads have found.
extension Search {
  /// Threads for the present moves, if they are worth it.
  func startScouts(_ observer: any SearchObserver) -> Scouts? {
    guard jobs > 1, queue == nil, states.count - triedCount >= leastWaiting,
      let observer = observer as? any SharedObserver
    else { return nil }
    return Scouts(self, observer, from: triedCount)
  }

  func record(of state: Int) -> Scouts.Record {
    Scouts.Record(
      key: states.key(of: state), times: states.times[state], parent: states.parents[state],
      move: states.moves[state], depth: states.depths[state],
      tree: trees.trees[Int(states.trees[state])])
  }

  /// Takes what a thread has found in a state, and tries again what was new to it.
  ///
  /// - Returns: the reason to end here; nil to go on.
  func take(_ expansion: Expansion, of state: Int, _ observer: any SharedObserver) -> End? {
    var checkpoint: Checkpoint?
    func go() -> Checkpoint {
      let there = checkpoint ?? move(to: state)
      checkpoint = there
      return there
    }
    if expansion.isOpen { openStates.insert(state) }
    if expansion.hasNewMoves {
      _ = go()
      _ = trials(movesToTry(in: state), in: state)
    }
    var following: [EdgeTable.Edge] = []
    for attempt in expansion.attempts {
      if bounds.isOver() { return .stopped }
      isForged = attempt.isForged
      current = attempt.trial.map(number) ?? attempt.number
      let target: Int?
      switch attempt.outcome {
      case .unchanged:
        trialCount += 1
        continue
      case .news: target = nil
      case .known(let state): target = state
      case .reached(let key, let times, let discovery):
        if let known = states.index(of: key, times) {
          target = known
        } else if let discovery {
          let found = add(key, times, from: state, tree: trees.number(of: discovery.tree))
          gaps.formUnion(discovery.gaps)
          if observer.found(found, discovery.facts, in: self) { return .enough }
          target = found
        } else {
          target = nil
        }
      }
      if let target {
        trialCount += 1
        note(target, in: state, &following)
      } else if self.attempt(moves[current], in: state, go(), &following, observer) {
        return .enough
      }
    }
    keep(following)
    return nil
  }
}
