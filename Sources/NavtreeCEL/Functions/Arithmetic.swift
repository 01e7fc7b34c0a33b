/// `+`, `-`, `*`, `/`, `%` and the sign, on numbers of one type; overflow is an error.
enum Arithmetic {
  static let functions: [Function] = [
    .global(
      "_+_",
      numbers + [
        .takes(.string, .string, gives: .string), .takes(.bytes, .bytes, gives: .bytes),
        .takes(.list(.a), .list(.a), gives: .list(.a)), .takes(.timestamp, .duration, gives: .timestamp),
        .takes(.duration, .timestamp, gives: .timestamp), .takes(.duration, .duration, gives: .duration),
      ], .two(add)),
    .global(
      "_-_",
      numbers + [
        .takes(.timestamp, .timestamp, gives: .duration), .takes(.timestamp, .duration, gives: .timestamp),
        .takes(.duration, .duration, gives: .duration),
      ], .two(subtract)),
    .global("_*_", numbers, .two(multiply)),
    .global("_/_", numbers, .two(divide)),
    .global("_%_", [.takes(.int, .int, gives: .int), .takes(.uint, .uint, gives: .uint)], .two(remainder)),
    .global("-_", [.takes(.int, gives: .int), .takes(.double, gives: .double)], .one(negate)),
  ]

  private static let numbers: [Function.Overload] = [
    .takes(.int, .int, gives: .int), .takes(.uint, .uint, gives: .uint),
    .takes(.double, .double, gives: .double),
  ]

  static func overflow(_ name: String) -> CELError {
    CELError(.overflow, "the result of '\(name)' is out of range")
  }

  /// The result of an operation that hasn't overflowed.
  private static func checked<Number>(
    _ result: (partialValue: Number, overflow: Bool), _ name: String
  ) throws(CELError) -> Number {
    if result.overflow { throw overflow(name) }
    return result.partialValue
  }

  @Sendable
  static func add(_ left: CELValue, _ right: CELValue, _ frame: inout Frame) throws(CELError) -> CELValue {
    switch (left, right) {
    case (.int(let a), .int(let b)): return .int(try checked(a.addingReportingOverflow(b), "+"))
    case (.uint(let a), .uint(let b)): return .uint(try checked(a.addingReportingOverflow(b), "+"))
    case (.double(let a), .double(let b)): return .double(a + b)
    case (.string(let a), .string(let b)):
      try frame.spend(bytes: a.utf8.count + b.utf8.count)
      return .string(a + b)
    case (.bytes(let a), .bytes(let b)):
      try frame.spend(bytes: a.count + b.count)
      return .bytes(a + b)
    case (.list(let a), .list(let b)): return .list(try concatenate(a, b, &frame))
    case (.timestamp(let time), .duration(let span)), (.duration(let span), .timestamp(let time)):
      return .timestamp(try TimeFunctions.shift(time, by: span, forward: true))
    case (.duration(let a), .duration(let b)):
      let sum = try checked(a.nanoseconds.addingReportingOverflow(b.nanoseconds), "+")
      return .duration(CELDuration(nanoseconds: sum))
    default: throw .noOverload("_+_", left, right)
    }
  }

  /// Costs one an element, so that doubling a list reaches the limit before it fills the memory.
  private static func concatenate(
    _ left: CELList, _ right: CELList, _ frame: inout Frame
  ) throws(CELError) -> CELList {
    if left.count == 0 { return right }
    if right.count == 0 { return left }
    try frame.spend(left.count + right.count)
    return CELList(left.elements + right.elements, depth: max(left.depth, right.depth))
  }

  @Sendable
  static func subtract(_ left: CELValue, _ right: CELValue, _ frame: inout Frame) throws(CELError) -> CELValue
  {
    switch (left, right) {
    case (.int(let a), .int(let b)): return .int(try checked(a.subtractingReportingOverflow(b), "-"))
    case (.uint(let a), .uint(let b)): return .uint(try checked(a.subtractingReportingOverflow(b), "-"))
    case (.double(let a), .double(let b)): return .double(a - b)
    case (.timestamp(let a), .timestamp(let b)): return .duration(try TimeFunctions.span(from: b, to: a))
    case (.timestamp(let time), .duration(let span)):
      return .timestamp(try TimeFunctions.shift(time, by: span, forward: false))
    case (.duration(let a), .duration(let b)):
      let difference = try checked(a.nanoseconds.subtractingReportingOverflow(b.nanoseconds), "-")
      return .duration(CELDuration(nanoseconds: difference))
    default: throw .noOverload("_-_", left, right)
    }
  }

  @Sendable
  static func multiply(_ left: CELValue, _ right: CELValue, _ frame: inout Frame) throws(CELError) -> CELValue
  {
    switch (left, right) {
    case (.int(let a), .int(let b)): return .int(try checked(a.multipliedReportingOverflow(by: b), "*"))
    case (.uint(let a), .uint(let b)): return .uint(try checked(a.multipliedReportingOverflow(by: b), "*"))
    case (.double(let a), .double(let b)): return .double(a * b)
    default: throw .noOverload("_*_", left, right)
    }
  }

  @Sendable
  static func divide(_ left: CELValue, _ right: CELValue, _ frame: inout Frame) throws(CELError) -> CELValue {
    switch (left, right) {
    case (.int(_), .int(0)), (.uint(_), .uint(0)): throw CELError(.divisionByZero, "division by zero")
    case (.int(let a), .int(let b)): return .int(try checked(a.dividedReportingOverflow(by: b), "/"))
    case (.uint(let a), .uint(let b)): return .uint(a / b)
    case (.double(let a), .double(let b)): return .double(a / b)
    default: throw .noOverload("_/_", left, right)
    }
  }

  @Sendable
  static func remainder(_ left: CELValue, _ right: CELValue, _ frame: inout Frame) throws(CELError)
    -> CELValue
  {
    switch (left, right) {
    case (.int(_), .int(0)), (.uint(_), .uint(0)):
      throw CELError(.divisionByZero, "remainder of a division by zero")
    case (.int(let a), .int(let b)):
      return .int(try checked(a.remainderReportingOverflow(dividingBy: b), "%"))
    case (.uint(let a), .uint(let b)): return .uint(a % b)
    default: throw .noOverload("_%_", left, right)
    }
  }

  @Sendable
  static func negate(_ value: CELValue, _ frame: inout Frame) throws(CELError) -> CELValue {
    switch value {
    case .int(let number): return .int(try checked((0).subtractingReportingOverflow(number), "-"))
    case .double(let number): return .double(-number)
    default: throw .noOverload("-_", value)
    }
  }
}
