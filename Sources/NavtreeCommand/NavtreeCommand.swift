import ArgumentParser
import NavtreeServer
import NavtreeText
import NavtreeSystem

/// The program and its commands.
@main
struct NavtreeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "navtree",
    abstract: "Runs an app's navigation without a screen.",
    discussion: """
      A flow is written once, in YAML: its screens, what each may present, and what each does with an action. \
      navtree keeps the tree of open screens and answers requests, one JSON object per line:

        navtree init my.navtree.yaml
            writes a small flow to start from, with --template shop a whole app
        navtree check my.navtree.yaml
            reports the errors of a flow, by line and column
        echo '{"jsonrpc":"2.0","id":1,"method":"state.active"}' |
            navtree serve my.navtree.yaml
            opens it and asks for the screen on top
      """,
    version: Release.version,
    subcommands: [
      ServeCommand.self, CallCommand.self, ReplCommand.self, CheckCommand.self, FormatCommand.self,
      TestCommand.self,
      FuzzCommand.self, CoverageCommand.self, ExploreCommand.self, PlanCommand.self, EvalCommand.self,
      GraphCommand.self, LinksCommand.self, SchemaCommand.self, TypesCommand.self, BundleCommand.self,
      ReplayCommand.self, ReportCommand.self, DiffCommand.self, InitCommand.self, LSPCommand.self,
      StoreCommand.self, McpCommand.self,
      SkillCommand.self, CompletionsCommand.self,
    ] + inspecting)

  #if Inspector
    private static let inspecting: [any ParsableCommand.Type] = [InspectCommand.self, InspectorCommand.self]
  #else
    private static let inspecting: [any ParsableCommand.Type] = []
  #endif

  static func main() {
    holdStandardStreams()
    var arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "-V" { arguments[0] = "--version" }
    if arguments.first == EvalCommand.configuration.commandName {
      arguments = ["eval"] + EvalCommand.separated(Array(arguments.dropFirst()))
    }
    do {
      if let settings = serving(arguments[...]) { return try settings.run() }
      if let complaint = complaint(about: arguments) {
        Console.complain(complaint)
        throw ExitCode.usage
      }
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch {
      end(with: error, of: arguments)
    }
  }

  /// Opens /dev/null in place of a standard stream that is closed: else the next file that is opened would be taken for
  /// it.
  private static func holdStandardStreams() {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY)
    }
  }

  /// Ends the program with an error, or with the help that was asked for.
  private static func end(with error: any Error, of arguments: [String]) -> Never {
    let (command, words) = command(of: arguments)
    // A narrower terminal breaks lines by itself, and a command that one pastes stays whole.
    if Console.columns < 80 { setenv("COLUMNS", "80", 1) }
    let text = fullMessage(for: error)
    if exitCode(for: error) == .success {
      if arguments == ["--experimental-dump-help"] {
        try? Console.write(CommandFacts.adding(to: text))
        exit()
      }
      if text.hasPrefix("OVERVIEW:"), let facts = CommandFacts.of(words) {
        try? Console.write(text + "\n" + facts.footer)
        exit()
      }
    }
    if exitCode(for: error) == .validationFailure, !text.contains("Unknown option"),
      let option = unknownOption(among: arguments, of: command)
    {
      // What is wrong with the values of an option that doesn't exist would be beside the point.
      let usage = text.split(separator: "\n").drop { !$0.hasPrefix("Usage:") }.joined(separator: "\n")
      Console.complain("Error: Unknown option '\(option.echo.escapingControls)'\n\(usage)\n")
      exit(withError: ExitCode.usage)
    }
    if Console.logsJSON, exitCode(for: error) != .success {
      let sentence = message(for: error)
      if !sentence.isEmpty { Console.note(sentence, .error) }
      exit(withError: exitCode(for: error))
    }
    exit(withError: error)
  }

  /// The command that arguments name, and its words behind `navtree`.
  private static func command(of arguments: [String]) -> (any ParsableCommand.Type, [String]) {
    var command: any ParsableCommand.Type = self
    var words: [String] = []
    for word in arguments where !(words.isEmpty && word == "help") {
      guard
        let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == word })
      else { break }
      command = next
      words.append(word)
    }
    return (command, words)
  }

  /// The first argument with the form of an option that a command's help doesn't name.
  private static func unknownOption(
    among arguments: [String], of command: any ParsableCommand.Type
  ) -> String? {
    let help = helpMessage(for: command, columns: 200)
    let known = Set(help.split { !($0.isLetter || $0.isNumber || $0 == "-") })
    return arguments.prefix { $0 != "--" }.lazy
      .map { String($0.prefix { $0 != "=" }) }
      .first { $0.hasPrefix("--") && $0.count > 2 && !known.contains($0[...]) }
  }

  /// The server that a command line asks for; nil for other commands, for help and for mistakes.
  ///
  /// Clients start it often, and ArgumentParser takes half of its start. Without options there is nothing to parse;
  /// alone it is parsed in half the time that it takes among all commands.
  private static func serving(_ arguments: ArraySlice<String>) -> ServeSettings? {
    guard arguments.first == ServeCommand.configuration.commandName else { return nil }
    let rest = Array(arguments.dropFirst())
    if rest.allSatisfy({ !$0.hasPrefix("-") }) {
      return ServeSettings(files: rest.map { InputFile(argument: $0) })
    }
    let command = try? ServeCommand.parseAsRoot(rest) as? ServeCommand
    return command?.settings
  }

  /// Commands by the names that other tools have for them.
  private static let synonyms = [
    "list": "ls", "dir": "ls", "cat": "show", "get": "show", "dump": "export", "load": "import",
    "restore": "import", "lint": "check", "validate": "check", "run": "serve", "start": "serve",
    "new": "init", "create": "init", "shell": "repl", "compact": "vacuum",
  ]

  /// The message about a command that doesn't exist; nil if it does.
  private static func complaint(about arguments: [String]) -> String? {
    #if !Inspector
      if arguments.first == "inspect" {
        return "navtree: this navtree can't show sessions live (it is built without the trait Inspector)\n"
      }
    #endif
    let (command, words) = command(of: arguments)
    let commands = command.configuration.subcommands
    guard !commands.isEmpty, arguments.first != "help",
      let argument = arguments.dropFirst(words.count).first, !argument.hasPrefix("-"), argument != "help"
    else { return nil }
    let names = commands.map { $0.configuration.commandName ?? "" }
    let shown = zip(commands, names).filter { $0.0.configuration.shouldDisplay }.map(\.1)
    let meant = synonyms[argument].flatMap { names.contains($0) ? "did you mean '\($0)'?" : nil }
    let hint = (meant ?? Spelling.hint(for: argument, among: shown)).map { ": \($0)" } ?? ""
    return """
      Error: no command named '\(argument.echo.escapingControls)'\(hint)
      Usage: \((["navtree"] + words).joined(separator: " ")) <subcommand>
        The commands are \(shown.joined(separator: ", ")).

      """
  }
}
