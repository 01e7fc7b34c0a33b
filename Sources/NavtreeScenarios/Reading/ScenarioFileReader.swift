import NavtreeFlow
import NavtreeJSON
import NavtreeYAML

/// Reads one document as a file of scenarios.
struct ScenarioFileReader {
  let document: YAMLDocument
  let references: ReferenceFiles
  /// The path of the flow; nil: the one that the document names.
  let flowPath: String?
  let limits: YAMLLimits
  let sink: DiagnosticSink
  let willRead: () -> Void

  /// The file; nil where something is wrong, which is reported.
  func file() -> ScenarioFile? {
    let root = document.root
    guard root.kind == .mapping else {
      if !root.isBroken {
        sink.error(
          .wrongType, "a file of scenarios is a map of 'key: value' lines, not \(FormChecker.describe(root))",
          at: root)
      }
      return nil
    }
    let reader = ObjectReader(root, .scenarios, sink, dispensable: flowPath == nil ? nil : .flow)
    let path = flowPath ?? reader.text(.flow).map(references.path)
    let named = flowPath == nil ? reader[.flow] : root
    let flow = named.flatMap { self.flow($0, path ?? "") }
    let context = ReadingContext(flow, references, limits, sink, willRead)
    let defaults = reader[.defaults].map { ObjectReader($0, .defaults, sink) }
    context.parts = PartTable(reader[.parts], sink)
    context.declareWindows(of: root)
    var scenarios: [Scenario] = []
    var names = ScenarioNames()
    for node in reader[.scenarios].map({ Array($0.elements) }) ?? [] where node.kind == .mapping {
      for scenario in ExampleReader(node: node, defaults: defaults, stubs: reader[.stubs], context: context)
        .scenarios()
      {
        names.check(scenario, sink)
        scenarios.append(scenario.scenario)
      }
    }
    if let list = reader[.scenarios], list.count == 0 {
      sink.error(
        .wrongValue, "a file of scenarios has at least one", at: list,
        hint: "add - { name: …, steps: [{ do: … }] }")
    }
    checkUnread(reader, context)
    guard !sink.hasErrors, let flow, let path else { return nil }
    return ScenarioFile(
      name: references.file, source: document.source, flow: flow, flowPath: path, scenarios: scenarios)
  }

  /// Checks what no scenario read: parts that none uses, and stubs of a file without scenarios.
  private func checkUnread(_ reader: ObjectReader, _ context: ReadingContext) {
    guard !sink.hasErrors else { return }
    for pair in context.parts.unused {
      sink.warning(
        .unusedPart, "no scenario uses the part '\(pair.key.text)'", at: pair.key.location,
        hint: "take it out, or use it: part: \(pair.key.text)")
    }
  }

  private func flow(_ node: YAMLNode, _ path: String) -> FlowDefinition? {
    switch references.flow(path) {
    case .failure(let fault):
      sink.error(
        .badFlow, "\(path): \(fault.message)", at: node,
        hint: fault.hint.map { Hint($0) } ?? "the path is relative to this file")
      return nil
    case .success(let outcome):
      if let flow = outcome.flow { return flow }
      guard let error = outcome.diagnostics.first(where: { $0.severity == .error }) else {
        sink.error(
          .badFlow, "\(path) is a part of a flow", at: node, hint: "name the flow that includes it")
        return nil
      }
      let place = "\(outcome.file(of: error)):\(error.location.line):\(error.location.column)"
      sink.error(
        .badFlow, "the flow has errors; the first is at \(place): \(error.message)", at: node,
        hint: "navtree check \(path)")
      return nil
    }
  }
}

/// The names of a file's scenarios, which differ.
private struct ScenarioNames {
  private var known: [UTF8Key: SourceLocation] = [:]

  mutating func check(_ read: ReadScenario, _ sink: DiagnosticSink) {
    let key = UTF8Key(read.scenario.name)
    guard let other = known[key] else {
      known[key] = read.name.location
      return
    }
    sink.error(
      .duplicateKey, "'\(read.scenario.name)' names two scenarios: the other is in line \(other.line)",
      at: read.name,
      hint: other == read.name.location
        ? "its ${…} gives the same text for two examples" : "give it another name")
  }
}
