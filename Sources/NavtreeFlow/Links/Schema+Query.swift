import NavtreeJSON
import NavtreeJSONReading

extension Schema {
  /// The value of a query field of this schema, from its values in order; nil for a name without `=`.
  ///
  /// A single value is read as the narrowest type that the schema allows: integer, number, boolean, string, a
  /// JSON object, a list of one; without a declared type as a string if that fits. Several are a list.
  ///
  /// - Returns: nil where the query's values are none of the schema's.
  /// - Complexity: O(length of the values).
  func read(_ given: [String?]) -> JSONValue? {
    if given.count == 1 {
      for value in readings(of: given[0]) {
        var fitted = value
        if (try? fit(&fitted)) != nil { return fitted }
      }
    }
    guard types.contains(.array) else { return nil }
    let items = constraints?.words.items ?? Schema()
    var elements: [JSONValue] = []
    for text in given {
      guard let element = items.read([text]) else { return nil }
      elements.append(element)
    }
    var list = JSONValue.array(elements)
    return (try? fit(&list)) == nil ? nil : list
  }

  private func readings(of text: String?) -> [JSONValue] {
    guard let text else { return [.null] }
    if types == .any {
      return ([.string, .integer, .number, .boolean] as [LinkValueType]).compactMap { $0.read(text) }
    }
    var readings = ([.integer, .number, .boolean, .string] as [LinkValueType])
      .filter { types.contains($0.schemaType) }.compactMap { $0.read(text) }
    if types.contains(.object), let object = try? JSONValue(parsing: text), object.object != nil {
      readings.append(object)
    }
    return readings
  }

  /// The query values from which a field of this schema is read back.
  static func queryValues(_ value: JSONValue) -> [String?] {
    switch value {
    case .null: [nil]
    case .boolean, .integer, .number, .object: [value.description]
    case .string(let string): [string]
    case .array(let elements): elements.flatMap(queryValues)
    }
  }
}
