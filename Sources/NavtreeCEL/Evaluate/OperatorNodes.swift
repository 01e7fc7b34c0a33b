/// `a + b`
final class AddNode: BinaryNode, @unchecked Sendable {
  override func compute(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    let a = try left.evaluate(&frame, activation)
    let b = try right.evaluate(&frame, activation)
    try frame.spend(1)
    if case .int(let first) = a, case .int(let second) = b {
      let (sum, overflow) = first.addingReportingOverflow(second)
      if !overflow { return .int(sum) }
    }
    return try Arithmetic.add(a, b, &frame)
  }
}

/// `a == b` and `a != b`
final class EqualNode: BinaryNode, @unchecked Sendable {
  let isNegated: Bool

  init(_ left: Node, _ right: Node, isNegated: Bool, _ range: CELSourceRange) {
    self.isNegated = isNegated
    super.init(left, right, range)
  }

  override func computeBool(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> Bool {
    let a = try left.evaluate(&frame, activation)
    let b = try right.evaluate(&frame, activation)
    try frame.spend(1)
    return try a.equals(b, budget: &frame.budget) != isNegated
  }
}

/// `a < b`, `a <= b`, `a > b` and `a >= b`
final class CompareNode: BinaryNode, @unchecked Sendable {
  enum Relation: String {
    case less = "_<_"
    case lessOrEqual = "_<=_"
    case greater = "_>_"
    case greaterOrEqual = "_>=_"
  }

  let relation: Relation

  init(_ relation: Relation, _ left: Node, _ right: Node, _ range: CELSourceRange) {
    self.relation = relation
    super.init(left, right, range)
  }

  override func computeBool(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> Bool {
    let a = try left.evaluate(&frame, activation)
    let b = try right.evaluate(&frame, activation)
    try frame.spend(1)
    if case .int(let first) = a, case .int(let second) = b {
      return holds(first < second ? -1 : first == second ? 0 : 1)
    }
    return try Comparisons.holds(relation.rawValue, a, b, &frame, holds)
  }

  private func holds(_ order: Int) -> Bool {
    switch relation {
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }
}
