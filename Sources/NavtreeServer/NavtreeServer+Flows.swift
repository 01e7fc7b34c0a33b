package import NavtreeEngine
package import NavtreeFlow
import NavtreeJSON
import NavtreeText
import NavtreeYAML

extension NavtreeServer {
  /// Reads a flow without loading it.
  func read(path: String) throws(Failure) -> FlowLoader.Outcome {
    switch readFile(path) {
    case .success(let bytes): return FlowLoader.load(bytes, file: path, parts: readParts(path))
    case .failure(let failure):
      let fault = Failure(.invalidParams, "\(path): \(failure.message)", ["pointer": .string("/path")])
      throw failure.hint.map { fault.with("hint", .string($0)) } ?? fault
    }
  }

  /// Loads a flow from a file. It replaces a flow of its name; sessions that run the replaced flow keep it.
  @discardableResult
  package func load(path: String) throws(Failure) -> FlowDefinition {
    try load(try read(path: path), file: path)
  }

  package func load(_ outcome: FlowLoader.Outcome, file: String) throws(Failure) -> FlowDefinition {
    guard let flow = outcome.flow else {
      let errors = outcome.diagnostics.filter { $0.severity == .error }
      let first = errors.first.map { ": \($0.message)" } ?? ""
      throw Failure(
        .invalidFlow, "\(file) has \(errors.count) error\(errors.count == 1 ? "" : "s")\(first)",
        ["diagnostics": DiagnosticReport(outcome.diagnostics, in: outcome.sources).json])
    }
    guard flows[flow.name] != nil || flows.count < limits[.flows] else { throw limits.exceeded(.flows) }
    if committedFlows == nil { committedFlows = flows }
    flows[flow.name] = flow
    log(.info, "the flow '\(flow.name)' is loaded from \(flow.file)", about: ["flow": .string(flow.name)])
    return flow
  }

  /// Adds a flow that is loaded already.
  package func add(_ flow: FlowDefinition) { flows[flow.name] = flow }

  /// Unloads a flow, and gives it. Sessions that run it keep it.
  func unload(_ name: String) throws(Failure) -> FlowDefinition {
    let flow = try flow(named: name)
    if committedFlows == nil { committedFlows = flows }
    flows[name] = nil
    log(.info, "the flow '\(name)' is unloaded", about: ["flow": .string(name)])
    return flow
  }

  func flow(named name: String) throws(Failure) -> FlowDefinition {
    if let flow = flows[name] { return flow }
    throw Failure(.unknownFlow, "no flow named '\(name.echo)' is loaded").hinting(name, among: flows.keys)
  }
}
