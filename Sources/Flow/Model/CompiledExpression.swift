package import CEL

/// A compiled expression and the place in the file where each of its characters stands.
package struct CompiledExpression: Sendable {
  package let program: CELProgram
  package let location: SourceLocation

  package init(program: CELProgram, location: SourceLocation) {
    self.program = program
    self.location = location
  }
}

/// What an expression of a flow may name, by the index under which every expression knows it.
package enum ScopeVariable: Int, Sendable, CaseIterable {
  case params, state, computed, shared, action, screen, parent, link, now, screens
}
