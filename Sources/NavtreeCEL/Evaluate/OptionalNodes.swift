/// `a.or(b)` and `a.orValue(b)`: `b` is evaluated only when it is needed.
final class OrValueNode: Node, @unchecked Sendable {
  let optional: Node
  let other: Node
  /// `orValue`: the value itself, not an optional.
  let isValue: Bool

  init(_ optional: Node, _ other: Node, isValue: Bool, _ range: CELSourceRange) {
    self.optional = optional
    self.other = other
    self.isValue = isValue
    super.init(range)
  }

  override func compute(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    let first = try optional.evaluate(&frame, activation)
    try frame.spend(1)
    let wrapped = try OptionalFunctions.optional(first, isValue ? "orValue" : "or")
    if let value = wrapped.value { return isValue ? value : first }
    let second = try other.evaluate(&frame, activation)
    if isValue { return second }
    guard case .optional = second else { throw .noOverload("or", first, second) }
    return second
  }
}

/// `a.optMap(x, b)` and `a.optFlatMap(x, b)`
final class OptionalMapNode: Node, @unchecked Sendable {
  let optional: Node
  let slot: Int
  let body: Node
  /// The body gives an optional itself.
  let isFlat: Bool

  init(_ optional: Node, _ slot: Int, _ body: Node, isFlat: Bool, _ range: CELSourceRange) {
    self.optional = optional
    self.slot = slot
    self.body = body
    self.isFlat = isFlat
    super.init(range)
  }

  override func compute(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    let first = try optional.evaluate(&frame, activation)
    try frame.spend(1)
    let wrapped = try OptionalFunctions.optional(first, isFlat ? "optFlatMap" : "optMap")
    guard let value = wrapped.value else { return first }
    frame.locals[slot] = value
    let result = try body.evaluate(&frame, activation)
    if !isFlat { return .optional(try CELOptional(result)) }
    guard case .optional = result else { throw .noOverload("optFlatMap", first, result) }
    return result
  }
}
