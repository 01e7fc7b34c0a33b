import NavtreeFlow
import NavtreeGraph
import NavtreeJSON
import NavtreeText
import NavtreeEngine
import NavtreeYAML

extension MethodTable {
  private static let source = [
    Parameter(.path, .string, "the file to read"),
    Parameter(.yaml, .string, "the flow itself, instead of a file"),
    Parameter(.name, .string, "with `yaml`, the file name in diagnostics"),
    Parameter(
      .files, .map(.string), "with `yaml`, the texts of the parts that it includes, by their paths"),
  ]

  private static let small =
    #"{"yaml":"navtree: 1\nflow: small\nstart: home\nscreens:\n  home: {}\n","name":"small.navtree.yaml"}"#
  private static let misspelt =
    #"{"yaml":"navtree: 1\nflow: small\nstart: hme\nscreens:\n  home: {}\n","name":"small.navtree.yaml"}"#

  static let flowMethods: [Method] = [
    Method(
      "flow.load", .process, "Loads a flow, which replaces one of the same name for sessions opened later.",
      source,
      result: .record([
        .flow, .version, .screens,
        Shape.Member("warnings", .list(.shared(.diagnostic)), "the warnings"),
      ]), errors: [.invalidFlow, .limitExceeded], examples: [Example("Loads a flow from its text", small)]
    ) { server, params, output throws(Failure) in
      let (outcome, file) = try outcome(server, params)
      let flow = try server.load(outcome, file: file)
      output.appendValue(
        .object([
          "flow": .string(flow.name), "version": .integer(flow.version),
          "screens": .array(flow.screens.map { .string($0.name) }),
          "warnings": DiagnosticReport(outcome.diagnostics, in: outcome.sources).json,
        ]))
    },
    Method(
      "flow.unload", .process,
      "Unloads a flow; open sessions that run it go on, and no session of it is opened.",
      [.flow("the flow's name")],
      result: .record([
        Shape.Member("sessions", .integer, "the number of open sessions that go on running it")
      ]),
      examples: [
        Example(
          "Unloads a flow that an open session runs", #"{"flow":"mail"}"#)
      ]
    ) { server, params, output throws(Failure) in
      let flow = try server.unload(try params.text(.flow))
      output.append(#"{"sessions":"#, server.sessions.values.count { $0.flow === flow })
      output.append("}")
    },
    Method(
      "flow.check", .process, "Reports all diagnostics of a flow; loads nothing.", source,
      result: .record([
        Shape.Member("ok", .boolean, "whether it can be loaded"),
        Shape.Member("diagnostics", .list(.shared(.diagnostic)), "the diagnostics, in the order of the file"),
      ]), examples: [Example("Finds a misspelt name", misspelt)]
    ) { server, params, output throws(Failure) in
      let (outcome, file) = try outcome(server, params)
      output.appendValue(
        .object([
          "ok": .boolean(outcome.flow != nil),
          "diagnostics": DiagnosticReport(outcome.diagnostics, in: outcome.sources).json,
        ]))
    },
    Method(
      "flow.list", .process, "The loaded flows.",
      result: .list(
        .record([
          .flow, .version, Shape.Member("file", .string, "its source file"), .screens,
          Shape.Member("effects", .list(.string), "the effects that it declares"),
        ])),
      examples: [Example("Lists the flows")]
    ) { server, _, output throws(Failure) in
      output.appendValue(
        .array(
          server.flows.values.map { flow in
            .object([
              "flow": .string(flow.name), "version": .integer(flow.version), "file": .string(flow.file),
              "screens": .array(flow.screens.map { .string($0.name) }),
              "effects": .array(flow.effects.map { .string($0.name) }),
            ])
          }))
    },
    Method(
      "flow.get", .process, "A flow in its normal form; loading that form gives the same flow.",
      [
        Parameter(
          .flow, .string, "the flow's name; by default the only one that is loaded", errors: [.unknownFlow])
      ], result: .object,
      examples: [Example("Gives a small flow", #"{"flow":"small"}"#, after: ["flow.load \(small)"])]
    ) { server, params, output throws(Failure) in
      let only = server.flows.count == 1 ? server.flows.values.first : nil
      let flow =
        try params.string(.flow).map { (name) throws(Failure) in try server.flow(named: name) } ?? only
      guard let flow else {
        throw Failure(
          .invalidParams, "'flow' must say which flow: \(server.flows.count) are loaded", ["pointer": "/flow"]
        )
      }
      output.appendValue(flow.normalised)
    },
    Method(
      "flow.graph", .process, "A flow's screens and transitions as a graph: Mermaid, Graphviz or JSON.",
      [
        .flow("the flow's name"),
        Parameter(
          .format, .choice(FlowGraphFormat.allCases.map(\.rawValue)),
          "mermaid (the default) and dot give text, json gives `{nodes, edges}`"),
      ], result: .either([.string, .object]),
      examples: [
        Example("Draws a small flow", #"{"flow":"small","format":"json"}"#, after: ["flow.load \(small)"])
      ]
    ) { server, params, output throws(Failure) in
      let graph = FlowGraph(try server.flow(named: try params.text(.flow)))
      switch try params.choice(.format) ?? FlowGraphFormat.mermaid {
      case .json: output.appendValue(graph.json)
      case .mermaid: output.appendString(FlowGraphFormat.mermaid.text(of: graph))
      case .dot: output.appendString(FlowGraphFormat.dot.text(of: graph))
      }
    },
  ]

  private static func outcome(_ server: NavtreeServer, _ params: Params) throws(Failure) -> (
    FlowLoader.Outcome, file: String
  ) {
    let name = try params.string(.name)
    let files = try params.value(.files)
    if let files, files.object == nil { throw params.misfit(.files) }
    switch (try params.string(.path), try params.string(.yaml)) {
    case (let path?, nil):
      if files != nil { throw params.misplaced(.files) }
      return (try server.read(path: path), path)
    case (nil, let yaml?):
      let file = name ?? "flow.navtree.yaml"
      let texts = try (files?.object ?? [:]).map { (name, text) throws(Failure) in
        guard let text = text.string else {
          throw Failure(
            .invalidParams, "the text of '\(name.echo)' must be a string",
            ["pointer": .string(JSONPointer(["files", name.echo]).description)])
        }
        return (name, Array(text.utf8))
      }
      let parts = PartFault.reader(of: Dictionary(texts) { first, _ in first })
      return (FlowLoader.load(Array(yaml.utf8), file: file, parts: parts), file)
    case (nil, nil), (.some, .some):
      throw Failure(.invalidParams, "give either 'path' or 'yaml'", ["pointer": .string("")])
    }
  }
}

extension Shape.Member {
  fileprivate static let flow = Shape.Member("flow", .string, "the flow's name")
  fileprivate static let version = Shape.Member("version", .integer, "the flow's own version")
  fileprivate static let screens = Shape.Member("screens", .list(.string), "its screen types")
}
