/// A call of a function.
final class CallNode: Node, @unchecked Sendable {
  let body: Function.Body
  let arguments: [Node]

  init(_ body: Function.Body, _ arguments: [Node], _ range: CELSourceRange) {
    self.body = body
    self.arguments = arguments
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    // The compiler made as many arguments as the body takes.
    switch body {
    case .none(let call):
      do throws(CELError) {
        try frame.spend(1)
        return try call(&frame)
      } catch {
        throw error.at(range)
      }
    case .one(let call):
      let a = try arguments[0].evaluate(&frame, activation)
      do throws(CELError) {
        try frame.spend(1)
        return try call(a, &frame)
      } catch {
        throw error.at(range)
      }
    case .two(let call):
      let a = try arguments[0].evaluate(&frame, activation)
      let b = try arguments[1].evaluate(&frame, activation)
      do throws(CELError) {
        try frame.spend(1)
        return try call(a, b, &frame)
      } catch {
        throw error.at(range)
      }
    case .three(let call):
      let a = try arguments[0].evaluate(&frame, activation)
      let b = try arguments[1].evaluate(&frame, activation)
      let c = try arguments[2].evaluate(&frame, activation)
      do throws(CELError) {
        try frame.spend(1)
        return try call(a, b, c, &frame)
      } catch {
        throw error.at(range)
      }
    case .four(let call):
      let a = try arguments[0].evaluate(&frame, activation)
      let b = try arguments[1].evaluate(&frame, activation)
      let c = try arguments[2].evaluate(&frame, activation)
      let d = try arguments[3].evaluate(&frame, activation)
      do throws(CELError) {
        try frame.spend(1)
        return try call(a, b, c, d, &frame)
      } catch {
        throw error.at(range)
      }
    }
  }
}

/// `text.matches(pattern)` with a pattern that is compiled once.
final class MatchNode: Node, @unchecked Sendable {
  let text: Node
  let regex: Regex

  init(_ text: Node, _ regex: Regex, _ range: CELSourceRange) {
    self.text = text
    self.regex = regex
    super.init(range)
  }

  override func evaluateBool(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> Bool {
    let value = try text.evaluate(&frame, activation)
    do throws(CELError) {
      try frame.spend(1)
      guard case .string(let string) = value else { throw .noOverload("matches", value, .string("")) }
      return try regex.matches(string, &frame)
    } catch {
      throw error.at(range)
    }
  }
}
