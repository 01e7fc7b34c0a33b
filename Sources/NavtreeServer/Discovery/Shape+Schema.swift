package import NavtreeJSON

extension Shape {
  /// The JSON Schema (draft 7) of values of this shape, with the shapes that it refers to.
  package func document(title: String) -> JSONValue {
    var document = schema
    document["$schema"] = "http://json-schema.org/draft-07/schema#"
    document["title"] = .string(title)
    if "\(JSONValue.object(document))".contains(#""$ref""#) {
      document["components"] = ["schemas": Self.components]
    }
    return .object(document)
  }

  /// The shapes that others refer to.
  static var components: JSONValue {
    var schemas: JSONObject = [:]
    for shape in SharedShape.allCases {
      var schema = shape.shape.schema
      schema["description"] = .string(shape.summary)
      schemas[shape.rawValue] = .object(schema)
    }
    return .object(schemas)
  }

  /// The JSON Schema (draft 7) of values of this shape.
  ///
  /// Recursion is bounded by the nesting of shapes in the table of methods; a shared shape is a reference.
  var schema: JSONObject {
    switch self {
    case .null: ["type": "null"]
    case .boolean: ["type": "boolean"]
    case .integer: ["type": "integer"]
    case .number: ["type": "number"]
    case .string: ["type": "string"]
    case .object: ["type": "object"]
    case .array: ["type": "array"]
    case .any: [:]
    case .address: ["type": "string", "pattern": .string(Self.addressPattern)]
    case .target: ["anyOf": [.object(Shape.address.schema), ["type": "integer", "minimum": 0]]]
    case .choice(let choices): ["type": "string", "enum": .array(choices.map { .string($0) })]
    case .list(let element): ["type": "array", "items": .object(element.schema)]
    case .record(let members): Self.schema(of: members)
    case .open(let members):
      Self.schema(of: members).merging(["additionalProperties": true]) { own, _ in own }
    case .map(let value): ["type": "object", "additionalProperties": .object(value.schema)]
    case .either(let shapes): ["anyOf": .array(shapes.map { .object($0.schema) })]
    case .shared(let shape): ["$ref": .string("#/components/schemas/\(shape.rawValue)")]
    }
  }

  /// A window's name and others, each after a slash, then an id; either part may be missing.
  private static let addressPattern = "^(/[^/#]+(/[A-Za-z][A-Za-z0-9_-]*)*(#[0-9]+)?|#[0-9]+)$"

  private static func schema(of members: [Member]) -> JSONObject {
    var properties: JSONObject = [:]
    for member in members { properties[member.name] = .object(member.schema) }
    var schema: JSONObject = ["type": "object", "properties": .object(properties)]
    let required = members.filter { !$0.isOptional }.map { JSONValue.string($0.name) }
    if !required.isEmpty { schema["required"] = .array(required) }
    return schema
  }
}

extension Shape.Member {
  /// A reference allows no siblings (draft 7, section 8.3).
  fileprivate var schema: JSONObject {
    if case .shared = shape { return shape.schema }
    var schema = shape.schema
    schema["description"] = .string(summary)
    return schema
  }
}
