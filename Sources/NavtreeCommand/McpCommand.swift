import ArgumentParser
import NavtreeAgents
import NavtreeEngine
import NavtreeFiles
import NavtreeSystem
import NavtreeFlow
import NavtreePersistence
import NavtreeServer

/// `navtree mcp`: the tools and resources of the Model Context Protocol, on standard input and output.
struct McpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serve flows to an agent, by the Model Context Protocol.",
    discussion: """
      Opens one session per flow, named after the flow; a flow with errors is reported, and the agent can check it. \
      Eight tools: check, open, see, do, why, path_to, test and save.

        navtree mcp my.navtree.yaml
        navtree mcp my.navtree.yaml --store sqlite:my.db
      """)

  @Argument(help: ArgumentHelp("The flow files.", valueName: "flow"))
  var files: [InputFile] = []

  @Option(
    help: ArgumentHelp(
      "The store in which sessions outlive the process: sqlite:PATH or postgresql://HOST/DATABASE; else in memory.",
      valueName: "[name=]url"))
  var store: [StorePlace] = []

  @Option(
    help: ArgumentHelp(
      "The clock of sessions: clock.advance alone, or the machine's time.", valueName: "kind"))
  var clock = SessionClock.Kind.virtual

  @Option(
    help: ArgumentHelp(
      "The folder below which tools read flows and scenarios, and save writes; by default the working folder.",
      valueName: "folder"))
  var root: String?

  @OptionGroup(title: "Common options") var common: CommonOptions

  private var settings: ServeSettings {
    var settings = ServeSettings(files: files, clock: clock, store: store, root: root)
    settings.limits.isInterrupted = { AgentLoop.isInterrupted }
    return settings
  }

  func validate() throws { try settings.validate() }

  func run() throws {
    let root = root.map(FlowRoot.init) ?? .working
    let flows = try files.map { file in (file: file, outcome: try file.load()) }
    try store.validate(for: flows.compactMap(\.outcome.flow), with: store.main)
    let streams = try StandardStreams.claim()
    let sessions = try settings.openStore(or: .memory)
    let server = AgentServer(engine(over: sessions, below: root), files: files(below: root))
    for (file, outcome) in flows {
      // The agent may be there to mend it.
      Console.complain(ofErrorsIn: outcome.diagnostics, outcome.sources)
      guard outcome.flow != nil else { continue }
      let name = try Console.orFail { () throws(Failure) in try server.load(outcome, file: file.name) }
      do {
        try server.open(name)
      } catch {
        throw Console.fail(error.sentence, .failure)
      }
    }
    sessions?.patience = 0
    let loop = AgentLoop(server, on: streams)
    do {
      try loop.run()
    } catch {
      throw Console.fail("standard input or output: \(error)", .ioError)
    }
    try Console.orFail { () throws(Failure) in try server.end(at: SystemClock().now) }
  }

  private func engine(over sessions: SessionStore?, below root: FlowRoot) -> NavtreeServer {
    // Those that the command line names may lie elsewhere.
    let given = Set(files.map(\.path))
    let read = InputFile.reader(below: root)
    return settings.makeServer(
      over: sessions, complain: { Console.note($1, $0, $2) },
      readParts: {
        given.contains($0) ? FlowFolder.parts(ofFlow: $0) : FlowFolder.parts(ofFlow: $0, below: root)
      },
      readFile: { given.contains($0) ? InputFile.read(path: $0) : read($0) })
  }

  private func files(below root: FlowRoot) -> AgentFiles {
    AgentFiles(
      read: InputFile.reader(below: root),
      create: { path, text in
        do throws(FileFault) { try FlowRoot.check(path) } catch { return .init(message: "\(error)") }
        guard root.holds(FlowFolder.path(ofFlow: path)) else {
          return .init(message: "it is outside of the folder that tools may write, \(root.name)")
        }
        do throws(SystemError) {
          try OutputFile(path: path).createOrThrow(text)
          return nil
        } catch {
          return .init(message: "\(error)")
        }
      }, relative: RelativePath.path(to:fromFolderOf:))
  }
}
