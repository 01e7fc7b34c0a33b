/// A call of a function.
final class CallNode: Node, @unchecked Sendable {
  let body: Function.Body
  let arguments: [Node]

  init(_ body: Function.Body, _ arguments: [Node], _ range: CELSourceRange) {
    self.body = body
    self.arguments = arguments
    super.init(range)
  }

  override var isFoldable: Bool { arguments.allSatisfy { $0.constant != nil } }

  override func compute(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    // The compiler made as many arguments as the body takes.
    switch body {
    case .none(let call):
      try frame.spend(1)
      return try call(&frame)
    case .one(let call):
      let a = try arguments[0].evaluate(&frame, activation)
      try frame.spend(1)
      return try call(a, &frame)
    case .two(let call):
      let a = try arguments[0].evaluate(&frame, activation)
      let b = try arguments[1].evaluate(&frame, activation)
      try frame.spend(1)
      return try call(a, b, &frame)
    case .three(let call):
      let a = try arguments[0].evaluate(&frame, activation)
      let b = try arguments[1].evaluate(&frame, activation)
      let c = try arguments[2].evaluate(&frame, activation)
      try frame.spend(1)
      return try call(a, b, c, &frame)
    case .four(let call):
      let a = try arguments[0].evaluate(&frame, activation)
      let b = try arguments[1].evaluate(&frame, activation)
      let c = try arguments[2].evaluate(&frame, activation)
      let d = try arguments[3].evaluate(&frame, activation)
      try frame.spend(1)
      return try call(a, b, c, d, &frame)
    }
  }
}

/// `text.matches(pattern)` with a pattern that is compiled once.
final class MatchNode: UnaryNode, @unchecked Sendable {
  let regex: Regex

  init(_ text: Node, _ regex: Regex, _ range: CELSourceRange) {
    self.regex = regex
    super.init(text, range)
  }

  override func computeBool(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> Bool {
    let value = try operand.evaluate(&frame, activation)
    try frame.spend(1)
    guard case .string(let string) = value else { throw .noOverload("matches", value, .string("")) }
    return try regex.matches(string, &frame)
  }
}
