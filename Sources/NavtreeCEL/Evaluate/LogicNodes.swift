/// `a && b && …` or `a || b || …`: any term that decides does so, whatever fails beside it.
final class LogicNode: Node, @unchecked Sendable {
  let terms: [Node]
  /// The value that decides: true for `||`, false for `&&`.
  let decisive: Bool

  init(_ terms: [Node], decisive: Bool, _ range: CELSourceRange) {
    self.terms = terms
    self.decisive = decisive
    super.init(range)
  }

  override func computeBool(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> Bool {
    var failure: CELError?
    for term in terms {
      do throws(CELError) {
        if try term.evaluateBool(&frame, activation) == decisive { return decisive }
      } catch {
        if !error.isAbsorbed { throw error }
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return !decisive
  }
}

extension CELError {
  /// Whether `&&`, `||`, `all` and `exists` may absorb it. A spent budget isn't an operand's error.
  var isAbsorbed: Bool { code != .costExceeded }
}

/// `!a`
final class NotNode: UnaryNode, @unchecked Sendable {
  override func computeBool(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> Bool {
    try frame.spend(1)
    return try !operand.evaluateBool(&frame, activation)
  }
}

/// `a ? b : c`: only the branch that is taken is evaluated.
final class ConditionalNode: Node, @unchecked Sendable {
  let condition: Node
  let first: Node
  let second: Node

  init(_ condition: Node, _ first: Node, _ second: Node, _ range: CELSourceRange) {
    self.condition = condition
    self.first = first
    self.second = second
    super.init(range)
  }

  override func compute(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    try condition.evaluateBool(&frame, activation)
      ? try first.evaluate(&frame, activation) : try second.evaluate(&frame, activation)
  }

  override func computeBool(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> Bool {
    try condition.evaluateBool(&frame, activation)
      ? try first.evaluateBool(&frame, activation) : try second.evaluateBool(&frame, activation)
  }
}
