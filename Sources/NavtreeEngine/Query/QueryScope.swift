import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// What a query's expressions see: the same as the flow's own, sensitive values hidden unless they are asked for.
final class QueryScope: CELActivation {
  private let session: Session
  private let sensitive: Bool

  init(session: Session, sensitive: Bool) {
    self.session = session
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
    return try session.scope.field(number, of: variable, budget: &budget)
  }

  func variable(_ number: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    let variable = ScopeVariable(rawValue: number)
    if variable == .screens {
      try budget.spend(session.screenCount)
      return CELValue(.array(session.liveScreens(sensitive: sensitive)))
    }
    guard !sensitive else { return try session.scope.variable(number, budget: &budget) }
    switch variable {
    case .params: return CELValue(.object(definition.params.object(focus.params, sensitive: false)))
    case .state: return CELValue(.object(definition.state.object(focus.state, sensitive: false)))
    case .shared: return CELValue(.object(session.flow.shared.object(session.world.shared, sensitive: false)))
    case .parent:
      guard let parent = session.world.windows[session.scope.window].parent else { return .null }
      let definition = session.flow.screens[parent.type]
      return CELValue(
        .object([
          "params": .object(definition.params.object(parent.params, sensitive: false)),
          "state": .object(definition.state.object(parent.state, sensitive: false)),
        ]))
    case .computed:
      var values: JSONObject = [:]
      for (index, computed) in definition.computed.enumerated() {
        values[computed.name] = try field(index, of: number, budget: &budget).json()
      }
      return CELValue(.object(values))
    case .screen, .now, .action, .link, .screens, .old, nil:
      return try session.scope.variable(number, budget: &budget)
    }
  }

  /// The screen that a query over screens is at. One over the session is at none, and its window may be closed.
  private var focus: Screen { session.world.windows[session.scope.window].focus }

  private var definition: ScreenDefinition { session.flow.screens[focus.type] }

  private func isHidden(_ number: Int, of variable: Int) -> Bool {
    switch ScopeVariable(rawValue: variable) {
    case .params: definition.params.fields[number].sensitive
    case .state: definition.state.fields[number].sensitive
    case .computed: definition.computed[number].sensitive
    case .shared: session.flow.shared.fields[number].sensitive
    case .parent, .screen, .now, .action, .link, .screens, .old, nil: false
    }
  }
}

extension RecordDefinition {
  /// Values in declared order as an object.
  func object(_ values: [JSONValue], sensitive: Bool = true) -> JSONObject {
    var object: JSONObject = [:]
    for (field, value) in zip(fields, values) {
      object[field.name] = field.sensitive && !sensitive ? StateView.hidden : value
    }
    return object
  }
}
