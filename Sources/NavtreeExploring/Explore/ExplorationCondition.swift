package import NavtreeCEL
package import NavtreeEngine
package import NavtreeFlow
import NavigationTree
package import NavtreeJSON
import NavtreeScenarios

/// Conditions over a whole session, which read `screens`, `shared`, `guards`, `now` and `active`, the address of the active
/// screen of the first window.
package enum ExplorationCondition {
  /// The number of `active`, beside those of `ScopeVariable` and `ConditionVariable`.
  private static let active = 110

  /// Compiles a condition.
  ///
  /// - Throws: its faults.
  package static func compile(_ source: String, over flow: FlowDefinition) throws(CELDiagnostics)
    -> CELProgram
  {
    var environment = QueryCompiler.environment(of: .session, in: flow, sensitive: true)
    environment.declare("active", .string, at: active)
    return try CEL.compile(source, in: environment, expecting: .bool)
  }

  /// The values of what it reads beside the session.
  package static func constants(of session: Session) -> [Int: JSONValue] {
    guard let window = session.world.windows.first else { return [:] }
    return [active: .string(window.address(of: window.active))]
  }
}
