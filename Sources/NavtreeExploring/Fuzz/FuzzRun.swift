import NavtreeEngine
import NavtreeFlow

/// One run of the fuzzer: a session from its start over random moves.
package struct FuzzRun: Sendable {
  /// A state that no run before had come to.
  struct Novelty {
    let key: StateKey
    /// The number of moves that lead to it.
    let length: Int
    /// The class of the last of them.
    let number: Int
  }

  package let number: Int
  /// Where it begins, without moves.
  package let start: Beginning
  /// All moves, those that were refused too.
  package fileprivate(set) var moves: [Move] = []
  package fileprivate(set) var finding: FuzzFinding?
  /// The places of expressions that failed.
  fileprivate(set) var defects: Set<String> = []
  /// Those that the flow's author acknowledges, with the reasons.
  fileprivate(set) var ignored: [FuzzFinding: String] = [:]
  fileprivate(set) var novelties: [Novelty] = []
  /// By class, the number of moves.
  fileprivate(set) var tries: [Int] = []
  fileprivate(set) var events: Set<CoverageEvent> = []
}

/// All that the runs of a block know: the weights and the states so far.
///
/// Runs on several threads read it; nothing writes to it.
package struct FuzzBlock: @unchecked Sendable {
  let flow: FlowDefinition
  let settings: Fuzzer.Settings
  let chooser: FuzzChooser
  /// By class.
  let weights: [Int]
  /// Those at which runs begin in turn.
  let starts: [Beginning]
  let corpus: [Way]
  let seen: Set<StateKey>

  /// Moves that led to something new from one of the starts.
  struct Way {
    let start: Int
    let moves: [Move]
  }

  /// A run that is cut off has the moves so far, or none.
  ///
  /// - Complexity: that of the moves.
  package func run(_ number: Int) -> FuzzRun {
    var random = Dice(seed: settings.seed, number: number)
    let start = starts[number % starts.count]
    var run = FuzzRun(number: number, start: start)
    run.tries = Array(repeating: 0, count: weights.count)
    let recorder = CoverageRecorder(flow)
    let checks = FuzzSubject.Checks(
      isWhole: random.isTrue(1, of: 4), history: random.isTrue(1, of: 16), patches: random.isTrue(1, of: 16),
      defects: settings.findsDefects)
    guard !settings.isOver(),
      let subject = try? FuzzSubject(flow, checks, settings.conditions, from: start, coverage: recorder)
    else { return run }
    var walk = Walk(run, subject, seen)
    if random.isTrue(1, of: 2) { follow(&walk, &random) }
    let weights = swarm(&random)
    var chooser = chooser
    while walk.run.moves.count < settings.steps, subject.finding == nil, !settings.isOver() {
      guard
        let chosen = chooser.choose(in: subject.session, weights, &random)
          ?? chooser.choose(in: subject.session, self.weights, &random)
      else {
        walk.skip()
        continue
      }
      walk.go(chosen.move, chosen.number)
    }
    walk.run.finding = subject.finding
    walk.run.defects = subject.defects
    walk.run.ignored = subject.ignored
    walk.run.events = Set(recorder.counts.keys)
    return walk.run
  }

  /// Begins with moves that led to something new, those found last before others.
  private func follow(_ walk: inout Walk, _ random: inout Dice) {
    guard !corpus.isEmpty else { return }
    let way = corpus[max(random.below(corpus.count), random.below(corpus.count))]
    if way.start != walk.run.number % starts.count { return }
    let moves = way.moves
    let count = random.isTrue(1, of: 4) ? random.below(moves.count + 1) : moves.count
    for move in moves.prefix(min(count, settings.steps))
    where walk.subject.finding == nil && !settings.isOver() {
      walk.go(move, nil)
    }
  }

  /// The weights of a run that leaves out half of the classes (Groce et al., "Swarm testing", 2012).
  private func swarm(_ random: inout Dice) -> [Int] {
    if random.isTrue(1, of: 4) { return weights }
    return weights.map { random.isTrue(1, of: 2) ? $0 : 0 }
  }

  /// A run on its way.
  private struct Walk {
    var run: FuzzRun
    let subject: FuzzSubject
    private let seen: Set<StateKey>
    private var ownStates: Set<StateKey> = []

    init(_ run: FuzzRun, _ subject: FuzzSubject, _ seen: Set<StateKey>) {
      self.run = run
      self.subject = subject
      self.seen = seen
    }

    /// - Parameter number: the class; nil for a move that was made before.
    mutating func go(_ move: Move, _ number: Int?) {
      run.moves.append(move)
      let isTaken = subject.perform(move).isTaken
      guard let number else { return }
      run.tries[number] += 1
      guard isTaken else { return }
      let key = StateClass.key(of: subject.session)
      guard !seen.contains(key), ownStates.insert(key).inserted else { return }
      run.novelties.append(FuzzRun.Novelty(key: key, length: run.moves.count, number: number))
    }

    /// Nothing can be done but to let time pass.
    mutating func skip() { run.moves.append(.advance(1_000)) }
  }
}
