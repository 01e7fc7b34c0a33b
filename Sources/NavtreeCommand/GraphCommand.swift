import ArgumentParser
import NavtreeFlow

/// `navtree graph`: draws a flow.
struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draw a flow: its screens and the ways between them.",
    discussion: """
      Dotted arrows show the screens that a slot, tab or pane may hold, plain arrows where actions lead, thick arrows \
      where windows start. Exits with 1 if the flow has errors.

        navtree graph my.navtree.yaml --format dot | dot -Tsvg > my.svg
      """)

  @Argument(help: ArgumentHelp("The flow's file; - is standard input.", valueName: "flow"))
  var file: InputFile

  @Option(help: ArgumentHelp("The output: mermaid, dot or json.", valueName: "format"))
  var format = FlowGraphFormat.mermaid

  func run() throws {
    try Console.write(format.text(of: FlowGraph(try file.loadedFlow())))
  }
}

extension FlowGraphFormat: Choice {}
