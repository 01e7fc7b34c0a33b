import NavtreeCEL
import NavtreeJSON
import NavtreeRegex
import NavtreeText

/// Compiles the schemas of a flow.
struct SchemaCompiler {
  let sink: DiagnosticSink

  /// A schema: `integer?`, `[string]`, or a map of JSON Schema's keywords.
  func schema(_ node: YAMLNode) -> Schema {
    switch node.kind {
    case .scalar:
      if case .boolean(let boolean) = node.scalar {
        // JSON Schema: `true` takes everything, `false` nothing.
        return Schema(boolean ? .any : [])
      }
      return short(node)
    case .sequence:
      var words = SchemaConstraints.Words()
      for element in node.elements { words.items = schema(element) }
      return Schema(.array, constraints: SchemaConstraints(words))
    case .mapping:
      return schema(ObjectReader(node, .schema, sink))
    }
  }

  /// The schema of a map that was read, of a field or of a schema.
  func schema(_ reader: ObjectReader) -> Schema {
    let types = reader[.type].map(self.types) ?? .any
    var words = SchemaConstraints.Words()
    var isEmpty = true
    for key in reader.keys {
      guard let node = reader[key] else { continue }
      if read(key, node, reader, into: &words, types) { isEmpty = false }
    }
    for name in words.required where words.propertyNames.index(of: name) == nil {
      if case .refused = words.additional, let node = reader[.required] {
        sink.error(
          .badSchema, "'\(name)' is required, and 'additionalProperties: false' refuses it", at: node,
          hint: Spelling.hint(for: name, among: words.propertyNames.names) ?? "add it to 'properties'")
      }
    }
    checkOrder(reader, .minimum, .maximum, words.minimum, words.maximum)
    checkOrder(
      reader, .minLength, .maxLength, words.minLength.map(Double.init), words.maxLength.map(Double.init))
    checkOrder(reader, .minItems, .maxItems, words.minItems.map(Double.init), words.maxItems.map(Double.init))
    return Schema(types, constraints: isEmpty ? nil : SchemaConstraints(words))
  }

  /// `string`, `integer?`, …
  private func short(_ node: YAMLNode) -> Schema {
    var name = node.text
    let isNullable = name.hasSuffix("?")
    if isNullable { name.removeLast() }
    guard let type = type(name, node) else { return Schema() }
    return Schema(isNullable ? type.union(.null) : type)
  }

  private func types(_ node: YAMLNode) -> ValueTypes {
    switch node.kind {
    case .scalar: return type(node.text, node) ?? .any
    case .sequence:
      var types: ValueTypes = []
      for element in node.elements {
        guard element.kind == .scalar else {
          sink.error(
            .wrongType, "an item of 'type' must be a type's name, not \(FormChecker.describe(element))",
            at: element)
          continue
        }
        if let type = type(element.text, element) { types.formUnion(type) } else { return .any }
      }
      if types.isEmpty {
        sink.error(
          .badSchema, "'type' is an empty list, which no value fits", at: node,
          hint: "leave it out for any value")
        return .any
      }
      return types
    case .mapping: return .any
    }
  }

  private func type(_ name: String, _ node: YAMLNode) -> ValueTypes? {
    if let type = ValueTypes(name: name) { return type }
    let names = ValueTypes.names.map(\.name)
    let others = [
      "int": "integer", "bool": "boolean", "float": "number", "double": "number", "str": "string",
      "list": "array", "map": "object", "dict": "object",
    ]
    let meant =
      others[name.lowercased()].map { "did you mean '\($0)'?" } ?? Spelling.hint(for: name, among: names)
    sink.error(
      .badSchema, "'\(name)' is no type", at: node,
      hint: meant
        ?? (name.hasSuffix("?")
          ? "write type: [\(name.dropLast()), \"null\"]" : "known: \(names.joined(separator: ", "))"))
    return nil
  }

  /// Whether the key is a keyword of the schema rather than a property of the field.
  private func read(
    _ key: Key, _ node: YAMLNode, _ reader: ObjectReader, into words: inout SchemaConstraints.Words,
    _ types: ValueTypes
  ) -> Bool {
    switch key {
    case .enum:
      let values = node.elements.compactMap { ValueCompiler.data($0, sink) }
      if values.isEmpty {
        sink.error(.badSchema, "'enum' has no values, so that nothing fits", at: node)
        return false
      }
      words.values = values.map { fitted($0, types) }
    case .const: words.const = ValueCompiler.data(node, sink).map { fitted($0, types) }
    case .minimum: words.minimum = number(node)
    case .maximum: words.maximum = number(node)
    case .exclusiveMinimum: words.exclusiveMinimum = number(node)
    case .exclusiveMaximum: words.exclusiveMaximum = number(node)
    case .multipleOf:
      words.multipleOf = number(node)
      if let factor = words.multipleOf, factor <= 0 {
        sink.error(.badSchema, "'multipleOf' must be greater than 0", at: node)
        words.multipleOf = nil
      }
    case .minLength: words.minLength = reader.integer(key)
    case .maxLength: words.maxLength = reader.integer(key)
    case .pattern:
      do {
        words.pattern = try RegularExpression(node.text, memory: SchemaConstraints.patternMemory)
      } catch {
        sink.error(.badPattern, "the pattern is no regular expression of RE2: \(error.message)", at: node)
      }
    case .items: words.items = schema(node)
    case .minItems: words.minItems = reader.integer(key)
    case .maxItems: words.maxItems = reader.integer(key)
    case .uniqueItems: words.uniqueItems = reader.boolean(key) ?? false
    case .properties:
      for pair in node.pairs
      where FormChecker.check(pair.value, .schema, as: "property '\(pair.key.text)'", sink) {
        let schema = schema(pair.value)
        if words.propertyNames.index(of: pair.key.text) == nil {
          words.propertyNames.insert(pair.key.text)
          words.properties.append(schema)
        }
      }
    case .required: words.required = node.elements.map(\.text)
    case .additionalProperties:
      if node.kind == .scalar, case .boolean(let boolean) = node.scalar {
        words.additional = boolean ? .allowed : .refused
      } else {
        words.additional = .schema(schema(node))
      }
    default: return false
    }
    return true
  }

  private func number(_ node: YAMLNode) -> Double? {
    switch node.scalar {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    case .null, .boolean, .hugeInteger, .string: nil
    }
  }

  /// A value in the form that the type gives it: the `1` of a `number` is `1.0`.
  private func fitted(_ value: JSONValue, _ types: ValueTypes) -> JSONValue {
    var fitted = value
    do { try Schema(types).fit(&fitted) } catch { return value }
    return fitted
  }

  private func checkOrder(_ reader: ObjectReader, _ low: Key, _ high: Key, _ lower: Double?, _ upper: Double?)
  {
    guard let lower, let upper, lower > upper, let node = reader[low] else { return }
    sink.error(
      .badSchema, "'\(low.rawValue)' is greater than '\(high.rawValue)', so that nothing fits", at: node)
  }
}
