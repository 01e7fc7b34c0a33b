package import NavtreeCEL
import NavtreeFlow
package import NavtreeJSON

/// The reader of conditions over a whole session.
package struct ConditionReader {
  private let transaction: Transaction

  package init(_ session: Session) { transaction = session.transaction }

  /// Whether a condition holds.
  ///
  /// - Parameters:
  ///   - constants: The values of its further variables, by their numbers.
  ///   - sensitive: Whether it reads the values that sensitive fields really have.
  package func holds(
    _ condition: CELProgram, constants: [Int: JSONValue] = [:], sensitive: Bool = true
  ) throws(CELError) -> Bool {
    var budget = CELBudget(limit: transaction.traits.costLimit)
    let scope = QueryScope(transaction: transaction, sensitive: sensitive)
    if constants.isEmpty { return try condition.evaluateBool(scope, budget: &budget) }
    return try condition.evaluateBool(ConditionScope(scope: scope, constants: constants), budget: &budget)
  }

  /// The values of a condition's parts, in the order of evaluation, the whole last. Sensitive values are `"***"`.
  ///
  /// - Parameter constants: The names of its further variables and their values, by their numbers.
  /// - Complexity: that of compiling it.
  package func parts(
    of condition: CELProgram, constants: [Int: (name: String, value: JSONValue)] = [:]
  ) -> [(text: String, value: JSONValue)] {
    var environment = QueryCompiler.environment(of: .session, in: transaction.flow, sensitive: false)
    for (number, constant) in constants { environment.declare(constant.name, .dyn, at: number) }
    guard let program = try? CEL.compile(condition.source, in: environment, observed: true) else { return [] }
    let scope = ConditionScope(
      scope: QueryScope(transaction: transaction, sensitive: false), constants: constants.mapValues(\.value))
    var budget = CELBudget(limit: transaction.traits.costLimit)
    let scalars = Array(condition.source.unicodeScalars)
    var parts: [(text: String, value: JSONValue)] = []
    for part in program.observe(scope, budget: &budget) {
      guard part.range.start < part.range.end, part.range.end <= scalars.count,
        case .success(let result) = part.result, let value = Self.json(result)
      else { continue }
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars[part.range.start..<part.range.end])
      parts.append((text, value))
    }
    return parts
  }

  /// A value for people; nil for one that has no short text.
  private static func json(_ value: CELValue) -> JSONValue? {
    switch value {
    case .timestamp(let instant): .string(instant.description)
    case .duration(let duration): .string(duration.description)
    default: try? value.json()
    }
  }
}

/// The variables of a query, and further ones that don't change.
private struct ConditionScope: CELActivation {
  let scope: QueryScope
  let constants: [Int: JSONValue]

  func variable(_ number: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    if let constant = constants[number] { return CELValue(constant) }
    return try scope.variable(number, budget: &budget)
  }

  func field(_ number: Int, of variable: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    try scope.field(number, of: variable, budget: &budget)
  }
}
