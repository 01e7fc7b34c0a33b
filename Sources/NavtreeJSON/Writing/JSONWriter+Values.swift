extension JSONWriter {
  /// Appends a value without white space, the members of its objects in their order.
  ///
  /// It recurses as deep as the value is nested, which the parser bounds.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public mutating func appendValue(_ value: JSONValue) {
    switch value {
    case .null: append("null")
    case .boolean(let boolean): appendBoolean(boolean)
    case .integer(let integer): appendInteger(integer)
    case .number(let number): appendNumber(number)
    case .string(let string): appendString(string)
    case .array(let array): appendArray(array)
    case .object(let object): appendObject(object)
    }
  }

  /// - Complexity: O(*n*) in the length of the text.
  public mutating func appendArray(_ array: [JSONValue]) {
    append(UInt8(ascii: "["))
    var isFirst = true
    for value in array {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      appendValue(value)
    }
    append(UInt8(ascii: "]"))
  }

  /// - Complexity: O(*n*) in the length of the text.
  public mutating func appendObject(_ object: JSONObject) {
    append(UInt8(ascii: "{"))
    var isFirst = true
    for (key, value) in object {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      appendString(key)
      append(UInt8(ascii: ":"))
      appendValue(value)
    }
    append(UInt8(ascii: "}"))
  }
}
