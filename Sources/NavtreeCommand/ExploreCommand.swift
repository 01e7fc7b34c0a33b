import ArgumentParser
import NavtreeEngine
import NavtreeExploring
import NavtreeFlow
import NavtreeScenarios
import NavtreeSystem

/// `navtree explore`: tries every move in every state of a flow.
struct ExploreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Try every move in every state of a flow, and tell what can't be reached and what goes wrong.",
    discussion: """
      Prints a line for each screen, rule, guard and link: reached, unreachable or bounded; then what it found: dead \
      ends, traps, livelocks, answers and results that nobody takes, links that fail, broken invariants.

        navtree explore my.navtree.yaml
        navtree explore my.navtree.yaml --goal 'shared.n == 3' --until 'goals(100)'
        navtree explore my.navtree.yaml --from snapshot.json
        navtree explore my.navtree.yaml --emit scenarios -o more.scenarios.yaml
      """)

  @Argument(help: ArgumentHelp(InputFile.flowHelp, valueName: "flow"))
  var file: InputFile?

  @Argument(
    help: ArgumentHelp("With --emit: files of scenarios, whose coverage is left out.", valueName: "file"))
  var scenarios: [InputFile] = []

  @OptionGroup(title: "Where it begins") var beginnings: BeginningOptions

  @OptionGroup(title: "Bounds of the search") var bounds: SearchBounds

  @OptionGroup var threads: ThreadOptions

  @Option(
    help: ArgumentHelp(
      "A further goal: a condition over screens, shared and active. May be repeated.", valueName: "expr"))
  var goal: [String] = []

  @Option(
    help: ArgumentHelp(
      "End once so many percent of the goals of these kinds are reached, such as 'rules(100) && links(100)'.",
      valueName: "condition"))
  var until: String?

  @Option(help: ArgumentHelp("Write scenarios for all that was reached instead.", valueName: "scenarios"))
  var emit: Emission?

  @Flag(
    help: "Fail for what only actions of covered screens lead to, or actions that navtree itself sends, too.")
  var forged = false

  @Flag(help: "List what comments in the flow acknowledge, too: # explore: ignore KIND REASON.")
  var ignored = false

  @OptionGroup(title: "Output") var form: OutputForm<TextFormat>

  @OptionGroup(title: "Output") var place: OutputPlace

  /// The things that it may write instead of its findings.
  enum Emission: String, ExpressibleByArgument, CaseIterable {
    case scenarios
  }

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    try bounds.validate()
    try threads.validate()
    _ = try end()
    if emit == nil, !scenarios.isEmpty {
      throw ValidationError("files of scenarios are for --emit scenarios")
    }
    if emit != nil, form.isJSON { throw ValidationError("--json and --format json are not for --emit") }
  }

  func run() throws {
    let file = try file.orOnlyFlow()
    let (flow, outcome) = try file.loadedFlowAndTexts()
    var settings = Explorer.Settings()
    settings.maxStates = bounds.maxStates
    settings.maxDepth = bounds.maxDepth
    settings.hostNavigation = bounds.hostNavigation
    settings.jobs = threads.count
    settings.flowAgain = outcome.flowAgain
    settings.goals = try goal.map { try SearchBounds.condition($0, over: flow, "--goal") }
    settings.until = try end()
    let clock = bounds.stopwatch()
    settings.isOver = { clock.isOver }
    settings.isHalfOver = { clock.isHalfOver }
    settings.from = try beginnings.given(flow)
    settings.besides = beginnings.beside(file, flow)
    let progress = ProgressLine()
    settings.progress = { states, moves, goals in
      progress.show("\(states) states, \(moves) moves, \(goals) goals left")
    }
    var problem: (any Error)?
    if emit == nil, !form.isJSON, place.isStandardOutput {
      settings.isOver = { problem != nil || clock.isOver }
      settings.isHalfOver = { problem != nil || clock.isHalfOver }
      settings.found = { finding in
        if problem != nil || flow.acknowledgements.reason(for: finding.kind, at: finding.location) != nil {
          return
        }
        progress.end()
        do { try Console.write(finding.text(in: flow)) } catch { problem = error }
      }
    }
    Interrupt.catchFirst()
    defer { Interrupt.release() }
    let exploration = try Console.orFail { () throws(Failure) in try Explorer(flow, settings).run() }
    progress.end()
    if let problem { throw problem }
    if emit == nil { try write(exploration) } else { try emitScenarios(for: exploration, of: file) }
    if Interrupt.hasArrived { throw ExitCode(128 + SIGINT) }
    if exploration.hasFindings(forged: forged) { throw ExitCode.failure }
  }

  private func write(_ exploration: Exploration) throws {
    try place.write(form.isJSON ? "\(exploration.json)\n" : text(of: exploration))
  }

  private func text(of exploration: Exploration) -> String {
    exploration.text(summarised: !Console.isQuiet, ignored: ignored)
  }

  /// Writes scenarios to standard output, and what was found to standard error.
  private func emitScenarios(for exploration: Exploration, of flowFile: InputFile) throws {
    let recorders = CoverageRecorders()
    for file in scenarios {
      let outcome = try file.readScenarios(of: FlowLoader.Outcome(exploration.flow))
      guard let read = outcome.file else {
        Console.complain(ofErrorsIn: outcome.diagnostics, outcome.sources)
        throw ExitCode.failure
      }
      let runner = ScenarioRunner(read, coverage: recorders)
      for scenario in read.scenarios { _ = runner.run(scenario) }
    }
    let emission = try Console.orFail { () throws(Failure) in
      try ScenarioEmission(
        exploration, besides: recorders[exploration.flow], flowPath: place.path(toFlow: flowFile))
    }
    Console.complain(text(of: exploration))
    if emission.text.isEmpty { Console.summarise("navtree: the scenarios cover all that was reached\n") }
    try place.write(emission.text)
  }

  private func end() throws -> ExplorationEnd? {
    do throws(ExplorationEnd.Fault) {
      return try until.map { (text) throws(ExplorationEnd.Fault) in try ExplorationEnd(text) }
    } catch {
      throw ValidationError("--until: \(error.message)")
    }
  }
}
