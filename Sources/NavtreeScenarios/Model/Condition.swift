package import NavtreeCEL
package import NavtreeFlow

/// A CEL condition of a scenario: over a session, or over an effect's request.
package struct Condition: Sendable {
  package let program: CELProgram
  package let location: SourceLocation

  package init(program: CELProgram, location: SourceLocation) {
    self.program = program
    self.location = location
  }

  package var source: String { program.source }
}
