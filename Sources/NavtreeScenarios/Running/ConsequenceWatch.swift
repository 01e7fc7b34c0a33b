package import NavtreeEngine
import NavtreeFlow

/// The `leadsTo` of a flow along one session: those whose first condition has held, and not the second since.
package struct ConsequenceWatch {
  private let properties: [(name: String, from: CompiledExpression, to: CompiledExpression)]
  private var areOpen: [Bool]

  package init(_ session: Session) {
    properties = session.flow.properties.compactMap { property in
      if case .leadsTo(let from, let to) = property.claim { (property.name, from, to) } else { nil }
    }
    areOpen = properties.map { _ in false }
    note(session)
  }

  /// Notes the present state.
  package mutating func note(_ session: Session) {
    for (index, property) in properties.enumerated() {
      func holds(_ condition: CompiledExpression) -> Bool {
        (try? ConditionReader(session).holds(condition.program)) == true
      }
      if holds(property.to) {
        areOpen[index] = false
      } else if holds(property.from) {
        areOpen[index] = true
      }
    }
  }

  /// The names of those that nothing can lead to any more unless the user moves: the session owes nothing.
  package func broken(in session: Session) -> [String] {
    guard session.nextTimer == nil, session.owed.isEmpty else { return [] }
    return properties.indices.filter { areOpen[$0] }.map { properties[$0].name }
  }
}
