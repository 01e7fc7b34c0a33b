import NavtreeEngine
import NavtreeExploring
import NavtreeFlow
import NavtreeTestSupport
import NavtreeYAML
import Testing

/// A flow of the specs.
func specFlow(_ name: String) throws -> FlowDefinition {
  let file = "\(name).navtree.yaml"
  let bytes = try #require(Files.bytes(of: "\(Files.package)/Specs/\(file)"))
  return try #require(FlowLoader.load(bytes, file: file).flow)
}

func flow(_ yaml: String) throws -> FlowDefinition {
  let outcome = FlowLoader.load(Array(yaml.utf8), file: "flow.yaml")
  return try #require(outcome.flow, "\(outcome.diagnostics.map(\.message))")
}

/// A session for search at the start of a flow.
func searching(_ flow: FlowDefinition) throws -> Session {
  try Session(flow, name: flow.name, limits: Limits().forSearch)
}
