import ArgumentParser
import NavtreeCEL
import NavtreeExploring
import NavtreeFlow
import NavtreeJSON
import NavtreeText

/// The options that bound a search.
struct SearchBounds: ParsableArguments {
  @Option(help: ArgumentHelp("The most states that are looked at.", valueName: "n"))
  var maxStates = 100_000

  @Option(help: ArgumentHelp("The most moves from the start.", valueName: "n"))
  var maxDepth: Int?

  @Flag(
    help:
      "Try navigations of the host too: every screen presented, pushed, put in place of another; other params; back to the root."
  )
  var hostNavigation = false

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("The most time: 30s, 5m, or milliseconds.", valueName: "time"))
  var time: TimeSpan?

  /// States are numbered by 32 bits.
  private static let mostStates = 1_000_000_000

  func validate() throws {
    if !(1...Self.mostStates).contains(maxStates) {
      throw ValidationError("--max-states \(maxStates): it is a number from 1 to \(Self.mostStates)")
    }
    if let maxDepth, !(0...Self.mostStates).contains(maxDepth) {
      throw ValidationError("--max-depth \(maxDepth): it is a number from 0 to \(Self.mostStates)")
    }
  }

  /// Tells when the search is to end: by the clock, or by the user.
  func stopwatch() -> Deadline {
    Deadline(milliseconds: time?.milliseconds)
  }

  /// A condition of the command line, compiled.
  ///
  /// - Throws: the exit status, after reporting its first fault.
  static func condition(_ source: String, over flow: FlowDefinition, _ option: String) throws -> CELProgram {
    do throws(CELDiagnostics) {
      return try ExplorationCondition.compile(source, over: flow)
    } catch {
      let first = error.diagnostics.first { $0.severity == .error }
      let hint = first?.hint.map { " (\($0))" } ?? ""
      let sentence = "\(option) \(source): \(first?.message ?? "it is wrong")\(hint)"
      throw Console.fail(sentence.escapingControls, .usage)
    }
  }
}

/// The end of the time of a search.
struct Deadline {
  private let half: ContinuousClock.Instant?
  private let end: ContinuousClock.Instant?

  init(milliseconds: Int?) {
    let now = ContinuousClock.now
    half = milliseconds.map { now + .milliseconds($0 / 2) }
    end = milliseconds.map { now + .milliseconds($0) }
  }

  /// Whether the time is up, or the user has interrupted it.
  var isOver: Bool { Interrupt.hasArrived || end.map { ContinuousClock.now >= $0 } ?? false }

  /// Whether half of the time is up, or the user has interrupted it.
  var isHalfOver: Bool { Interrupt.hasArrived || half.map { ContinuousClock.now >= $0 } ?? false }
}
