import ArgumentParser

/// The options of every command.
struct CommonOptions: ParsableArguments {
  @Option(
    name: .customLong("color"),
    help: ArgumentHelp("Colours: on a terminal, always or never.", valueName: "when"))
  var colours = ColourChoice.auto

  @Flag(name: .shortAndLong, help: "Write no progress and no summaries.")
  var quiet = false

  func validate() throws {
    Console.colours = colours
    Console.isQuiet = quiet
  }
}

enum ColourChoice: String, Choice {
  /// On a terminal, as far as the environment allows.
  case auto
  case always, never
}
