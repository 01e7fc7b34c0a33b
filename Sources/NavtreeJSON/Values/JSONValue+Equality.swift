/// Equality as JSON Patch (RFC 6902 section 4.6) and JSON Schema define it: numbers are compared by value, strings
/// by code points, and objects regardless of the order of their members.
extension JSONValue: Equatable {
  /// - Complexity: O(*n*)
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    // Comparing as doubles would round the integer.
    case (.integer(let integer), .number(let number)), (.number(let number), .integer(let integer)):
      number.exactInteger == integer
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left.hasSameMembers(as: right, ignoringOrder: true, by: ==)
    case (.null, _), (.boolean, _), (.integer, _), (.number, _), (.string, _), (.array, _), (.object, _):
      false
    }
  }

  /// Whether both have the same JSON text: the integer 1 isn't the number 1.0, and the order of members counts.
  ///
  /// - Complexity: O(*n*)
  public func isIdentical(to other: JSONValue) -> Bool {
    isIdentical(to: other, ignoringMemberOrder: false)
  }

  func isIdentical(to other: JSONValue, ignoringMemberOrder: Bool) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    // Every number that isn't finite is written as null.
    case (.number(let left), .number(let right)):
      left.bitPattern == right.bitPattern || !left.isFinite && !right.isFinite
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy { $0.isIdentical(to: $1, ignoringMemberOrder: ignoringMemberOrder) }
    case (.object(let left), .object(let right)):
      left.hasSameMembers(as: right, ignoringOrder: ignoringMemberOrder) {
        $0.isIdentical(to: $1, ignoringMemberOrder: ignoringMemberOrder)
      }
    case (.null, _), (.boolean, _), (.integer, _), (.number, _), (.string, _), (.array, _), (.object, _):
      false
    }
  }
}

extension JSONValue: Hashable {
  /// - Complexity: O(*n*)
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0 as UInt8)
    case .boolean(let boolean): hasher.combine(boolean)
    case .integer(let integer): hasher.combine(integer)
    // A number that equals an integer hashes like it.
    case .number(let number):
      if let integer = number.exactInteger { hasher.combine(integer) } else { hasher.combine(number) }
    case .string(let string): hasher.combine(UTF8Key(string))
    case .array(let array): hasher.combine(array)
    case .object(let object):
      // A sum doesn't depend on the order.
      var sum = object.count
      for (key, value) in object {
        var member = Hasher()
        member.combine(UTF8Key(key))
        member.combine(value)
        sum &+= member.finalize()
      }
      hasher.combine(sum)
    }
  }
}

extension JSONObject {
  fileprivate func hasSameMembers(
    as other: JSONObject, ignoringOrder: Bool, by areEqual: (JSONValue, JSONValue) -> Bool
  ) -> Bool {
    guard count == other.count else { return false }
    return keys.indices.allSatisfy { index in
      // The order is usually the same, so no search is needed.
      var otherIndex = index
      if !other.keys[index].hasSameBytes(as: keys[index]) {
        guard ignoringOrder, let found = other.index(forKey: keys[index]) else { return false }
        otherIndex = found
      }
      return areEqual(values[index], other.values[otherIndex])
    }
  }
}

extension Double {
  /// The equal integer, if any. `Int(exactly:)` would do, but needs libm, which nothing else links.
  fileprivate var exactInteger: Int? {
    guard self >= -0x1p63, self < 0x1p63 else { return nil }
    let integer = Int(self)
    return Double(integer) == self ? integer : nil
  }
}
