package import NavtreeEngine
package import NavtreeFlow
package import NavtreeJSON

/// Runs the scenarios of `test.run`, and gives its result.
package typealias ScenarioTester = @Sendable (ScenarioTest) throws(Failure) -> JSONValue

/// The scenarios of a `test.run`.
package struct ScenarioTest {
  /// The text of a file of scenarios.
  package let text: String
  /// Its name in diagnostics and results.
  package let file: String
  /// The flow to test; nil: the one that the text names.
  package let flow: FlowDefinition?
  /// The loaded flows by name.
  package let flows: UTF8Dictionary<FlowDefinition>
  package let limits: Limits
  /// Renews what the server owns, if that is due; called again and again.
  package let keepUp: () -> Void
}
