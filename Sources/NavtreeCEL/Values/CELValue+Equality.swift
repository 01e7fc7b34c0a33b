internal import NavtreeJSON

extension CELValue {
  /// Whether the values are equal by `==`: numbers across their types, lists and maps by their elements; values
  /// of different other types never; NaN equals nothing.
  ///
  /// Costs one an element compared and a tenth a byte, so that values that share their parts can't take longer
  /// than the budget allows.
  /// - Complexity: O(*n*), no deeper than values nest.
  public func equals(_ other: CELValue, budget: inout CELBudget) throws(CELError) -> Bool {
    switch (self, other) {
    case (.null, .null): return true
    case (.bool(let a), .bool(let b)): return a == b
    case (.int(let a), .int(let b)): return a == b
    case (.string(let a), .string(let b)):
      let count = a.utf8.count
      if count != b.utf8.count { return false }
      if count > 10 { try budget.spend((count - 1) / 10) }
      return a.hasSameBytes(as: b)
    case (.double(let a), .double(let b)): return a == b
    case (.uint(let a), .uint(let b)): return a == b
    case (.int, .uint), (.int, .double), (.uint, .int), (.uint, .double), (.double, .int), (.double, .uint):
      return compareNumber(other) == 0
    case (.bytes(let a), .bytes(let b)):
      if a.count > 10 { try budget.spend((a.count - 1) / 10) }
      return a == b
    case (.list(let a), .list(let b)): return try CELValue.equal(a, b, &budget)
    case (.map(let a), .map(let b)): return try CELValue.equal(a, b, &budget)
    case (.type(let a), .type(let b)): return a == b
    case (.timestamp(let a), .timestamp(let b)): return a == b
    case (.duration(let a), .duration(let b)): return a == b
    case (.optional(let a), .optional(let b)):
      guard let first = a.value, let second = b.value else { return a.value == nil && b.value == nil }
      try budget.spend(1)
      return try first.equals(second, budget: &budget)
    default: return false
    }
  }

  private static func equal(
    _ left: CELList, _ right: CELList, _ budget: inout CELBudget
  ) throws(CELError) -> Bool {
    if left.count != right.count { return false }
    for index in 0..<left.count {
      try budget.spend(1)
      if try !left[index].equals(right[index], budget: &budget) { return false }
    }
    return true
  }

  private static func equal(
    _ left: CELMap, _ right: CELMap, _ budget: inout CELBudget
  ) throws(CELError) -> Bool {
    if left.count != right.count { return false }
    for index in 0..<left.count {
      try budget.spend(1)
      guard let key = CELMapKey(left.key(at: index)), let value = right[key] else { return false }
      if try !left.value(at: index).equals(value, budget: &budget) { return false }
    }
    return true
  }

  /// Negative, zero or positive; nil when one isn't a number, or is NaN.
  func compareNumber(_ other: CELValue) -> Int? {
    switch (self, other) {
    case (.int(let a), .int(let b)): order(a, b)
    case (.uint(let a), .uint(let b)): order(a, b)
    case (.double(let a), .double(let b)): a.isNaN || b.isNaN ? nil : order(a, b)
    case (.int(let a), .uint(let b)): a < 0 ? -1 : order(UInt(a), b)
    case (.uint(let a), .int(let b)): b < 0 ? 1 : order(a, UInt(b))
    // Between integers and doubles the order is that of the doubles, once the double is in range.
    case (.int(let a), .double(let b)):
      b.isNaN ? nil : b > 0x1p63 ? -1 : b < -0x1p63 ? 1 : order(Double(a), b)
    case (.uint(let a), .double(let b)): b.isNaN ? nil : b > 0x1p64 ? -1 : b < 0 ? 1 : order(Double(a), b)
    case (.double, .int), (.double, .uint): other.compareNumber(self).map { -$0 }
    default: nil
    }
  }

  private func order<T: Comparable>(_ left: T, _ right: T) -> Int {
    left < right ? -1 : left == right ? 0 : 1
  }

  /// The order of two values, if they have one.
  enum Order {
    case ordered(Int)
    /// One of them is NaN.
    case unordered
    /// No overload takes them.
    case incomparable
  }

  func compare(_ other: CELValue, budget: inout CELBudget) throws(CELError) -> Order {
    switch (self, other) {
    case (.int, .int), (.int, .uint), (.int, .double), (.uint, .int), (.uint, .uint), (.uint, .double),
      (.double, .int), (.double, .uint), (.double, .double):
      return compareNumber(other).map(Order.ordered) ?? .unordered
    case (.bool(let a), .bool(let b)): return .ordered(order(a ? 1 : 0, b ? 1 : 0))
    case (.string(let a), .string(let b)):
      let count = min(a.utf8.count, b.utf8.count)
      if count > 10 { try budget.spend((count - 1) / 10) }
      return .ordered(a.compareCodePoints(to: b))
    case (.bytes(let a), .bytes(let b)):
      let count = min(a.count, b.count)
      if count > 10 { try budget.spend((count - 1) / 10) }
      return .ordered(a.withUnsafeBytes { left in b.withUnsafeBytes { right in compareBytes(left, right) } })
    case (.timestamp(let a), .timestamp(let b)): return .ordered(order(a, b))
    case (.duration(let a), .duration(let b)): return .ordered(order(a, b))
    default: return .incomparable
    }
  }
}
