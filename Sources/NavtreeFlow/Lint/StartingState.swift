import NavtreeCEL
import NavtreeJSON

/// The shared state that a session starts with, as far as the flow determines it: a field without a value is
/// unknown at load.
struct StartingState: CELActivation {
  private let values: [JSONValue?]
  private let computed: [DerivedDefinition]
  private let guards: [DerivedDefinition]

  init(_ flow: FlowDefinition) {
    computed = flow.computed
    guards = flow.guards
    let shared = flow.shared
    values = shared.fields.map { field in
      field.initial.map { $0.constant } ?? field.schema.zero
    }
  }

  /// Whether an expression over it is false; nil when that is unknown.
  func breaks(_ condition: CompiledExpression) -> Bool? {
    var budget = CELBudget(limit: Self.costLimit)
    return (try? condition.program.evaluateBool(self, budget: &budget)).map { !$0 }
  }

  func field(_ number: Int, of variable: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    switch ScopeVariable(rawValue: variable) {
    case .guards where guards.indices.contains(number):
      return try guards[number].value.program.evaluate(self, budget: &budget)
    case .shared where number >= values.count:
      return try computed[number - values.count].value.program.evaluate(self, budget: &budget)
    case .shared:
      guard let value = values[number] else { throw Self.unknown }
      return CELValue(value)
    default: throw Self.unknown
    }
  }

  func variable(_ number: Int, budget: inout CELBudget) throws(CELError) -> CELValue { throw Self.unknown }

  private static let unknown = CELError(.host, "this can't be known at load")
  private static let costLimit = 100_000
}
