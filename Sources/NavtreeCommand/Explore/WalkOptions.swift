import ArgumentParser

/// A span of time on the command line: `90s`, `5m`, or a number of milliseconds.
struct TimeSpan: ExpressibleByArgument {
  let milliseconds: Int

  init?(argument: String) {
    guard let time = TimeSetting(argument: argument), time.milliseconds > 0 else { return nil }
    milliseconds = time.milliseconds
  }
}

/// The options of random walks.
struct WalkOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The number from which all random choices follow.", valueName: "n"))
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "The number of runs; 2000, 100 with --against, or as many as fit into --for.", valueName: "n"))
  var runs: Int?

  @Option(help: ArgumentHelp("The most steps of a run.", valueName: "n"))
  var steps = 50

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "The time for all runs and for shrinking: 90s, 5m, or milliseconds.", valueName: "time"))
  var time: TimeSpan?

  @Option(
    help: ArgumentHelp(
      "A folder with scenarios of earlier findings, which come first; a finding is written there.",
      valueName: "folder"))
  var regressions: String?

  @Flag(help: "Show the values of sensitive fields.")
  var sensitive = false

  /// A run is kept in memory.
  private static let mostSteps = 100_000

  func validate() throws {
    if let runs, runs < 0 { throw ValidationError("--runs \(runs): it is a number from 0 on") }
    if !(1...Self.mostSteps).contains(steps) {
      throw ValidationError("--steps \(steps): it is a number from 1 to \(Self.mostSteps)")
    }
  }
}
