/// `==`, `!=`, `<`, `<=`, `>`, `>=` and `!`.
enum Comparisons {
  static let functions: [Function] = [
    .global(
      "_==_", [.takes(.a, .a, gives: .bool)],
      .two { left, right, frame throws(CELError) in
        .bool(try left.equals(right, budget: &frame.budget))
      }),
    .global(
      "_!=_", [.takes(.a, .a, gives: .bool)],
      .two { left, right, frame throws(CELError) in
        .bool(try !left.equals(right, budget: &frame.budget))
      }),
    .global(
      "_<_", ordered,
      .two { left, right, frame throws(CELError) in
        .bool(try holds("_<_", left, right, &frame) { $0 < 0 })
      }),
    .global(
      "_<=_", ordered,
      .two { left, right, frame throws(CELError) in
        .bool(try holds("_<=_", left, right, &frame) { $0 <= 0 })
      }),
    .global(
      "_>_", ordered,
      .two { left, right, frame throws(CELError) in
        .bool(try holds("_>_", left, right, &frame) { $0 > 0 })
      }),
    .global(
      "_>=_", ordered,
      .two { left, right, frame throws(CELError) in
        .bool(try holds("_>=_", left, right, &frame) { $0 >= 0 })
      }),
    .global(
      "!_", [.takes(.bool, gives: .bool)],
      .one { value, _ throws(CELError) in
        guard case .bool(let flag) = value else { throw .noOverload("!_", value) }
        return .bool(!flag)
      }),
  ]

  private static let ordered: [Function.Overload] = {
    let numbers: [CELType] = [.int, .uint, .double]
    let others: [CELType] = [.bool, .string, .bytes, .timestamp, .duration]
    return numbers.flatMap { left in numbers.map { .takes(left, $0, gives: .bool) } }
      + others.map { .takes($0, $0, gives: .bool) }
  }()

  /// Whether two values stand in an order; NaN stands in none.
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
