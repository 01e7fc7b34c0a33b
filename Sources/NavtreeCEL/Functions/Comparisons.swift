/// `==`, `!=`, `<`, `<=`, `>`, `>=` and `!`.
enum Comparisons {
  static let functions: [Function] = [
    equality("_==_", isNegated: false), equality("_!=_", isNegated: true),
    relation("_<_") { $0 < 0 }, relation("_<=_") { $0 <= 0 },
    relation("_>_") { $0 > 0 }, relation("_>=_") { $0 >= 0 },
    .global(
      "!_", [.takes(.bool, gives: .bool)],
      .one { value, _ throws(CELError) in
        guard case .bool(let flag) = value else { throw .noOverload("!_", value) }
        return .bool(!flag)
      }),
  ]

  private static func equality(_ name: String, isNegated: Bool) -> Function {
    .global(
      name, [.takes(.a, .a, gives: .bool)],
      .two { left, right, frame throws(CELError) in
        .bool(try left.equals(right, budget: &frame.budget) != isNegated)
      })
  }

  private static func relation(_ name: String, _ test: @escaping @Sendable (Int) -> Bool) -> Function {
    .global(
      name, ordered,
      .two { left, right, frame throws(CELError) in .bool(try holds(name, left, right, &frame, test)) })
  }

  private static let ordered: [Function.Overload] = {
    let numbers: [CELType] = [.int, .uint, .double]
    let others: [CELType] = [.bool, .string, .bytes, .timestamp, .duration]
    return numbers.flatMap { left in numbers.map { .takes(left, $0, gives: .bool) } }
      + others.map { .takes($0, $0, gives: .bool) }
  }()

  /// Whether the order of two values passes a test; NaN has no order.
  static func holds(
    _ name: String, _ left: CELValue, _ right: CELValue, _ frame: inout Frame, _ test: (Int) -> Bool
  ) throws(CELError) -> Bool {
    switch try left.compare(right, budget: &frame.budget) {
    case .ordered(let order): return test(order)
    case .unordered: return false
    case .incomparable: throw .noOverload(name, left, right)
    }
  }
}
