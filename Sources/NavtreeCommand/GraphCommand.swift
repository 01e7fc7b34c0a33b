import ArgumentParser
import NavtreeFlow

/// `navtree graph`: draws a flow.
struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draw a flow: its screens, and what leads from where to where.",
    discussion: """
      Dotted arrows say what may stand in a slot, a tab or a pane, plain ones what an action does, thick ones \
      what a window opens with. Exits with 1 if the flow has errors.

        navtree graph my.navtree.yaml --format dot | dot -Tsvg > my.svg
      """)

  @Argument(help: ArgumentHelp("The flow's file; - is standard input.", valueName: "flow"))
  var file: InputFile

  @Option(help: ArgumentHelp("What to write: mermaid, dot or json.", valueName: "format"))
  var format = FlowGraphFormat.mermaid

  func run() throws {
    let outcome = try file.load()
    guard let flow = outcome.flow else {
      let errors = outcome.diagnostics.filter { $0.severity == .error }
      let report = DiagnosticReport(errors, in: outcome.source, coloured: Console.isColoured(Console.error))
      Console.complain(report.text)
      throw ExitCode.failure
    }
    try Console.write(format.text(of: FlowGraph(flow)))
  }
}

extension FlowGraphFormat: ExpressibleByArgument {}
