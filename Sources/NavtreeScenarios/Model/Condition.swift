package import NavtreeCEL
package import NavtreeYAML

/// A CEL condition of a scenario: over a session, or over an effect's request.
///
/// Its variables are those of a query over the session, with sensitive values, and those of `ConditionVariable`.
package struct Condition: Sendable {
  package let program: CELProgram
  package let location: SourceLocation

  package init(program: CELProgram, location: SourceLocation) {
    self.program = program
    self.location = location
  }

  package var source: String { program.source }
}

/// The variables that conditions have beside those of `ScopeVariable`, by their numbers.
package enum ConditionVariable {
  /// The example, as an object.
  package static let example = 100
  /// The input of an effect that a stub may answer, as an object.
  package static let input = 101
  /// The path of the screen that asked for the effect; empty for the session.
  package static let at = 102
}
