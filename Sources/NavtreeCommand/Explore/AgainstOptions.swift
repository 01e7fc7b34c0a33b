import ArgumentParser
import NavtreeExploring

/// The app that a flow is compared with.
struct AgainstOptions: ParsableArguments {
  @Option(
    name: .customLong("against"),
    help: ArgumentHelp(
      "The command of an adapter, which does in the app what it is told, one JSON object a line.",
      valueName: "command"))
  var command: String?

  @Option(help: ArgumentHelp("The time for an answer of the adapter.", valueName: "time"))
  var timeout: TimeSpan?

  func validate() throws {
    if timeout != nil, command == nil { throw ValidationError("--timeout is that of --against") }
    if let command, command.allSatisfy(\.isWhitespace) { throw ValidationError("--against names no command") }
  }

  /// The settings of the adapter.
  func adapter(_ command: String) -> Adapter.Settings {
    Adapter.Settings(
      command: command, timeout: timeout?.milliseconds ?? Adapter.Settings.standardTimeout,
      isInterrupted: { Interrupt.hasArrived })
  }
}
