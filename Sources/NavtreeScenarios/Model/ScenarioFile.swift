package import NavtreeFlow
package import NavtreeYAML

/// A file of scenarios whose names were all found in its flow.
package struct ScenarioFile: Sendable {
  /// The file's name in messages.
  package let name: String
  package let source: SourceText
  package let flow: FlowDefinition
  /// The flow's path as the command line would give it.
  package let flowPath: String
  /// In the order of the file, those with examples once for each.
  package let scenarios: [Scenario]

  package init(
    name: String, source: SourceText, flow: FlowDefinition, flowPath: String, scenarios: [Scenario]
  ) {
    self.name = name
    self.source = source
    self.flow = flow
    self.flowPath = flowPath
    self.scenarios = scenarios
  }
}
