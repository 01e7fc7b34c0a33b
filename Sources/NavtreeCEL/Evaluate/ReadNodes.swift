/// A variable, read from the activation.
final class VariableNode: Node, @unchecked Sendable {
  let number: Int

  init(_ number: Int, _ range: CELSourceRange) {
    self.number = number
    super.init(range)
  }

  override func compute(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    try frame.spend(1)
    if let known = frame.variable(number) { return known }
    let value = try activation.variable(number, budget: &frame.budget)
    switch value {
    // A host makes them of its data, which no evaluation changes: once is enough.
    case .list, .map: frame.keep(value, of: number)
    case .null, .bool, .int, .uint, .double, .string, .bytes, .type, .timestamp, .duration, .optional: break
    }
    return value
  }
}

/// One field of a record variable, read from the activation. Costs as much as a name and a selection.
final class FieldNode: Node, @unchecked Sendable {
  let field: Int
  let variable: Int

  init(_ field: Int, of variable: Int, _ range: CELSourceRange) {
    self.field = field
    self.variable = variable
    super.init(range)
  }

  override func compute(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    try frame.spend(2)
    return try activation.field(field, of: variable, budget: &frame.budget)
  }
}

/// `has(record.field)`, and the optional that `record.?field` gives.
final class PresentFieldNode: Node, @unchecked Sendable {
  let field: Int
  let variable: Int
  let isTest: Bool

  init(_ field: Int, of variable: Int, isTest: Bool, _ range: CELSourceRange) {
    self.field = field
    self.variable = variable
    self.isTest = isTest
    super.init(range)
  }

  override func compute(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    try frame.spend(2)
    let isPresent = activation.hasField(field, of: variable)
    if isTest { return .bool(isPresent) }
    if !isPresent { return .optional(.none) }
    return .optional(
      try CELOptional(try activation.field(field, of: variable, budget: &frame.budget)))
  }
}

/// The variable of a macro.
final class LocalNode: Node, @unchecked Sendable {
  let slot: Int

  init(_ slot: Int, _ range: CELSourceRange) {
    self.slot = slot
    super.init(range)
  }

  override func compute(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    try frame.spend(1)
    return frame.locals[slot]
  }
}

/// `cel.bind(name, value, body)`
final class BindNode: Node, @unchecked Sendable {
  let slot: Int
  let value: Node
  let body: Node

  init(_ slot: Int, _ value: Node, _ body: Node, _ range: CELSourceRange) {
    self.slot = slot
    self.value = value
    self.body = body
    super.init(range)
  }

  override func compute(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    try frame.spend(1)
    frame.locals[slot] = try value.evaluate(&frame, activation)
    return try body.evaluate(&frame, activation)
  }
}
