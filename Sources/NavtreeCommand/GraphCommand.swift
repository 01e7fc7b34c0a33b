import ArgumentParser
import NavtreeCPage
import NavtreeFlow
import NavtreeGraph

/// `navtree graph`: draws a flow.
struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draw a flow: its screens and the ways between them.",
    discussion: """
      Dotted arrows show the screens that a slot, tab or pane may hold, plain arrows where actions lead, thick arrows \
      where windows start. A mark shows that actions lead back from a screen; frames hold the screens of a tab, and those \
      that only one screen leads to.

      svg and html are pictures: html is a page in one file that zooms and searches, with the same in words. Graphviz lays \
      them out where its program dot is installed.

        navtree graph my.navtree.yaml --format svg -o my.svg
      """)

  @Argument(help: ArgumentHelp(InputFile.flowHelp, valueName: "flow"))
  var file: InputFile?

  @OptionGroup(title: "Output") var form: OutputForm<Format>

  @OptionGroup(title: "Output") var place: OutputPlace

  @Option(
    help: ArgumentHelp(
      "The layout of a picture: navtree's own, which is the same on every machine, or Graphviz's, by default if dot is installed.",
      valueName: "layout"))
  var layout: Layout?

  enum Format: String, OutputFormat {
    case mermaid, dot, json, svg, html

    static let standard = mermaid
  }

  enum Layout: String, Choice {
    case own, dot
  }

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run() throws {
    let file = try file.orOnlyFlow()
    let flow = try file.loadedFlow()
    let text =
      switch form.format {
      case .mermaid: FlowGraphFormat.mermaid.text(of: FlowGraph(flow))
      case .dot: FlowGraphFormat.dot.text(of: FlowGraph(flow))
      case .json: FlowGraphFormat.json.text(of: FlowGraph(flow))
      case .svg: try drawing(of: flow).text
      case .html: try drawing(of: flow).page(Self.page)
      }
    try place.write(text)
  }

  func validate() throws {
    switch form.format {
    case .svg, .html: break
    case .mermaid, .dot, .json:
      if layout != nil { throw ValidationError("--layout is for pictures: --format svg or html") }
    }
  }

  private static var page: String {
    var size = 0
    guard let start = navtree_graph_page(&size) else { return "" }
    return String(decoding: UnsafeRawBufferPointer(start: start, count: size), as: UTF8.self)
  }

  private func drawing(of flow: FlowDefinition) throws -> GraphDrawing {
    try GraphDrawing(flow) { sizes in
      if layout == .own { return nil }
      let question = DOTLayout(sizes)
      if let answer = Graphviz.answer(to: question.question), let found = question.layout(in: answer) {
        return found
      }
      if layout == .dot {
        throw Console.fail("--layout dot: dot gave no layout; is Graphviz installed?", .failure)
      }
      return nil
    }
  }
}
