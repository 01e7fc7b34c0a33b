import NavtreeFlow
import NavtreeGraph
import NavtreeJSON
import NavtreeJSONReading
import Testing
import NavtreeTestSupport

/// The graphs of the flows in `Specs`, each beside its drawing in every format.
@Suite struct GraphTests {
  private static let folder = "\(Files.package)/Tests/Expected/Graphs"
  private static let suffix = ".navtree.yaml"
  static let names =
    Files.names(in: "\(Files.package)/Specs", endingIn: suffix)
    .map { String($0.dropLast(suffix.count)) } + ["library"]

  private static func flow(_ yaml: [UInt8]) throws -> FlowDefinition {
    try #require(FlowLoader.load(yaml, file: "graph.navtree.yaml").flow)
  }

  private static func flow(named name: String) throws -> FlowDefinition {
    let specs = "\(Files.package)/Specs"
    // A flow of several files has a folder of its own.
    let outcome =
      FlowFile.load("\(name)\(suffix)", in: specs)
      ?? FlowFile.load("\(name)\(suffix)", in: "\(specs)/\(name)")
    return try #require(outcome?.flow)
  }

  /// Every name with another meaning in a format.
  private static let awkward = """
    navtree: 1
    flow: graph
    start: { end: { screen: end }, o-x: { screen: style } }
    actions: { node: { replace: end }, href: { open: /end } }
    links: [{ url: '/{style}/{rest*}', opens: end }, { url: /end, opens: [style, class], when: "false", otherwise: end }]
    screens:
      end: { kind: tabs, tabs: { subgraph: style, x--o: { screen: class, presents: any } } }
      style: { slots: { default: { presents: any } }, actions: { digraph: { push: class }, click: { pop: 1 } } }
      class: {}
    """

  @Test func thereAreFlows() {
    #expect(Self.names.count >= 4)
  }

  @Test(arguments: names, FlowGraphFormat.allCases)
  func aFlowIsDrawnAsItWas(name: String, format: FlowGraphFormat) throws {
    let text = format.text(of: FlowGraph(try Self.flow(named: name)))
    Self.compare(text, "\(name).\(format.rawValue)")
  }

  @Test(arguments: names)
  func aPictureIsDrawnAsItWas(name: String) throws {
    Self.compare(GraphDrawing(try Self.flow(named: name)).text, "\(name).svg")
  }

  private static func compare(_ text: String, _ name: String) {
    let path = "\(folder)/\(name)"
    if Files.isRecording, Files.text(of: path) != text {
      Files.write(text, to: path)
      Issue.record("recorded \(name); look at it, and run again")
    } else {
      #expect(Files.text(of: path) == text)
    }
  }

  @Test func everyWayLeadsFromANodeToANode() throws {
    for name in Self.names {
      let graph = FlowGraph(try Self.flow(named: name))
      let ids = Set(graph.nodes.map(\.id))
      #expect(ids.count == graph.nodes.count)
      for edge in graph.edges { #expect(ids.contains(edge.from.id) && ids.contains(edge.to.id)) }
      let json = try JSONValue(parsing: FlowGraphFormat.json.text(of: graph))
      #expect(json == graph.json)
    }
  }

  @Test func noNameIsReadAsSomethingElse() throws {
    let graph = FlowGraph(try Self.flow(Array(Self.awkward.utf8)))
    let label = #""[^"]*""#
    let mermaid = try Regex(
      #"flowchart LR|  n\d+(\(\[\#(label)\]\)|\{\{\#(label)\}\}|\[/\#(label)/\]|\[\[\#(label)\]\]|\[\#(label)\])"#
        + #"|  n\d+ (==>|-\.->|-->)(\|\#(label)\|)? n\d+"#
        + #"|  subgraph c\d+\[\#(label)\]|    n\d+|  end"#)
    for line in FlowGraphFormat.mermaid.text(of: graph).split(separator: "\n") {
      #expect(try mermaid.wholeMatch(in: line) != nil, "\(line)")
    }
    let attributes = #"( \[[a-z]+=([a-z]+|\d|\#(label))(, [a-z]+=([a-z]+|\#(label)))*\])?"#
    let dot = try Regex(
      #"digraph flow \{|  rankdir=LR|  node \[shape=box\]|  \#(label)( -> \#(label))?\#(attributes)|\}"#
        + #"|  subgraph cluster_\d+ \{ label=\#(label)|    \#(label)|  \}"#)
    for line in FlowGraphFormat.dot.text(of: graph).split(separator: "\n") {
      #expect(try dot.wholeMatch(in: line) != nil, "\(line)")
    }
  }

  @Test(
    arguments: [
      ("plain", "plain", "plain"), ("a\"b", "a#34;b", "a\\\"b"), ("a\\b", "a#92;b", "a\\\\b"),
      ("a\nb", "a#10;b", "a\\nb"), ("<b>&#35;", "#60;b#62;#38;#35;35#59;", "<b>&#35;"),
      ("`*x*`", "#96;#42;x#42;#96;", "`*x*`"), ("é 名", "é 名", "é 名"),
    ])
  func textIsQuoted(text: String, mermaid: String, dot: String) {
    #expect(MermaidFlowchart.quoted(text) == "\"\(mermaid)\"")
    #expect(DOTDigraph.quoted(text) == "\"\(dot)\"")
  }

  @Test(.enabled(if: Graphviz.isInstalled, "dot is not installed"))
  func graphvizReadsWhatIsDrawn() throws {
    let flows = try Self.names.map(Self.flow(named:)) + [Self.flow(Array(Self.awkward.utf8))]
    for flow in flows { #expect(Graphviz.reads(FlowGraphFormat.dot.text(of: FlowGraph(flow)))) }
  }
}
