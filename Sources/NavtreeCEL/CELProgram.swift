/// A compiled expression: checked, its names resolved to numbers, its constants folded.
public final class CELProgram: Sendable {
  public let source: String
  /// The type that the checker found.
  public let resultType: CELType
  /// The variables and fields that the expression reads, each once, in the order of the source.
  public let references: [CELReference]
  /// The variable or field that is the whole expression, if it is nothing more.
  public let reference: CELReference?
  public let estimatedCost: CELCostEstimate
  /// Warnings about comprehensions over ranges without a declared bound.
  public let unboundedComprehensions: [CELDiagnostic]
  /// The members that are read though they may be missing.
  public let missableMembers: [CELMissableMember]
  /// What is known where the expression is true, and where it is false.
  public let whereTrue: CELFacts
  public let whereFalse: CELFacts

  private let root: Node
  /// The most variables of macros that are in use at once.
  private let slots: Int

  init(
    source: String, resultType: CELType, root: Node, slots: Int, references: [CELReference],
    reference: CELReference?, estimatedCost: CELCostEstimate, unboundedComprehensions: [CELDiagnostic],
    members: MissableMembers
  ) {
    self.source = source
    self.resultType = resultType
    self.root = root
    self.slots = slots
    self.references = references
    self.reference = reference
    self.estimatedCost = estimatedCost
    self.unboundedComprehensions = unboundedComprehensions
    missableMembers = members.found
    whereTrue = members.facts(whereTrue: true)
    whereFalse = members.facts(whereTrue: false)
  }

  /// The value, if it is the same in every evaluation.
  public var constant: CELValue? { root.constant }

  /// A field that holds the value, with the type and the sizes that are known of it.
  public func field(named name: String) -> CELField {
    CELField(
      name, resultType, maximumSize: estimatedCost.maximumSize, elementSizes: estimatedCost.elementSizes)
  }

  /// The value of the expression.
  ///
  /// - Throws: the failure, with its place in the source.
  public func evaluate(
    _ activation: any CELActivation, budget: inout CELBudget
  ) throws(CELError) -> CELValue {
    try run(&budget) { frame throws(CELError) in try root.evaluate(&frame, activation) }
  }

  /// The value of an expression that gives a bool.
  ///
  /// - Throws: the failure, with its place in the source; `noSuchOverload` when the value is no bool.
  public func evaluateBool(
    _ activation: any CELActivation, budget: inout CELBudget
  ) throws(CELError) -> Bool {
    try run(&budget) { frame throws(CELError) in try root.evaluateBool(&frame, activation) }
  }

  @inline(__always)
  private func run<Result>(
    _ budget: inout CELBudget, _ body: (inout Frame) throws(CELError) -> Result
  ) throws(CELError) -> Result {
    var frame = Frame(budget, slots: slots)
    defer { budget = frame.budget }
    do throws(CELError) { return try body(&frame) } catch { throw error.in(source, cost: frame.budget.used) }
  }

  /// The results of all parts of an expression that was compiled with `observed`, in the order in which they
  /// were evaluated; the whole comes last. Literals, and parts that weren't reached, are left out.
  public func observe(_ activation: any CELActivation, budget: inout CELBudget) -> [CELObservation] {
    var frame = Frame(budget, slots: slots)
    defer { budget = frame.budget }
    _ = try? root.evaluate(&frame, activation)
    return frame.observations
  }
}
