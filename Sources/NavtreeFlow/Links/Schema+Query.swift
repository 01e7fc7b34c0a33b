import NavtreeJSON
import NavtreeJSONReading

extension Schema {
  /// The value of a query field of this schema, from its values in order; nil for a name without `=`.
  ///
  /// A single value is read as the narrowest type that the schema allows: integer, number, boolean, string, a
  /// JSON object, a list of one; without a declared type as a string if that fits. Several are a list.
  ///
  /// - Throws: why the query's values are none of the schema's.
  /// - Complexity: O(length of the values).
  func reading(_ given: [String?]) throws(Misfit) -> JSONValue {
    var misfit: Misfit?
    if given.count == 1 {
      for value in readings(of: given[0]) {
        var fitted = value
        do throws(Misfit) {
          try fit(&fitted)
          return fitted
        } catch {
          misfit = given[0] == nil ? Misfit("has no value") : misfit ?? error
        }
      }
    }
    guard types.contains(.array) else {
      throw given.count > 1
        ? Misfit("is given \(given.count) times")
        : misfit ?? Misfit("isn't \(types.subtracting(.null).description)")
    }
    let items = constraints?.words.items ?? Schema()
    var elements: [JSONValue] = []
    for (index, text) in given.enumerated() {
      do throws(Misfit) {
        elements.append(try items.reading([text]))
      } catch {
        throw error.inside("\(index)")
      }
    }
    var list = JSONValue.array(elements)
    try fit(&list)
    return list
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
