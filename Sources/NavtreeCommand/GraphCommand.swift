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

      svg and html are pictures: html is a page in one file with the same in words. Graphviz lays them out where its \
      program dot is installed.

        navtree graph my.navtree.yaml --format svg > my.svg
      """)

  @Argument(help: ArgumentHelp("The flow's file; - is standard input.", valueName: "flow"))
  var file: InputFile

  @Option(help: ArgumentHelp("The output: mermaid, dot, json, svg or html.", valueName: "format"))
  var format = Format.mermaid

  @Option(
    help: ArgumentHelp(
      "The layout of a picture: navtree's own, which is the same on every machine, or Graphviz's, by default if dot is installed.",
      valueName: "layout"))
  var layout: Layout?

  enum Format: String, Choice {
    case mermaid, dot, json, svg, html
  }

  enum Layout: String, Choice {
    case own, dot
  }

  func run() throws {
    let flow = try file.loadedFlow()
    switch format {
    case .mermaid: try Console.write(FlowGraphFormat.mermaid.text(of: FlowGraph(flow)))
    case .dot: try Console.write(FlowGraphFormat.dot.text(of: FlowGraph(flow)))
    case .json: try Console.write(FlowGraphFormat.json.text(of: FlowGraph(flow)))
    case .svg: try Console.write(try drawing(of: flow).text)
    case .html: try Console.write(try drawing(of: flow).page)
    }
  }

  func validate() throws {
    switch format {
    case .svg, .html: break
    case .mermaid, .dot, .json:
      if layout != nil { throw ValidationError("--layout is for pictures: --format svg or html") }
    }
  }

  private func drawing(of flow: FlowDefinition) throws -> GraphDrawing {
    let drawing = GraphDrawing(flow)
    if layout == .own { return drawing }
    let question = DOTLayout(drawing)
    if let answer = Graphviz.answer(to: question.question), let layout = question.layout(in: answer) {
      return drawing.laidOut(by: layout)
    }
    if layout == .dot {
      throw Console.fail("--layout dot: dot gave no layout; is Graphviz installed?", .failure)
    }
    return drawing
  }
}
