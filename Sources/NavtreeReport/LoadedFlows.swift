import NavtreeEngine
import NavtreeFlow

/// The flows of a replay, with their sources.
final class LoadedFlows {
  private let load: ReportStream.Flows
  private(set) var loaded: [String: FlowLoader.Outcome] = [:]

  init(_ load: @escaping ReportStream.Flows) {
    self.load = load
  }

  func add(_ outcome: FlowLoader.Outcome) {
    if let flow = outcome.flow { loaded[flow.name] = outcome }
  }

  func flow(_ name: String, _ file: String) throws(Failure) -> FlowDefinition {
    if let flow = loaded[name]?.flow { return flow }
    let outcome = try load(name, file)
    guard let flow = outcome.flow else {
      throw Failure(.invalidFlow, "\(file) has errors: see navtree check")
    }
    loaded[flow.name] = outcome
    return flow
  }
}
