import NavigationTree
import NavtreeJSON
import NavtreeRegex
import NavtreeText
import NavtreeYAML

/// Compiles the schemas of a flow.
struct SchemaCompiler {
  let sink: DiagnosticSink
  let types: TypeTable

  init(sink: DiagnosticSink) {
    self.sink = sink
    types = TypeTable(sink: sink)
  }

  /// Declares the flow's own types.
  func declare(_ node: YAMLNode?) {
    types.declare(node, schema)
  }

  /// A schema: `integer?`, `[string]`, or a map of JSON Schema's keywords.
  func schema(_ node: YAMLNode) -> Schema {
    types.nested {
      switch node.kind {
      case .scalar:
        if case .boolean(let boolean) = node.scalar {
          // JSON Schema: `true` takes everything, `false` nothing.
          return Schema(boolean ? .any : [])
        }
        return short(node)
      case .sequence:
        var words = SchemaConstraints.Words()
        let faults = sink.count
        for element in node.elements { words.items = schema(element) }
        // A faulty type of items may have been no list at all.
        if sink.count > faults { return Schema() }
        return Schema(.array, constraints: SchemaConstraints(words))
      case .mapping:
        return schema(ObjectReader(node, .schema, sink))
      }
    }
  }

  /// The schema of a map that was read, of a field or of a schema.
  ///
  /// A type of the flow's own may be narrowed: by keywords that it doesn't have itself.
  func schema(_ reader: ObjectReader) -> Schema {
    let base = reader[.type].map(declaredType) ?? Schema()
    let given = base.constraints?.words
    var words = given ?? SchemaConstraints.Words()
    var isNarrowed = false
    for key in reader.keys {
      guard let node = reader[key] else { continue }
      if let given, given.has(key) {
        refuse(key, reader, base)
      } else if read(key, node, reader, into: &words, base.types) {
        isNarrowed = true
      }
    }
    guard isNarrowed else { return base }
    for name in words.required where words.propertyNames.index(of: name) == nil {
      if case .refused = words.additional, let node = reader[.required] {
        sink.error(
          .badSchema, "'\(name)' is required, and 'additionalProperties: false' refuses it", at: node,
          hint: Hint.spelling(name, among: words.propertyNames.names) ?? "add it to 'properties'")
      }
    }
    checkOrder(reader, .minimum, .maximum, words.minimum, words.maximum)
    checkOrder(reader, .minLength, .maxLength, words.minLength, words.maxLength)
    checkOrder(reader, .minItems, .maxItems, words.minItems, words.maxItems)
    checkOrder(reader, .minProperties, .maxProperties, words.minProperties, words.maxProperties)
    if let maximum = words.maxProperties, words.required.count > maximum, let node = reader[.maxProperties] {
      sink.error(
        .badSchema, "'maxProperties' is \(maximum), and \(words.required.count) members are required",
        at: node)
    }
    // Its members and items are those of the named type only if it says nothing about them.
    let isSameShape = ![.properties, .additionalProperties, .items].contains(where: reader.has)
    return Schema(
      base.types, constraints: SchemaConstraints(words, named: isSameShape ? base.constraints?.named : nil))
  }

  private func refuse(_ key: Key, _ reader: ObjectReader, _ base: Schema) {
    guard let node = reader.name(of: key) else { return }
    let name = base.constraints?.named?.name ?? ""
    let isOfMembers = key == .properties || key == .additionalProperties
    sink.error(
      .badSchema,
      isOfMembers
        ? "the type '\(name)' says already which members there are"
        : "the type '\(name)' has '\(key.rawValue)' already",
      at: node, hint: "say it there, or declare another type")
  }

  /// `string`, `integer?`, `[product]?`, …
  private func short(_ node: YAMLNode) -> Schema {
    let short = ShortType(node.text)
    guard short.lists.count < TypeTable.deepest else {
      sink.error(.limit, "lists lie more than \(TypeTable.deepest) deep within each other", at: node)
      return Schema()
    }
    guard var schema = type(short.name, node) else { return Schema() }
    if short.isNullable { schema = schema.orNull }
    for isNullable in short.lists {
      var words = SchemaConstraints.Words()
      words.items = schema
      schema = Schema(isNullable ? [.array, .null] : .array, constraints: SchemaConstraints(words))
    }
    return schema
  }

  /// The schema of `type`.
  private func declaredType(_ node: YAMLNode) -> Schema {
    switch node.kind {
    case .scalar: return type(node.text, node, isWord: true) ?? Schema()
    case .sequence: return union(node)
    case .mapping: return Schema()
    }
  }

  /// A list of built-in types, or one of the flow's own and null.
  private func union(_ node: YAMLNode) -> Schema {
    var types: ValueTypes = []
    var own: [(schema: Schema, node: YAMLNode)] = []
    for element in node.elements {
      guard element.kind == .scalar else {
        sink.error(
          .wrongType, "an item of 'type' must be a type's name, not \(FormChecker.describe(element))",
          at: element)
        continue
      }
      guard let schema = type(element.text, element) else { return Schema() }
      if ValueTypes(name: element.text) == nil {
        own.append((schema, element))
      } else {
        types.formUnion(schema.types)
      }
    }
    if let (schema, node) = own.first {
      if own.count == 1, types.subtracting(.null) == [] {
        return types.contains(.null) ? schema.orNull : schema
      }
      sink.error(
        .badSchema, "'\(node.text)' is a type of the flow's own, and only null may stand beside it", at: node)
      return Schema()
    }
    if types.isEmpty {
      sink.error(
        .badSchema, "'type' is an empty list, which no value fits", at: node,
        hint: "leave it out for any value")
      return Schema()
    }
    return Schema(types)
  }

