import ArgumentParser
import NavtreeEngine
import NavtreeExploring
import NavtreeFlow
import NavtreeJSON
import NavtreeServer
import NavtreeText
import NavtreeSystem

/// `navtree plan`: the shortest way to a screen, a URL or a condition.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Find the shortest sequence of actions and answers to a screen, a URL or a condition.",
    discussion: """
      Prints reached and the moves, unreachable, or bounded: none was found, and some may have been missed.

        navtree plan my.navtree.yaml --to screen:confirm
        navtree plan my.navtree.yaml --to 'shared.n == 3' --json
        navtree plan my.navtree.yaml --to link:/ --from snapshot.json
      """)

  @Argument(help: ArgumentHelp(InputFile.flowHelp, valueName: "flow"))
  var file: InputFile?

  @Option(
    help: ArgumentHelp(
      "screen:TYPE, at:/PATH, link:URL, rule:NAME, guard:NAME:OUTCOME, or a condition over screens, shared and active.",
      valueName: "target")
  )
  var to: String

  @OptionGroup(title: "Where it begins") var beginnings: BeginningOptions

  @OptionGroup(title: "Bounds of the search") var bounds: SearchBounds

  @OptionGroup(title: "Output") var form: OutputForm<TextFormat>

  @OptionGroup(title: "Output") var place: OutputPlace

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run() throws {
    let file = try file.orOnlyFlow()
    let flow = try file.loadedFlow()
    let clock = bounds.stopwatch()
    var limits = Plan.Bounds()
    limits.states = bounds.maxStates
    limits.depth = bounds.maxDepth
    limits.hostNavigation = bounds.hostNavigation
    limits.isOver = { clock.isOver }
    Interrupt.catchFirst()
    defer { Interrupt.release() }
    let given = try beginnings.given(flow, onlyLast: true)
    let besides = given.filter { $0.snapshot == nil }
    limits.besides = { given.isEmpty ? beginnings.beside(file, flow) : besides }
    // Each snapshot has a plan of its own.
    let starts = (besides.isEmpty && !given.isEmpty ? [] : [.start]) + given.filter { $0.snapshot != nil }
    var plans: [(plan: Plan, start: Beginning)] = []
    do throws(Failure) {
      let target = try PlanTarget(to, in: flow)
      for start in starts {
        plans.append((Plan(try start.session(of: flow), to: target, limits), start))
        limits.besides = { [] }
      }
    } catch {
      let isWrong = [.invalidParams, .unknownScreen, .noSuchLink].contains(error.kind)
      throw isWrong
        ? Console.fail("--to \(to): \(error.message)\(hint(of: error))".escapingControls, .usage)
        : Console.fail(error)
    }
    func rank(_ plan: Plan) -> (Int, Int) {
      switch plan.verdict {
      case .reached: (0, plan.moves.count)
      case .bounded: (1, 0)
      case .unreachable: (2, 0)
      }
    }
    guard let (plan, start) = plans.min(by: { rank($0.plan) < rank($1.plan) }) else { return }
    try write(plan, from: given.count > 1 ? start.name : "", of: flow)
    if Interrupt.hasArrived { throw ExitCode(128 + SIGINT) }
    switch plan.verdict {
    case .reached: return
    case .unreachable: throw ExitCode.failure
    case .bounded: throw ExitCode(2)
    }
  }

  private func hint(of failure: Failure) -> String {
    failure.advisedData["hint"]?.string.map { " (\($0))" } ?? ""
  }

  private func write(_ plan: Plan, from start: String, of flow: FlowDefinition) throws {
    if form.isJSON { return try place.write("\(plan.json)\n") }
    var lines = ["\(plan.verdict.rawValue) \(to)"]
    if plan.verdict == .reached {
      if !start.isEmpty { lines.append("  from \(start)") }
      lines += MoveLines(plan.moves.map { [$0.text(of: flow)] }).lines.map { "  \($0)" }
      if !plan.isShortest { lines.append("  a shorter way may lead there") }
    }
    if plan.verdict == .bounded { lines += plan.bounds.map { "  \($0)" } }
    try place.write(lines.map { $0.escapingControls + "\n" }.joined())
  }
}
