import NavtreeCEL
package import NavtreeYAML

/// A condition that must hold after every change.
package struct Invariant: Sendable {
  package let name: String
  package let always: CompiledExpression
  /// Whether a change that breaks it is undone; otherwise it is only reported.
  package let enforce: Bool
}

/// A claim about the ways of a session, which explorations check, and sessions don't.
package struct TemporalProperty: Sendable {
  package enum Claim: Sendable {
    /// From each state some way leads to one in which the condition holds.
    case possible(CompiledExpression)
    /// Where the first condition has held the second holds later, or at once, even if the user rests.
    case leadsTo(from: CompiledExpression, to: CompiledExpression)
  }

  package let name: String
  package let claim: Claim

  package var expressions: [CompiledExpression] {
    switch claim {
    case .possible(let condition): [condition]
    case .leadsTo(let from, let to): [from, to]
    }
  }

  /// Whether a circle of moves may break it.
  package var isOfCircles: Bool {
    if case .leadsTo = claim { true } else { false }
  }

  package var location: SourceLocation { expressions[0].location }

  /// The claim as one text.
  package var source: String { expressions.map(\.program.source).joined(separator: " leads to ") }
}
