package import NavtreeEngine
package import NavtreeJSON

/// Plans for `plan`, and gives its result.
package typealias SessionPlanner = @Sendable (PlanRequest) throws(Failure) -> JSONValue

/// A `plan`.
package struct PlanRequest {
  /// The target of a plan, as a request gives it.
  package enum Target {
    case screen(String)
    case at(String)
    case link(String)
    case when(String)
  }

  /// The session to plan from, which isn't changed.
  package let session: Session
  package let target: Target
  /// The most states to look at.
  package let maxStates: Int
  /// Renews what the server owns, if that is due; called again and again.
  package let keepUp: () -> Void
}
