/// The source of an evaluation's variables.
///
/// `CELEnvironment` assigned the numbers when the names were declared. The budget is the evaluation's, for a
/// host that evaluates another expression to give the value.
public protocol CELActivation {
  /// The value of a variable. A record variable read as a whole is a map of its fields.
  func variable(_ number: Int, budget: inout CELBudget) throws(CELError) -> CELValue

  /// The value of one field of a record variable.
  func field(_ number: Int, of variable: Int, budget: inout CELBudget) throws(CELError) -> CELValue

  /// Whether a record variable has the field at present, for `has(record.field)`.
  func hasField(_ number: Int, of variable: Int) -> Bool
}

extension CELActivation {
  public func hasField(_ number: Int, of variable: Int) -> Bool {
    true
  }
}

/// An activation without variables.
public struct CELEmptyActivation: CELActivation {
  public init() {}

  public func variable(_ number: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    throw CELError(.unknownName, "no variable has a value here")
  }

  public func field(_ number: Int, of variable: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    throw CELError(.unknownName, "no variable has a value here")
  }
}
