import NavtreeEngine
import NavtreeFlow
package import NavtreeJSON
package import NavtreeScenarios

/// A promise that a session breaks.
package struct FuzzFinding: Hashable, Sendable, CustomStringConvertible {
  package enum Kind: String, Sendable {
    /// A change breaks an invariant of the flow.
    case invariant
    /// A condition of a scenario doesn't hold.
    case always
    /// An expression of the flow fails while it runs.
    case defect
    /// navtree itself breaks a promise.
    case promise
  }

  package let kind: Kind
  /// The invariant's name, the condition, the place of the defect, or the promise.
  package let name: String

  package init(_ kind: Kind, _ name: String) {
    self.kind = kind
    self.name = name
  }

  /// The kind by which a comment acknowledges it; nil where none can.
  var acknowledged: FindingKind? {
    switch kind {
    case .invariant: .breach
    case .defect: .defect
    case .always, .promise: nil
    }
  }

  package var description: String { "\(kind.rawValue) \(name)" }
}

/// A condition of a scenario that must always hold.
package struct FuzzCondition: Sendable {
  package let condition: NavtreeScenarios.Condition
  /// The values of the variables beside those of sessions.
  package let constants: [Int: JSONValue]

  package init(_ condition: NavtreeScenarios.Condition, constants: [Int: JSONValue] = [:]) {
    self.condition = condition
    self.constants = constants
  }

  /// Whether it holds; it doesn't where it can't be evaluated.
  func holds(in session: Session) -> Bool {
    (try? ConditionReader(session).holds(condition.program, constants: constants)) == true
  }
}
