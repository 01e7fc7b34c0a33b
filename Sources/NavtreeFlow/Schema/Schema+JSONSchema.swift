package import NavtreeJSON
import NavtreeRegex
import NavtreeText

extension Schema {
  /// The schema in JSON Schema (2020-12): named types in full, without `$ref`, and null as a member of `type`.
  ///
  /// Recursion is bounded by the depth of types.
  package var jsonSchema: JSONObject {
    var schema: JSONObject = [:]
    let names = ValueTypes.names.filter { types.contains($0.type) }.map { JSONValue.string($0.name) }
    if types != .any { schema["type"] = names.count == 1 ? names[0] : .array(names) }
    if let words = constraints?.words { schema.merge(words.jsonSchema) { own, _ in own } }
    return schema
  }
}

extension SchemaConstraints.Words {
  /// The keywords, in the order of the format's table.
  fileprivate var jsonSchema: JSONObject {
    var schema: JSONObject = [:]
    if let values { schema["enum"] = .array(values) }
    if let const { schema["const"] = const }
    for (name, number) in [
      ("minimum", minimum), ("maximum", maximum), ("exclusiveMinimum", exclusiveMinimum),
      ("exclusiveMaximum", exclusiveMaximum), ("multipleOf", multipleOf),
    ] {
      if let number { schema[name] = Int(exactly: number).map { .integer($0) } ?? .number(number) }
    }
    for (name, count) in [("minLength", minLength), ("maxLength", maxLength)] {
      if let count { schema[name] = .integer(count) }
    }
    if let pattern { schema["pattern"] = .string(pattern.pattern) }
    if let format { schema["format"] = .string(format.rawValue) }
    if let items { schema["items"] = .object(items.jsonSchema) }
    for (name, count) in [("minItems", minItems), ("maxItems", maxItems)] {
      if let count { schema[name] = .integer(count) }
    }
    if uniqueItems { schema["uniqueItems"] = true }
    if !properties.isEmpty {
      schema["properties"] = .object(
        JSONObject(
          uniqueKeysWithValues: zip(propertyNames.names, properties.map { .object($0.jsonSchema) })))
    }
    if !required.isEmpty { schema["required"] = .array(required.map { .string($0) }) }
    switch additional {
    case .allowed: break
    case .refused: schema["additionalProperties"] = false
    case .schema(let other): schema["additionalProperties"] = .object(other.jsonSchema)
    }
    for (name, count) in [("minProperties", minProperties), ("maxProperties", maxProperties)] {
      if let count { schema[name] = .integer(count) }
    }
    if let names { schema["propertyNames"] = .object(names.jsonSchema) }
    return schema
  }
}

extension RecordDefinition {
  /// The JSON Schema of an object of the fields: one with a default may be left out, and no others are allowed.
  ///
  /// Leaves out a default that is computed or sensitive.
  package var jsonSchema: JSONObject {
    var schema: JSONObject = ["type": "object"]
    var properties: JSONObject = [:]
    for field in fields {
      var property = field.schema.jsonSchema
      if !field.sensitive, let value = field.initial?.constant { property["default"] = value }
      properties[field.name] = .object(property)
    }
    if !fields.isEmpty { schema["properties"] = .object(properties) }
    let required = fields.filter { $0.initial == nil }.map { JSONValue.string($0.name) }
    if !required.isEmpty { schema["required"] = .array(required) }
    schema["additionalProperties"] = false
    return schema
  }
}

extension LinkRoute {
  /// The JSON Schema of the params of path and query. A text in the path has at least one character, since an empty
  /// segment is none.
  package var jsonSchema: JSONObject {
    let names = pattern.params.map(\.name)
    let fields = record.fields.map { names.contains($0.name) ? $0.inPath : $0 }
    return RecordDefinition(fields).jsonSchema
  }
}

extension FieldDefinition {
  fileprivate var inPath: FieldDefinition {
    FieldDefinition(
      name: name, schema: schema.inPath, initial: initial, sensitive: sensitive, location: location)
  }
}

extension Schema {
  /// Recursion is bounded: a param is a text, a number, a boolean, or a list of these.
  fileprivate var inPath: Schema {
    var words = constraints?.words ?? SchemaConstraints.Words()
    if types.contains(.string) { words.minLength = max(1, words.minLength ?? 1) }
    words.items = words.items?.inPath
    return Schema(types, constraints: SchemaConstraints(words))
  }
}
