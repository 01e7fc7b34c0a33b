package import NavtreeCEL
package import NavtreeEngine
package import NavtreeFlow
import NavigationTree
import NavtreeJSON

/// Conditions over a whole session, which read `screens`, `shared`, `guards`, `now` and `active`, the address of the active
/// screen of the first window. Sensitive values are hidden from them.
package enum ExplorationCondition {
  /// The number of `active`, beside those of `ScopeVariable` and `ConditionVariable`.
  private static let active = 110

  /// Compiles a condition.
  ///
  /// - Throws: its faults.
  package static func compile(_ source: String, over flow: FlowDefinition) throws(CELDiagnostics)
    -> CELProgram
  {
    var environment = QueryCompiler.environment(of: .session, in: flow, sensitive: false)
    environment.declare("active", .string, at: active)
    return try CEL.compile(source, in: environment, expecting: .bool)
  }

  /// Whether a condition holds; one that can't be computed doesn't.
  package static func holds(_ condition: CELProgram, in session: Session) -> Bool {
    (try? ConditionReader(session).holds(condition, constants: constants(of: session), sensitive: false))
      == true
  }

  /// The values of what it reads beside the session.
  private static func constants(of session: Session) -> [Int: JSONValue] {
    guard let window = session.windows.first else { return [:] }
    return [active: .string(window.address(of: window.active))]
  }
}
