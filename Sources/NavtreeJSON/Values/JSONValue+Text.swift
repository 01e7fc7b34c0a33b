extension JSONValue: CustomStringConvertible {
  /// The value as JSON without white space.
  ///
  /// - Complexity: O(*n*)
  public var description: String {
    var writer = JSONWriter(capacity: 256)
    writer.appendValue(self)
    return writer.text
  }

  /// The value as readable JSON: each member and element on its own line, indented by two spaces per level.
  ///
  /// - Complexity: O(*n* · *d*) in the length of the text and the depth of the value.
  public var prettyDescription: String {
    var writer = JSONWriter(capacity: 256)
    writer.appendPretty(self, indentation: 0)
    return writer.text
  }
}

extension JSONWriter {
  /// The text written so far.
  ///
  /// - Complexity: O(*n*), it copies.
  public var text: String {
    withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  fileprivate mutating func appendPretty(_ value: JSONValue, indentation: Int) {
    switch value {
    case .array(let array) where !array.isEmpty:
      append("[")
      for (index, element) in array.enumerated() {
        appendLine(isFirst: index == 0, indentation: indentation + 1)
        appendPretty(element, indentation: indentation + 1)
      }
      appendLine(isFirst: true, indentation: indentation)
      append("]")
    case .object(let object) where !object.isEmpty:
      append("{")
      for (index, member) in object.enumerated() {
        appendLine(isFirst: index == 0, indentation: indentation + 1)
        appendString(member.key)
        append(": ")
        appendPretty(member.value, indentation: indentation + 1)
      }
      appendLine(isFirst: true, indentation: indentation)
      append("}")
    case .null, .boolean, .integer, .number, .string, .array, .object: appendValue(value)
    }
  }

  private mutating func appendLine(isFirst: Bool, indentation: Int) {
    if !isFirst { append(UInt8(ascii: ",")) }
    append(UInt8(ascii: "\n"))
    for _ in 0..<indentation { append("  ") }
  }
}
