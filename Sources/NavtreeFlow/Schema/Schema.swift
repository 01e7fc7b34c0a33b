package import NavtreeJSON

/// A compiled schema: a fixed set of JSON Schema 2020-12's keywords.
package struct Schema: Sendable {
  package var types: ValueTypes
  /// All keywords but `type`, if any.
  package var constraints: SchemaConstraints?

  package init(_ types: ValueTypes = .any, constraints: SchemaConstraints? = nil) {
    self.types = types
    self.constraints = constraints
  }

  /// Checks a value, and gives numbers the form that the schema declares (`1.0` for an `integer` becomes `1`,
  /// `1` for a `number` becomes `1.0`).
  ///
  /// - Complexity: O(size of the value).
  package func fit(_ value: inout JSONValue) throws(Misfit) {
    _ = try fitting(&value)
  }

  /// A value in the form that the schema declares; nil if it doesn't fit.
  package func fitting(_ value: JSONValue?) -> JSONValue? {
    guard var value, (try? fit(&value)) != nil else { return nil }
    return value
  }

  /// The same as `fit`; returns whether the value was changed, so that its container is copied only then.
  func fitting(_ value: inout JSONValue) throws(Misfit) -> Bool {
    var isChanged = false
    let type = ValueTypes(of: value)
    if !types.contains(type) {
      if case .integer(let integer) = value, types.contains(.number) {
        value = .number(Double(integer))
      } else if case .number(let number) = value, types.contains(.integer), let integer = Int(exactly: number)
      {
        value = .integer(integer)
      } else {
        throw Misfit("must be \(types.description), not \(type.description)")
      }
      isChanged = true
    }
    if let constraints, try constraints.fit(&value) { isChanged = true }
    return isChanged
  }

  /// The value of a field of this schema that has no default.
  package var zero: JSONValue {
    if let constant = constraints?.const { return constant }
    if types.contains(.null) { return .null }
    if types.contains(.string) { return .string("") }
    if types.contains(.integer) { return .integer(0) }
    if types.contains(.number) { return .number(0) }
    if types.contains(.boolean) { return .boolean(false) }
    if types.contains(.array) { return .array([]) }
    return .object(JSONObject())
  }
}

extension Schema {
  /// Whether each value of the other schema certainly fits this one.
  package func admitsAll(of other: Schema) -> Bool {
    guard other.types.isSubset(of: types) else { return false }
    guard let words = constraints?.words else { return true }
    let (own, others) = (jsonSchema, other.jsonSchema)
    if own == others { return true }
    // The keywords of objects and lists depend on each other.
    guard other.types.isDisjoint(with: [.array, .object]) else { return false }
    let bounds: Set<String> = ["type", "minLength", "maxLength", "minimum", "maximum"]
    guard own.allSatisfy({ bounds.contains($0.key) || others[$0.key] == $0.value }) else { return false }
    let limits = other.constraints?.words
    func holds<Bound: Comparable>(_ own: Bound?, _ other: Bound?, _ isWithin: (Bound, Bound) -> Bool) -> Bool
    {
      own.map { own in other.map { isWithin($0, own) } ?? false } ?? true
    }
    return holds(words.minLength, limits?.minLength, >=) && holds(words.maxLength, limits?.maxLength, <=)
      && holds(words.minimum, limits?.minimum, >=) && holds(words.maximum, limits?.maximum, <=)
  }
}
