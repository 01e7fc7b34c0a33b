import ArgumentParser
import NavtreeEngine

/// `navtree repl`: a prompt for a flow's session.
struct ReplCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl",
    abstract: "Talk to a flow at a prompt, and see what each action changes.",
    discussion: """
      A line is an action with its payload, or a method of the protocol with its params. The outline and what changed \
      follow; at a terminal, the Tab key completes actions, methods, fields and addresses. \
      Lines of a pipe or a file run the same way, without a prompt; the exit status is 1 if one was refused.

        select index=0
        select index=0 @/main
        back
        explain select index=9
      """)

  @Argument(help: ArgumentHelp("The flow's file.", valueName: "flow"))
  var file: InputFile

  @Option(
    help: ArgumentHelp(
      "The store in which the session goes on: sqlite:PATH. None in PostgreSQL: a prompt renews no ownership.",
      valueName: "[name=]url"))
  var store: [StorePlace] = []

  @Option(
    help: ArgumentHelp(
      "The clock of the session: the machine's time, or clock.advance alone.", valueName: "kind"))
  var clock = SessionClock.Kind.real

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if file.isStandardInput { throw ValidationError("'-' can't be a flow here: the lines come from there") }
    try store.validate()
    if store.main?.isDatabase == true {
      throw ValidationError(
        "--store: in PostgreSQL a session's ownership is renewed all the time, and repl waits for lines: call and serve take such a store"
      )
    }
  }

  func run() throws {
    let server = try LocalServer(file, stores: store, clock: clock)
    let repl = Repl(server, Report(isColoured: Console.isColoured(Console.output)), write: Console.write)
    let reader = LineReader()
    if reader.isTerminal {
      try Console.write("help lists what can be typed; the end of input (Ctrl-D) ends it.\n")
      LineReader.complete = { before, word in repl.completions(of: word, after: before) }
    }
    try repl.begin()
    while let line = reader.next(prompt: "navtree> "), try repl.run(line) {}
    reader.finish()
    try server.finish()
    if repl.hasFailed, !reader.isTerminal { throw ExitCode.failure }
  }
}
