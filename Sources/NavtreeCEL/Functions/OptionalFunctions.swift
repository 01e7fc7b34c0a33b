/// `optional.of`, `optional.none` and the functions of optionals.
///
/// `or` and `orValue` evaluate their argument only when they have no value: they are nodes of their own, and
/// the bodies here only complete their declarations.
enum OptionalFunctions {
  static let functions: [Function] = [
    .global(
      "optional.of", [.takes(.a, gives: .optional(.a))],
      .one { value, _ throws(CELError) in
        .optional(try CELOptional(value))
      }),
    .global(
      "optional.ofNonZeroValue", [.takes(.a, gives: .optional(.a))],
      .one { value, _ throws(CELError) in
        .optional(value.isZero ? .none : try CELOptional(value))
      }),
    .global("optional.none", [.takes(gives: .optional(.a))], .none { _ in .optional(.none) }),
    .member(
      "hasValue", [.takes(.optional(.a), gives: .bool)],
      .one { value, _ throws(CELError) in
        .bool(try optional(value, "hasValue").value != nil)
      }),
    .member(
      "value", [.takes(.optional(.a), gives: .a)],
      .one { value, _ throws(CELError) in
        guard let value = try optional(value, "value").value else {
          throw CELError(.noValue, "the optional has no value")
        }
        return value
      }),
    .member(
      "or", [.takes(.optional(.a), .optional(.a), gives: .optional(.a))],
      .two { first, second, _ throws(CELError) in
        try optional(first, "or").value == nil ? .optional(optional(second, "or")) : first
      }),
    .member(
      "orValue", [.takes(.optional(.a), .a, gives: .a)],
      .two { first, second, _ throws(CELError) in try optional(first, "orValue").value ?? second }),
    .member("unwrapOpt", [.takes(.list(.optional(.a)), gives: .list(.a))], .one(unwrap)),
    .global("optional.unwrap", [.takes(.list(.optional(.a)), gives: .list(.a))], .one(unwrap)),
    element("first") { _ in 0 },
    element("last") { $0 - 1 },
  ]

  /// A function that gives one element of a list by the list's count.
  private static func element(_ name: String, at index: @escaping @Sendable (Int) -> Int) -> Function {
    .member(
      name, [.takes(.list(.a), gives: .optional(.a))],
      .one { value, _ throws(CELError) in
        guard case .list(let list) = value else { throw .noOverload(name, value) }
        return .optional(list.count == 0 ? .none : try CELOptional(list[index(list.count)]))
      })
  }

  static func optional(_ value: CELValue, _ function: String) throws(CELError) -> CELOptional {
    guard case .optional(let optional) = value else { throw .noOverload(function, value) }
    return optional
  }

  /// The values of those that have one.
  @Sendable
  private static func unwrap(_ value: CELValue, _ frame: inout Frame) throws(CELError) -> CELValue {
    guard case .list(let list) = value else { throw .noOverload("unwrapOpt", value) }
    try frame.spend(list.count)
    var values: [CELValue] = []
    for index in 0..<list.count {
      if let value = try optional(list[index], "unwrapOpt").value { values.append(value) }
    }
    return .list(try CELList(values))
  }
}

extension CELValue {
  /// Whether the value is its type's zero or empty value.
  var isZero: Bool {
    switch self {
    case .null: true
    case .bool(let flag): !flag
    case .int(let number): number == 0
    case .uint(let number): number == 0
    case .double(let number): number == 0
    case .string(let text): text.isEmpty
    case .bytes(let bytes): bytes.isEmpty
    case .list(let list): list.count == 0
    case .map(let map): map.count == 0
    case .duration(let span): span.nanoseconds == 0
    case .timestamp(let time): time.seconds == CELTimestamp.secondsRange.lowerBound && time.nanoseconds == 0
    case .optional(let optional): optional.value == nil
    case .type: false
    }
  }
}
