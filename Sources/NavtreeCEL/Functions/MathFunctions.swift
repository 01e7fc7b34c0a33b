/// The math extension.
enum MathFunctions {
  static let functions: [Function] =
    extremes("math.greatest", sign: 1) + extremes("math.least", sign: -1)
    + [
      ofDouble("math.ceil", gives: .double) { .double($0.rounded(.up)) },
      ofDouble("math.floor", gives: .double) { .double($0.rounded(.down)) },
      ofDouble("math.trunc", gives: .double) { .double($0.rounded(.towardZero)) },
      ofDouble("math.round", gives: .double) { .double($0.rounded(.toNearestOrAwayFromZero)) },
      ofDouble("math.isNaN", gives: .bool) { .bool($0.isNaN) },
      ofDouble("math.isInf", gives: .bool) { .bool($0.isInfinite) },
      ofDouble("math.isFinite", gives: .bool) { .bool($0.isFinite) },
      .global(
        "math.abs", same,
        .one { value, _ throws(CELError) in
          switch value {
          case .int(let number):
            guard number != .min else {
              throw CELError(.overflow, "the result of 'math.abs' is out of range")
            }
            return .int(abs(number))
          case .uint: return value
          case .double(let number): return .double(number.magnitude)
          default: throw .noOverload("math.abs", value)
          }
        }),
      .global(
        "math.sign", same,
        .one { value, _ throws(CELError) in
          switch value {
          case .int(let number): return .int(number.signum())
          case .uint(let number): return .uint(number == 0 ? 0 : 1)
          case .double(let number):
            return .double(number > 0 ? 1 : number < 0 ? -1 : number.isNaN ? number : 0)
          default: throw .noOverload("math.sign", value)
          }
        }),
      .global(
        "math.sqrt",
        [.takes(.double, gives: .double), .takes(.int, gives: .double), .takes(.uint, gives: .double)],
        .one { value, _ throws(CELError) in
          switch value {
          case .int(let number): return .double(Double(number).squareRoot())
          case .uint(let number): return .double(Double(number).squareRoot())
          case .double(let number): return .double(number.squareRoot())
          default: throw .noOverload("math.sqrt", value)
          }
        }),
    ] + BitFunctions.functions

  private static let same: [Function.Overload] = [
    .takes(.int, gives: .int), .takes(.uint, gives: .uint), .takes(.double, gives: .double),
  ]

  private static func ofDouble(
    _ name: String, gives result: CELType, _ body: @escaping @Sendable (Double) -> CELValue
  ) -> Function {
    .global(
      name, [.takes(.double, gives: result)],
      .one { value, _ throws(CELError) in
        guard case .double(let number) = value else { throw .noOverload(name, value) }
        return body(number)
      })
  }

  /// The greatest or least of one number, of two, or of a list; the parser makes more arguments a list.
  private static func extremes(_ name: String, sign: Int) -> [Function] {
    let numbers: [CELType] = [.int, .uint, .double]
    return [
      .global(
        name, same + numbers.map { .takes(.list($0), gives: $0) },
        .one { value, frame throws(CELError) in
          guard case .list(let list) = value else {
            guard value.isNumber else { throw .noOverload(name, value) }
            return value
          }
          guard list.count > 0 else { throw CELError(.invalidArgument, "'\(name)' of an empty list") }
          try frame.spend(list.count)
          var best = list[0]
          guard best.isNumber else { throw .noOverload(name, best) }
          for index in 1..<max(1, list.count) { best = try extreme(name, sign, best, list[index]) }
          return best
        }),
      .global(
        name,
        numbers.flatMap { left in numbers.map { .takes(left, $0, gives: left == $0 ? left : .dyn) } },
        .two { left, right, _ throws(CELError) in try extreme(name, sign, left, right) }),
    ]
  }

  private static func extreme(
    _ name: String, _ sign: Int, _ left: CELValue, _ right: CELValue
  ) throws(CELError) -> CELValue {
    guard left.isNumber, right.isNumber else { throw .noOverload(name, left, right) }
    guard let order = left.compareNumber(right) else {
      throw CELError(.invalidArgument, "'\(name)' can't order NaN")
    }
    return order * sign < 0 ? right : left
  }
}

extension CELValue {
  var isNumber: Bool {
    switch self {
    case .int, .uint, .double: true
    case .null, .bool, .string, .bytes, .list, .map, .type, .timestamp, .duration, .optional: false
    }
  }
}
