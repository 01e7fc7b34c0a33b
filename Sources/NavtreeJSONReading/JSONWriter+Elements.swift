public import NavtreeJSON

extension JSONWriter {
  /// Appends a parsed value, such as a request's id, as the same JSON except for white space, escapes and the
  /// form of doubles.
  ///
  /// It recurses as deep as the value is nested, which the parser bounds.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public mutating func appendElement(_ element: JSONElement) {
    switch element.kind {
    case .null: append("null")
    case .boolean: appendBoolean(element.boolean ?? false)
    case .integer: appendInteger(element.integer ?? 0)
    case .unsigned: appendInteger(element.unsigned ?? 0)
    case .number: appendNumber(element.number ?? 0)
    case .string: appendString(element.text)
    case .array:
      append(UInt8(ascii: "["))
      var isFirst = true
      for element in element.elements {
        if !isFirst { append(UInt8(ascii: ",")) }
        isFirst = false
        appendElement(element)
      }
      append(UInt8(ascii: "]"))
    case .object:
      append(UInt8(ascii: "{"))
      var isFirst = true
      for member in element.members {
        if !isFirst { append(UInt8(ascii: ",")) }
        isFirst = false
        appendString(member.keyBytes)
        append(UInt8(ascii: ":"))
        appendElement(member.value)
      }
      append(UInt8(ascii: "}"))
    }
  }
}
