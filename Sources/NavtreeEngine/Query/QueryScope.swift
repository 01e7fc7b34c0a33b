import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// The variables of a query's expressions: those of the flow, with sensitive values hidden unless requested.
final class QueryScope: CELActivation {
  private let transaction: Transaction
  private let sensitive: Bool

  init(transaction: Transaction, sensitive: Bool) {
    self.transaction = transaction
    self.sensitive = sensitive
  }

  func field(_ number: Int, of variable: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    if !sensitive, isHidden(number, of: variable) { return CELValue(StateView.hidden) }
    if ScopeVariable(rawValue: variable) == .parent {
      guard case .map(let parent) = try self.variable(variable, budget: &budget) else {
        throw CELError(.noSuchKey, "the root of a window has no parent")
      }
      return parent[number == 0 ? "params" : "state"] ?? .null
    }
    if ScopeVariable(rawValue: variable) == .owed {
      return try transaction.owed(OwedPart.allCases[number], sensitive: sensitive, &budget)
    }
    return try transaction.scope.field(number, of: variable, budget: &budget)
  }

  func variable(_ number: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    let variable = ScopeVariable(rawValue: number)
    if variable == .screens {
      try budget.spend(transaction.screenCount)
      return .list(CELList(ScreenListView(transaction, sensitive: sensitive)))
    }
    guard !sensitive else { return try transaction.scope.variable(number, budget: &budget) }
    switch variable {
    case .params:
      return CELValue(.object(definition?.params.object(subject?.params ?? [], sensitive: false) ?? [:]))
    case .state:
      return CELValue(.object(definition?.state.object(subject?.state ?? [], sensitive: false) ?? [:]))
    case .shared:
      let stored = transaction.flow.shared.object(transaction.world.shared, sensitive: false)
      return try object(stored, and: transaction.flow.computed, of: number, budget: &budget)
    case .guards:
      let guards = transaction.flow.guards + (definition?.guards ?? [])
      return try object(and: guards, of: number, budget: &budget)
    case .computed: return try object(and: definition?.computed ?? [], of: number, budget: &budget)
    case .parent:
      guard let parent = transaction.scope.parent else { return .null }
      let definition = transaction.flow.screens[parent.type]
      return definition.parentObject(parent.params, parent.state, sensitive: false)
    case .owed: return try transaction.owed(sensitive: false, &budget)
    case .screen, .now, .action, .link, .screens, .old, .transitions, nil:
      return try transaction.scope.variable(number, budget: &budget)
    }
  }

  /// The screen of a query over screens; nil for one over the session.
  private var subject: Screen? { transaction.scope.subject }

  private var definition: ScreenDefinition? { subject.map { transaction.flow.screens[$0.type] } }

  private func isHidden(_ number: Int, of variable: Int) -> Bool {
    switch ScopeVariable(rawValue: variable) {
    case .params: definition?.params.fields[number].sensitive ?? true
    case .state: definition?.state.fields[number].sensitive ?? true
    case .computed: definition?.computed[number].sensitive ?? true
    case .shared:
      number < transaction.flow.shared.fields.count
        ? transaction.flow.shared.fields[number].sensitive
        : transaction.flow.computed[number - transaction.flow.shared.fields.count].sensitive
    case .guards: (try? transaction.scope.guardDefinition(number))?.sensitive ?? true
    case .parent, .screen, .now, .action, .link, .screens, .old, .owed, .transitions, nil: false
    }
  }
}
