package import NavtreeJSON

extension YAMLNode {
  /// The value as JSON, every key by its text; nil where JSON has no such value.
  ///
  /// - Complexity: O(size of the value, with its aliases expanded).
  package var json: JSONValue? {
    switch kind {
    case .scalar:
      switch scalar {
      case .null: return .null
      case .boolean(let boolean): return .boolean(boolean)
      case .integer(let integer): return .integer(integer)
      case .number(let number): return number.isFinite ? .number(number) : nil
      case .string(let string): return .string(string)
      case .hugeInteger: return nil
      }
    case .sequence:
      var array: [JSONValue] = []
      array.reserveCapacity(count)
      for element in elements {
        guard let value = element.json else { return nil }
        array.append(value)
      }
      return .array(array)
    case .mapping:
      var object = JSONObject(minimumCapacity: count)
      for pair in pairs {
        guard let value = pair.value.json else { return nil }
        object[pair.key.text] = value
      }
      return .object(object)
    }
  }
}
