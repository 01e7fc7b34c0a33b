/// A compiled expression: checked, its names resolved to numbers, its constants folded.
public final class CELProgram: Sendable {
  public let source: String
  /// The type that the checker found.
  public let resultType: CELType
  /// What the expression reads, each once, in the order of the source.
  public let references: [CELReference]
  /// The variable or field that is the whole expression, if it is nothing more.
  public let reference: CELReference?
  /// The value, if it doesn't depend on anything.
  public let constant: CELValue?
  public let estimatedCost: CELCostEstimate
  /// Comprehensions over something that has no declared bound, as warnings.
  public let unboundedComprehensions: [CELDiagnostic]

  init(
    source: String, resultType: CELType, references: [CELReference], reference: CELReference?,
    constant: CELValue?, estimatedCost: CELCostEstimate, unboundedComprehensions: [CELDiagnostic]
  ) {
    self.source = source
    self.resultType = resultType
    self.references = references
    self.reference = reference
    self.constant = constant
    self.estimatedCost = estimatedCost
    self.unboundedComprehensions = unboundedComprehensions
  }

  /// The value of the expression.
  ///
  /// - Throws: what went wrong, with the place in the source.
  public func evaluate(
    _ activation: any CELActivation, budget: inout CELBudget
  ) throws(CELError) -> CELValue {
    throw CELError(.host, "not built")
  }

  /// The value of an expression that gives a bool.
  public func evaluateBool(
    _ activation: any CELActivation, budget: inout CELBudget
  ) throws(CELError) -> Bool {
    throw CELError(.host, "not built")
  }

  /// What each part of an expression that was compiled with `observed` gave, in the order in which they were
  /// evaluated; the whole comes last. Parts that weren't reached are left out.
  public func observe(_ activation: any CELActivation, budget: inout CELBudget) -> [CELObservation] {
    []
  }
}
