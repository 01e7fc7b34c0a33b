package import NavtreeEngine
package import NavtreeFlow

/// Looks for broken promises by random sessions, whose weights go where something new is found.
///
/// Runs are made in blocks: all runs of a block know what the blocks before it found, and their results are merged in
/// the order of their numbers. So a seed gives the same runs on any number of threads.
package final class Fuzzer {
  package struct Settings: Sendable {
    package var seed: UInt64 = 1
    /// The moves of a run.
    package var steps = 50
    /// The conditions of scenarios.
    package var conditions: [FuzzCondition] = []
    /// Whether an expression of the flow that fails is a failure, and not only noted.
    package var findsDefects = false
    /// Whether the host's own navigations are made too.
    package var hostNavigation = false
    /// Whether actions are sent that no user sends: those of covered screens, and those that navtree sends.
    package var forges = false
    /// Where runs begin: at the start of the flow, with moves to begin some with, or at snapshots.
    package var beginnings: [Beginning] = []
    /// Whether the runs are to end; asked before each move.
    package var isOver: @Sendable () -> Bool = { false }

    package init() {}
  }

  /// The number of runs of a block.
  package static let blockSize = 64
  /// The most ways that are kept to begin a run with.
  private static let mostWays = 4_000
  /// The most states that are remembered.
  private static let mostStates = 1_000_000
  /// The most ways of one run.
  private static let mostWaysOfRun = 4

  package let flow: FlowDefinition
  private let settings: Settings
  private let classes: FuzzClasses
  private let chooser: FuzzChooser
  private let ruleGoals: [CoverageEvent]

  package private(set) var runCount = 0
  package private(set) var stepCount = 0
  /// The first run of each finding, in the order of their numbers.
  package private(set) var failures: [FuzzRun] = []
  private var noted: Set<String> = []
  /// What was found and the flow's author acknowledges, with the reasons.
  package private(set) var ignored: [FuzzFinding: String] = [:]
  /// What the runs have covered so far.
  package private(set) var events: Set<CoverageEvent> = []
  private var seen: Set<StateKey> = []
  private var corpus: [FuzzBlock.Way]
  private let starts: [Beginning]
  /// By class.
  private var tries: [Int]
  private var novelties: [Int]

  package init(_ flow: FlowDefinition, _ settings: Settings) {
    self.flow = flow
    self.settings = settings
    let catalog = MoveCatalog(flow)
    classes = FuzzClasses(
      flow, urls: catalog.urls, hostNavigation: settings.hostNavigation, forges: settings.forges)
    chooser = FuzzChooser(catalog, classes, keepsErrors: settings.findsDefects)
    let snapshots = settings.beginnings.filter { $0.snapshot != nil }
    let ways = settings.beginnings.filter { $0.snapshot == nil && !$0.moves.isEmpty }
    starts = (snapshots.isEmpty || !ways.isEmpty ? [.start] : []) + snapshots
    corpus = ways.suffix(Self.mostWays).map { FuzzBlock.Way(start: 0, moves: $0.moves) }
    tries = Array(repeating: 0, count: classes.all.count)
    novelties = tries
    ruleGoals = flow.rules.filter { !$0.isOwn }.map { .rule(ObjectIdentifier($0)) }
  }

  /// The next block, with the weights that follow from all runs so far.
  package func block() -> FuzzBlock {
    FuzzBlock(
      flow: flow, settings: settings, chooser: chooser, weights: weights, starts: starts, corpus: corpus,
      seen: seen)
  }

  /// By class: more where a rule or an end of an effect was never seen, and where new states come from.
  private var weights: [Int] {
    classes.weights.indices.map { number in
      let weight = classes.weights[number]
      let isMissing = classes.goals[number].contains { !events.contains($0) }
      let novelty = 64 * novelties[number] / (tries[number] + 16)
      return weight * (isMissing ? 3 : 1) * (16 + novelty)
    }
  }

  /// Takes the runs of a block, in the order of their numbers.
  package func take(_ runs: [FuzzRun]) {
    for run in runs {
      runCount += 1
      stepCount += run.moves.count
      events.formUnion(run.events)
      noted.formUnion(run.defects)
      ignored.merge(run.ignored) { $1 }
      for (number, count) in run.tries.enumerated() { tries[number] += count }
      if let finding = run.finding, !failures.contains(where: { $0.finding == finding }) {
        failures.append(run)
      }
      takeNovelties(of: run)
    }
    if corpus.count > Self.mostWays { corpus.removeFirst(corpus.count - Self.mostWays * 3 / 4) }
  }

  private func takeNovelties(of run: FuzzRun) {
    var ways: [Int] = []
    for novelty in run.novelties where seen.count < Self.mostStates {
      guard seen.insert(novelty.key).inserted else { continue }
      novelties[novelty.number] += 1
      ways.append(novelty.length)
    }
    for length in ways.suffix(Self.mostWaysOfRun) {
      corpus.append(FuzzBlock.Way(start: run.number % starts.count, moves: Array(run.moves.prefix(length))))
    }
  }

  /// The places of expressions that failed, in the order of their texts.
  package var defects: [String] { noted.sorted() }

  /// The coverage so far.
  package var progress: Progress {
    let screens = flow.screens.indices.count { events.contains(.screen($0)) }
    return Progress(
      states: seen.count, rules: ruleGoals.count { events.contains($0) }, allRules: ruleGoals.count,
      screens: screens, allScreens: flow.screens.count)
  }

  package struct Progress: Equatable, Sendable {
    /// The number of distinct states.
    package let states: Int
    package let rules: Int
    package let allRules: Int
    package let screens: Int
    package let allScreens: Int
  }
}
