package import NavtreeJSON
package import NavtreeText

/// Declared fields in declared order: a screen's params or state, an action's payload, the shared state.
package final class RecordDefinition: Sendable {
  package let fields: [FieldDefinition]
  package let names: NameTable
  /// Whether the declaration was faulty, so that it may have further fields; never of a flow that loads.
  let isBroken: Bool

  /// No fields, as for most actions and many screens.
  package static let empty = RecordDefinition()

  package convenience init(_ fields: [FieldDefinition] = []) {
    self.init(fields, isBroken: false)
  }

  init(_ fields: [FieldDefinition], isBroken: Bool) {
    self.fields = fields
    self.isBroken = isBroken
    names = NameTable(fields.map(\.name))
  }

  /// The given members as fields, checked; nil for a field that isn't given and takes its `initial`.
  ///
  /// - Parameter reserved: Members that are ignored if they aren't fields.
  /// - Throws: the first member that is unknown or doesn't fit, else the first field that is missing.
  /// - Complexity: O(size of the given members + number of fields).
  package func bind(_ given: JSONObject?, reserved: [String] = []) throws(Misfit) -> [JSONValue?] {
    var bound: [JSONValue?] = []
    try bind(given, reserved: reserved, into: &bound)
    return bound
  }

  /// The same, reusing an array's memory.
  package func bind(
    _ given: JSONObject?, reserved: [String] = [], into bound: inout [JSONValue?]
  ) throws(Misfit) {
    bound.removeAll(keepingCapacity: true)
    for _ in fields { bound.append(nil) }
    var count = 0
    if let given {
      for index in given.values.indices {
        let name = given.keys[index]
        guard let field = names.index(of: name) else {
          if reserved.contains(name) { continue }
          throw Misfit("is not declared", hint: Spelling.hint(for: name, among: names.names)).inside(name)
        }
        var value = given.values[index]
        do {
          try fields[field].schema.fit(&value)
        } catch {
          throw error.inside(fields[field])
        }
        bound[field] = value
        count += 1
      }
    }
    if count < fields.count {
      for (index, field) in fields.enumerated() where bound[index] == nil && field.initial == nil {
        throw Misfit("is missing").inside(field.name)
      }
    }
  }

  /// Checks a value for one of the fields in place, as `Schema.fit` does.
  ///
  /// - Complexity: O(size of the value).
  package func fit(_ value: inout JSONValue, to field: Int) throws(Misfit) {
    try fields.withUnsafeBufferPointer { (fields) throws(Misfit) in try fields[field].schema.fit(&value) }
  }

  /// Checks the members of an object in place, as `bind` does; missing ones stay missing.
  ///
  /// - Complexity: O(size of the given members + number of fields).
  package func check(_ object: inout JSONObject) throws(Misfit) {
    for index in object.values.indices {
      let name = object.keys[index]
      guard let field = names.index(of: name) else {
        throw Misfit("is not declared", hint: Spelling.hint(for: name, among: names.names)).inside(name)
      }
      do {
        try fields[field].schema.fit(&object.values[index])
      } catch {
        throw error.inside(fields[field])
      }
    }
    guard object.count < fields.count else { return }
    for field in fields where field.initial == nil && object[field.name] == nil {
      throw Misfit("is missing").inside(field.name)
    }
  }

  /// The schema of an object with all of the fields and no other members.
  package var schema: Schema {
    var words = SchemaConstraints.Words()
    for field in fields {
      words.propertyNames.insert(field.name)
      words.properties.append(field.schema)
    }
    words.required = names.names
    words.additional = .refused
    return Schema(.object, constraints: SchemaConstraints(words))
  }
}
