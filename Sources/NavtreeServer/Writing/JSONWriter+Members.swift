import NavtreeJSON

/// Parts of answers and notifications.
extension JSONWriter {
  /// Appends a text, such as `,"seq":`, and the value behind it.
  @inline(__always)
  mutating func append(_ text: StaticString, _ value: Int) {
    append(text)
    appendInteger(value)
  }

  mutating func append(_ text: StaticString, _ value: Bool) {
    append(text)
    appendBoolean(value)
  }

  mutating func append(_ text: StaticString, _ value: String) {
    append(text)
    appendString(value)
  }

  mutating func append(_ text: StaticString, _ value: JSONValue) {
    append(text)
    appendValue(value)
  }

  mutating func append(_ text: StaticString, _ value: JSONObject) {
    append(text)
    appendObject(value)
  }

  /// Appends a list, whose elements a closure writes.
  mutating func appendList<Elements: Sequence, Failure>(
    _ elements: Elements, _ write: (Elements.Element, inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    append("[")
    var isFirst = true
    for element in elements {
      if !isFirst { append(",") }
      isFirst = false
      try write(element, &self)
    }
    append("]")
  }
}
