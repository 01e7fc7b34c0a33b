import ArgumentParser
import NavtreeEngine
import NavtreeExploring
import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavtreeServer
import NavtreeText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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

  @Option(
    help: ArgumentHelp(
      "A snapshot to plan from, as snapshot.save gives it; default the start.", valueName: "file"))
  var from: InputFile?

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
    let plan: Plan
    do throws(Failure) {
      plan = Plan(try session(of: flow), to: try PlanTarget(to, in: flow), limits)
    } catch {
      let isWrong = [.invalidParams, .unknownScreen, .noSuchLink].contains(error.kind)
      throw isWrong
        ? Console.fail("--to \(to): \(error.message)\(hint(of: error))".escapingControls, .usage)
        : Console.fail(error)
    }
    try write(plan, of: flow)
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

  private func session(of flow: FlowDefinition) throws(Failure) -> Session {
    guard let from else { return try Session(flow, name: flow.name, limits: Limits().forSearch) }
    return try from.session(of: flow)
  }

  private func write(_ plan: Plan, of flow: FlowDefinition) throws {
    if form.isJSON { return try place.write("\(plan.json)\n") }
    var lines = ["\(plan.verdict.rawValue) \(to)"]
    if plan.verdict == .reached {
      lines += plan.moves.map { "  \($0.text(of: flow))" }
      if !plan.isShortest { lines.append("  a shorter way may lead there") }
    }
    if plan.verdict == .bounded { lines += plan.bounds.map { "  \($0)" } }
    try place.write(lines.map { $0.escapingControls + "\n" }.joined())
  }
}

extension InputFile {
  /// The session that a snapshot in the file describes.
  fileprivate func session(of flow: FlowDefinition) throws(Failure) -> Session {
    let stored: StoredSession
    do {
      stored = try StoredSession(try JSONValue(parsing: try allBytes(), maximumDepth: Limit.depth.standard))
    } catch let fault as StoredFault {
      throw Failure(.storage, "\(name): the snapshot's \(fault.pointer) \(fault.message)")
    } catch {
      throw Failure(.storage, "\(name): \(error)")
    }
    var report = RestoreReport()
    return try Session(
      restoring: stored, flow, name: flow.name, limits: Limits().forSearch, clock: SessionClock(.virtual),
      report: &report)
  }
}
