import NavtreeEngine

/// The moves of a state, as another thread has tried them.
struct Expansion: Sendable {
  /// A move that was tried.
  struct Attempt: Sendable {
    /// Its number among the moves of the search.
    let number: Int
    /// Nil if it had a number.
    let trial: Search.Trial?
    let isForged: Bool
    let outcome: Outcome
  }

  enum Outcome: Sendable {
    /// It showed what the thread hadn't seen before, so that it is to be tried where everything is noted.
    case news
    case unchanged
    /// It led to a state that was known.
    case known(Int)
    /// It led to a state that wasn't known to the thread; without what was found there if the thread has told it.
    case reached(StateKey, TimeBounds, Discovery?)
  }

  /// What is noted of a state that is new.
  struct Discovery: Sendable {
    let tree: TreeTable.Tree
    let facts: PropertyCheck.Facts?
    let gaps: Set<Search.Gap>
  }

  /// The number of the thread.
  var thread = 0
  var attempts: [Attempt] = []
  /// Whether reading the moves has shown what the thread hadn't seen before.
  var hasNewMoves = false
  /// Whether either timer of several may be the next.
  var isOpen = false
}

/// What tries the moves of states on a thread of its own, and tells what comes of them.
///
/// It has seen what came before on its thread: a move that shows it nothing new shows nobody else anything.
final class Scout {
  let search: Search
  private let observer: any SharedObserver
  /// The states that it has told, and that it hasn't learned of since.
  private var told: [Told: Visit?] = [:]
  /// The number of those with a checkpoint.
  private var keptCount = 0

  private struct Told: Hashable {
    let key: StateKey
    let times: TimeBounds
  }

  /// How it came to a state. On another way fields may differ that don't count, and the numbers of screens.
  private struct Visit {
    let parent: Int
    let trial: Search.Trial
    let checkpoint: Checkpoint
  }

  init(_ search: Search, _ observer: any SharedObserver) {
    self.search = search
    self.observer = observer
  }

  /// Takes note of states that were found by any thread.
  func learn(_ records: [Scouts.Record], _ trials: [Search.Trial]) {
    for trial in trials { _ = search.number(of: trial) }
    for record in records {
      if case .some(let visit?) = told.removeValue(forKey: Told(key: record.key, times: record.times)) {
        keptCount -= 1
        if visit.parent == Int(record.parent), visit.trial == search.moves[Int(record.move)] {
          search.keep(visit.checkpoint, of: search.states.count)
        }
      }
      search.states.append(
        record.key, record.times, parent: Int(record.parent), move: Int(record.move),
        depth: Int(record.depth), tree: search.trees.number(of: record.tree))
    }
  }

  /// Tries all moves in a state.
  func expansion(of state: Int) -> Expansion {
    var expansion = Expansion()
    if let depth = search.bounds.depth, search.states.depths[state] >= depth { return expansion }
    search.triedCount = state
    let checkpoint = search.move(to: state)
    let (asked, gaps) = (search.reader.catalog.askedCount, search.gaps.count)
    let trials = search.trials(search.movesToTry(in: state), in: state)
    expansion.hasNewMoves = asked != search.reader.catalog.askedCount || gaps != search.gaps.count
    expansion.isOpen = search.openStates.contains(state)
    for (trial, isForged) in trials {
      search.isForged = isForged
      let news = newsCount
      let (times, hasChanged, _) = search.perform(trial, in: state, observer)
      var outcome = Expansion.Outcome.unchanged
      if hasChanged, newsCount == news { outcome = reached(by: trial, from: state, times) }
      if newsCount != news { outcome = .news }
      search.takeBack(trial, to: checkpoint, hasChanged)
      let number = search.knownNumber(of: trial)
      expansion.attempts.append(
        Expansion.Attempt(
          number: number ?? 0, trial: number == nil ? trial : nil, isForged: isForged, outcome: outcome))
    }
    return expansion
  }

  /// The most checkpoints of states that it has told.
  private static let mostKept = 256

  private var newsCount: Int { observer.newsCount + search.gaps.count }

  /// The state that the session is in after a move.
  private func reached(by trial: Search.Trial, from parent: Int, _ times: TimeBounds) -> Expansion.Outcome {
    let key = KeyReader.key(of: search.session, counting: search.fields)
    if let known = search.states.index(of: key, times) { return .known(known) }
    let state = Told(key: key, times: times)
    if told[state] != nil { return .reached(key, times, nil) }
    if keptCount < Self.mostKept {
      keptCount += 1
      told[state] = Visit(parent: parent, trial: trial, checkpoint: Checkpoint(of: search.session))
    } else {
      told[state] = .some(nil)
    }
    let facts = observer.facts(of: parent, in: search)
    let number = search.trees.number(of: search.session)
    return .reached(
      key, times,
      Expansion.Discovery(
        tree: search.trees.trees[number], facts: facts, gaps: search.gapsHere))
  }
}
