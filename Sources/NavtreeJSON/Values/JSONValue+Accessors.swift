extension JSONValue {
  @inlinable
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  @inlinable
  public var boolean: Bool? {
    if case .boolean(let boolean) = self { boolean } else { nil }
  }

  /// The value of a number without fraction and exponent.
  @inlinable
  public var integer: Int? {
    if case .integer(let integer) = self { integer } else { nil }
  }

  /// The value of any number, rounded if it is an integer that no double equals.
  @inlinable
  public var number: Double? {
    switch self {
    case .number(let number): number
    case .integer(let integer): Double(integer)
    case .null, .boolean, .string, .array, .object: nil
    }
  }

  @inlinable
  public var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  @inlinable
  public var array: [JSONValue]? {
    if case .array(let array) = self { array } else { nil }
  }

  @inlinable
  public var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The value of an object's member.
  @inlinable
  public subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// A value in an array; nil if the array has no such index.
  @inlinable
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let array) = self, array.indices.contains(index) else { return nil }
    return array[index]
  }
}
