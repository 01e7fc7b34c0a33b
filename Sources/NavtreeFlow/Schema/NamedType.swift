import NavtreeCEL
import NavtreeJSON

/// A type of the flow's own, as its values' schema knows it.
package struct NamedType: Sendable {
  package let name: String
  package let types: ValueTypes
  /// The members that it requires; a schema that names it may require more.
  let required: [String]
  /// The type that expressions see, but for null. It is made once, however many schemas name it.
  let expressionType: CELType

  init(_ name: String, _ schema: Schema) {
    self.name = name
    types = schema.types.subtracting(.null)
    required = schema.constraints?.words.required ?? []
    expressionType = Schema(types, constraints: schema.constraints).type(named: name)
  }
}

extension Schema {
  /// The number of schemas within each other, this one counted.
  var depth: Int { constraints?.depth ?? 1 }
  /// The number of schemas in it, this one counted.
  var size: Int { constraints?.size ?? 1 }

  /// The same, with null among its values; an `enum` or a `const` takes null too.
  var orNull: Schema {
    var schema = self
    schema.types.formUnion(.null)
    guard !types.contains(.null), let constraints else { return schema }
    var words = constraints.words
    guard let values = words.const.map({ [$0] }) ?? words.values else { return schema }
    words.const = nil
    words.values = values + [.null]
    schema.constraints = SchemaConstraints(words, named: constraints.named)
    return schema
  }
}

extension SchemaConstraints.Words {
  /// The schemas that these hold.
  var parts: [Schema] {
    var parts = properties
    if let items { parts.append(items) }
    if case .schema(let additional) = additional { parts.append(additional) }
    return parts
  }

  /// Whether a keyword says something already; of `properties` and `additionalProperties`, one stands for both.
  func has(_ key: Key) -> Bool {
    switch key {
    case .enum: values != nil
    case .const: const != nil
    case .minimum: minimum != nil
    case .maximum: maximum != nil
    case .exclusiveMinimum: exclusiveMinimum != nil
    case .exclusiveMaximum: exclusiveMaximum != nil
    case .multipleOf: multipleOf != nil
    case .minLength: minLength != nil
    case .maxLength: maxLength != nil
    case .pattern: pattern != nil
    case .format: format != nil
    case .items: items != nil
    case .minItems: minItems != nil
    case .maxItems: maxItems != nil
    case .uniqueItems: uniqueItems
    case .properties, .additionalProperties:
      if case .allowed = additional { !properties.isEmpty } else { true }
    case .minProperties: minProperties != nil
    case .maxProperties: maxProperties != nil
    case .propertyNames: names != nil
    default: false
    }
  }
}