  /// - Parameter isWord: Whether the name stands under the keyword `type`, which takes no short form.
  private func type(_ name: String, _ node: YAMLNode, isWord: Bool = false) -> Schema? {
    if let type = ValueTypes(name: name) { return Schema(type) }
    if let schema = types.schema(named: name, at: node, schema) { return schema }
    sink.error(.badSchema, "'\(name)' is no type", at: node, hint: hint(for: name, in: node, isWord: isWord))
    return nil
  }

  private func hint(for name: String, in node: YAMLNode, isWord: Bool) -> Hint {
    let names = ValueTypes.names.map(\.name) + types.names
    func writing(_ type: String, _ saying: (String) -> String) -> Hint {
      let text = node.text.split(separator: name, maxSplits: 1, omittingEmptySubsequences: false)
        .joined(separator: type)
      return Hint(saying(text), .span(node.style == .plain ? text : LineText.quoted(text)), isCertain: true)
    }
    if let item = Self.item(of: name).flatMap({ Self.meant($0, names) }) {
      switch node.text {
      case _ where isWord: return "write type: array, and beside it items: \(item)"
      case name: return .write("[\(item)]", isCertain: true)
      case "\(name)?": return .write("\"[\(item)]?\"", isCertain: true)
      default: return "a list of them is [\(item)]"
      }
    }
    if name.hasSuffix("?"), let type = Self.meant(String(name.dropLast()), names) {
      // The items of a list would be lost.
      let isList = Self.item(of: String(name.dropLast())) != nil
      return Hint(
        "write type: [\(type), \"null\"]", isList ? nil : .span("[\(type), \"null\"]"), isCertain: true)
    }
    if isWord, name.hasPrefix("["), name.hasSuffix("]"),
      let item = Self.meant(String(name.dropFirst().dropLast()), names)
    {
      return "write type: array, and beside it items: \(item)"
    }
    if let type = Self.meant(name, names) { return writing(type) { "did you mean '\($0)'?" } }
    return "known: \(names.joined(separator: ", "))"
  }

  /// A list as another language writes it, in this format; nil for any other text.
  static func list(_ text: String) -> String? {
    let isNullable = text.hasSuffix("?")
    guard let item = item(of: isNullable ? String(text.dropLast()) : text), NavigationPath.isName(item) else {
      return nil
    }
    let type = meant(item, ValueTypes.names.map(\.name)) ?? item
    return isNullable ? "\"[\(type)]?\"" : "[\(type)]"
  }

  /// The items' type of a list as another language writes it: `string[]`, `list<string>`.
  private static func item(of name: String) -> String? {
    if name.hasSuffix("[]") { return String(name.dropLast(2)) }
    let list = name.lowercased()
    for (start, end) in [("<", ">"), ("[", "]")] where name.hasSuffix(end) {
      guard let type = ["array", "list"].first(where: { list.hasPrefix($0 + start) }) else { continue }
      return String(name.dropFirst(type.count + 1).dropLast())
    }
    return nil
  }

  /// The type that a word of another language, or a misspelt one, stands for.
  private static func meant(_ name: String, _ names: [String]) -> String? {
    let others = [
      "int": "integer", "long": "integer", "bool": "boolean", "float": "number", "double": "number",
      "str": "string", "text": "string", "list": "array", "map": "object", "dict": "object",
    ]
    if names.contains(name) { return name }
    return others[name.lowercased()] ?? Spelling.suggestion(for: name, among: names)
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
    case .format: words.format = ValueFormat(rawValue: node.text)
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
    case .required: words.required += node.elements.map(\.text)
    case .additionalProperties:
      if node.kind == .scalar, case .boolean(let boolean) = node.scalar {
        words.additional = boolean ? .allowed : .refused
      } else {
        words.additional = .schema(schema(node))
      }
    case .minProperties: words.minProperties = reader.integer(key)
    case .maxProperties: words.maxProperties = reader.integer(key)
    case .propertyNames:
      let names = schema(node)
      if !names.types.contains(.string) {
        sink.error(
          .badSchema, "'propertyNames' must be \(names.types.description), and names are strings", at: node)
        return false
      }
      words.names = names
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

  private func checkOrder(_ reader: ObjectReader, _ low: Key, _ high: Key, _ lower: Int?, _ upper: Int?) {
    checkOrder(reader, low, high, lower.map(Double.init), upper.map(Double.init))
  }

  private func checkOrder(_ reader: ObjectReader, _ low: Key, _ high: Key, _ lower: Double?, _ upper: Double?)
  {
    guard let lower, let upper, lower > upper, let node = reader[low] ?? reader[high] else { return }
    sink.error(
      .badSchema, "'\(low.rawValue)' is greater than '\(high.rawValue)', so that nothing fits", at: node)
  }
}
