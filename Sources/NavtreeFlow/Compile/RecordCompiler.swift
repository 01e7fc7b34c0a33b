import NavtreeJSON
import NavtreeYAML

/// Compiles declared fields.
struct RecordCompiler {
  enum Use {
    case params, state, payload, shared, input, output, error, query

    /// Whether a field without a default starts at its type's zero; otherwise it must be given.
    var hasZero: Bool {
      switch self {
      case .state, .shared: true
      case .params, .payload, .input, .output, .error, .query: false
      }
    }

    var noun: String {
      switch self {
      case .params: "param"
      case .state: "field"
      case .payload: "payload field"
      case .shared: "shared field"
      case .input: "input"
      case .output: "output"
      case .error: "error field"
      case .query: "query field"
      }
    }

    /// Whether such a field's value is kept somewhere.
    var isKept: Bool {
      switch self {
      case .params, .state, .payload, .shared, .input, .query: true
      case .output, .error: false
      }
    }

    /// Whether a name may be any text: the flow doesn't choose the names in a URL's query.
    var takesAnyName: Bool {
      switch self {
      case .params, .state, .payload, .shared, .input, .output, .error: false
      case .query: true
      }
    }
  }

  let sink: DiagnosticSink
  let schemas: SchemaCompiler
  let values: ValueCompiler
  let stores: StoreCompiler

  init(sink: DiagnosticSink, values: ValueCompiler) {
    self.sink = sink
    schemas = SchemaCompiler(sink: sink)
    self.values = values
    stores = StoreCompiler(sink: sink)
  }

  /// The fields that a map declares under a key.
  ///
  /// - Parameter scope: the variables of a default.
  func record(
    _ reader: ObjectReader, _ key: Key, _ use: Use, _ scope: @autoclosure () -> Scope = Scope()
  ) -> RecordDefinition {
    guard let node = reader[key] else {
      return reader.has(key) ? RecordDefinition([], isBroken: true) : .empty
    }
    return record(node, use, scope())
  }

  /// - Parameter scope: the variables of a default.
  func record(_ node: YAMLNode?, _ use: Use, _ scope: @autoclosure () -> Scope = Scope()) -> RecordDefinition
  {
    guard let node else { return .empty }
    var fields: [FieldDefinition] = []
    fields.reserveCapacity(node.count)
    for pair in node.pairs where FormChecker.isMember(pair, use.noun, sink, anyName: use.takesAnyName) {
      // A faulty declaration still counts, so that its uses aren't reported too.
      guard FormChecker.check(pair.value, .field, as: "\(use.noun) '\(pair.key.text)'", sink) else {
        fields.append(
          FieldDefinition(
            name: pair.key.text, schema: Schema(), initial: .constant(.null), location: pair.key.location))
        continue
      }
      if use == .payload, pair.key.text == "type" {
        sink.error(
          .reservedName, "'type' is the action's own name in a payload", at: pair.key,
          hint: "give the field another name")
        continue
      }
      fields.append(field(pair, use, scope))
    }
    // Keys that are no names, and pairs without a key, were reported.
    let named = node.pairs.count { !$0.key.text.isAuthorsKey }
    return RecordDefinition(fields, isBroken: fields.count < named)
  }

  private func field(_ pair: YAMLNode.Pair, _ use: Use, _ scope: () -> Scope) -> FieldDefinition {
    let name = pair.key.text
    let node = pair.value
    let schema: Schema
    var sensitive = false
    var persistence = FieldPersistence.session
    var initial: ValueTemplate?
    if node.kind == .mapping {
      let reader = ObjectReader(node, .field, sink)
      schema = schemas.schema(reader)
      sensitive = reader.boolean(.sensitive) ?? false
      persistence = stores.persistence(
        reader[.persist], isSensitive: sensitive, "the \(use.noun) '\(name)'")
      if !use.isKept, let key = reader.name(of: .persist) {
        sink.error(
          .wrongValue, "'persist' can't stand in an \(use.noun): an answer is kept where it is set", at: key,
          hint: "say it of the field that it is set in, or of items or entity")
      }
      if let value = reader[.default] {
        let target = ValueCompiler.Target(
          schema: schema, sensitive: sensitive, name: "the default of '\(name)'")
        // A faulty default is reported, and the field still has one.
        initial = values.value(value, scope(), into: target) ?? .constant(schema.zero)
      } else if use.hasZero {
        initial = zero(schema, name, pair.key)
      }
    } else {
      schema = schemas.schema(node)
      if use.hasZero {
        initial = zero(schema, name, pair.key)
      } else if node.kind == .scalar, ShortType(node.text).allowsNull {
        initial = .constant(schema.zero)
      }
    }
    return FieldDefinition(
      name: name, schema: schema, initial: initial, sensitive: sensitive, persistence: persistence,
      location: pair.key.location)
  }

  private func zero(_ schema: Schema, _ name: String, _ node: YAMLNode) -> ValueTemplate {
    var zero = schema.zero
    do {
      try schema.fit(&zero)
    } catch {
      sink.error(
        .badDefault,
        "'\(name)' has no default, and what it would start at, \(zero), doesn't fit: it \(error.message)",
        at: node, hint: "add default: \(schema.constraints?.words.values?.first?.description ?? "…")")
    }
    return .constant(zero)
  }
}
