import NavtreeCEL
import NavtreeFlow
import NavtreeJSON

/// The values of a guard's names while no payload is known.
///
/// Reading a payload field fails, except one that has a single possible value. An expression absorbs a failure only
/// where the other operand of `&&` or `||` decides by itself, so a value that it gives holds for every payload.
final class UnknownPayload: CELActivation {
  private let scope: ExpressionScope
  private let fields: RecordDefinition
  /// Whether something unknown was read.
  private(set) var isRead = false

  init(_ fields: RecordDefinition, _ scope: ExpressionScope) {
    self.fields = fields
    self.scope = scope
  }

  func variable(_ number: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    guard number == ScopeVariable.action.rawValue else {
      return number < ScopeVariable.allCases.count
        ? try scope.variable(number, budget: &budget)
        : try scope.named(number, in: self, budget: &budget)
    }
    if fields.fields.isEmpty { return CELValue(.object([:])) }
    throw unknown()
  }

  func field(_ number: Int, of variable: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    guard variable == ScopeVariable.action.rawValue else {
      return try scope.field(number, of: variable, budget: &budget)
    }
    let schema = fields.fields[number].schema
    if var value = schema.constraints?.const, (try? schema.fit(&value)) != nil { return CELValue(value) }
    throw unknown()
  }

  private func unknown() -> CELError {
    isRead = true
    return CELError(.host, "the payload decides")
  }
}

extension CompiledExpression {
  /// Whether it may read the payload.
  var readsPayload: Bool {
    program.readsNames || program.references.contains { $0.variable == ScopeVariable.action.rawValue }
  }
}

extension ValueTemplate {
  /// Whether it reads the payload.
  ///
  /// Recursion is bounded by the depth of YAML.
  var readsPayload: Bool {
    switch self {
    case .constant: false
    case .expression(let expression): expression.readsPayload
    case .text(let parts):
      parts.contains { if case .expression(let expression) = $0 { expression.readsPayload } else { false } }
    case .array(let templates): templates.contains(where: \.readsPayload)
    case .object(let members): members.contains { $0.value.readsPayload }
    }
  }
}
