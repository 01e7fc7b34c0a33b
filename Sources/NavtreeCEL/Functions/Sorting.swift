/// The order of values that `sort`, `sortBy`, `isSorted`, `min` and `max` go by.
enum Sorting {
  /// The types whose values have an order.
  static let types: [CELType] = [.int, .uint, .double, .bool, .duration, .timestamp, .string, .bytes]

  /// Elements in the ascending order of their keys; where these are equal, in the order in which they are.
  ///
  /// Costs one an element and one a comparison.
  /// - Throws: when a key has no order, or two aren't of one type.
  /// - Complexity: O(*n* log *n*), at most *n* · ⌈log₂ *n*⌉ comparisons.
  static func sort(
    _ elements: [CELValue], by keys: [CELValue], _ name: String, _ frame: inout Frame
  ) throws(CELError) -> CELList {
    try frame.spend(keys.count)
    for key in keys {
      try requireOrder(key, name)
      if key.kind != keys[0].kind {
        throw CELError(
          .noSuchOverload,
          "'\(name)' orders values of one type, not \(keys[0].kind.rawValue) beside \(key.kind.rawValue)")
      }
    }
    // Runs of elements in order, merged in pairs into runs of twice the length.
    var order = Array(keys.indices)
    var merged = order
    var length = 1
    while length < order.count {
      for start in stride(from: 0, to: order.count, by: 2 * length) {
        let middle = min(start + length, order.count)
        let end = min(middle + length, order.count)
        var (left, right) = (start, middle)
        for place in start..<end {
          let takesLeft: Bool
          if left < middle, right < end {
            try frame.spend(1)
            takesLeft = try compare(keys[order[left]], keys[order[right]], name, &frame) <= 0
          } else {
            takesLeft = left < middle
          }
          merged[place] = order[takesLeft ? left : right]
          if takesLeft { left += 1 } else { right += 1 }
        }
      }
      swap(&order, &merged)
      length *= 2
    }
    return try CELList(order.map { elements[$0] })
  }

  /// Negative, zero or positive.
  static func compare(
    _ left: CELValue, _ right: CELValue, _ name: String, _ frame: inout Frame
  ) throws(CELError) -> Int {
    guard case .ordered(let order) = try left.compare(right, budget: &frame.budget) else {
      throw CELError(
        .noSuchOverload, "'\(name)' can't order \(left.kind.rawValue) beside \(right.kind.rawValue)")
    }
    return order
  }

  /// Refuses a value that has no order, even where it is the only one.
  static func requireOrder(_ value: CELValue, _ name: String) throws(CELError) {
    switch value {
    case .double(let number) where number.isNaN:
      throw CELError(.invalidArgument, "'\(name)' can't order NaN")
    case .int, .uint, .double, .bool, .duration, .timestamp, .string, .bytes: break
    case .null, .list, .map, .type, .optional:
      throw CELError(.noSuchOverload, "'\(name)' can't order values of type \(value.kind.rawValue)")
    }
  }
}
