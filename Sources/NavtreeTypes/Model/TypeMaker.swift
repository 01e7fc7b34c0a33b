import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavtreeText

/// Makes the types of a flow from its definitions.
struct TypeMaker {
  private let document: JSONValue
  /// The flow's own types that were used.
  private(set) var named: [InnerType] = []
  /// The types of schemas that several fields share.
  private var made: [ObjectIdentifier: ValueType] = [:]
  /// The objects that expressions know, by the names that they have there.
  private var objects: [String: ObjectType] = [:]

  init(_ document: JSONValue) {
    self.document = document
  }

  /// The title, the description and the author's own texts of a part of the flow, in one line.
  static func summary(of node: JSONValue?) -> String? {
    let own = (node?.object ?? [:]).compactMap { key, value in
      key.isAuthorsKey ? value.string.map { "\(key): \($0)" } : nil
    }
    let parts = ["title", "description"].compactMap { node?[$0]?.string } + own
    let words = parts.flatMap { part in
      // What would deceive a reader of the source doesn't stand in its comments.
      String(String.UnicodeScalarView(part.unicodeScalars.map { $0.isDeceptive ? " " : $0 }))
        .split(whereSeparator: \.isWhitespace).joined(separator: " ").nonEmpty
    }
    return words.isEmpty ? nil : words.joined(separator: ". ")
  }

  // MARK: Declarations

  /// - Parameter isRead: Whether the fields are a screen's or the flow's, which hide what is sensitive.
  mutating func record(
    _ hint: String, _ definition: RecordDefinition, _ node: JSONValue?, isRead: Bool = false,
    known: String? = nil
  ) -> ObjectType {
    let record = ObjectType(hint)
    for field in definition.fields {
      let initial = field.initial?.constant
      record.fields.append(
        FieldType(
          name: field.name,
          type: type(field.schema, field.name, in: record, known: "\(known ?? hint).\(field.name)"),
          initial: field.sensitive && initial?.isNull == false ? nil : initial,
          mayBeLeftOut: field.initial != nil, isHidden: isRead && field.sensitive,
          summary: Self.summary(of: node?[field.name])))
    }
    return record
  }

  mutating func effect(_ definition: EffectDefinition) -> EffectTypes {
    let node = document["effects"]?[definition.name]
    return EffectTypes(
      name: definition.name, summary: Self.summary(of: node),
      input: record("input", definition.input, node?["input"]),
      output: record("output", definition.output, node?["output"]),
      next: definition.declaresNext ? record("next", definition.next, node?["next"]) : nil,
      errors: definition.errors.map { record("failure", $0, node?["errors"]) })
  }

  /// A screen's types, all but those of its computed values.
  mutating func screen(_ definition: ScreenDefinition, _ flow: FlowDefinition) -> ScreenTypes {
    let node = document["screens"]?[definition.name]
    let result = ObjectType("result")
    let place = definition.name
    return ScreenTypes(
      name: place, kind: definition.kind, summary: Self.summary(of: node),
      params: record("params", definition.params, node?["params"], isRead: true, known: "\(place) params"),
      state: record("state", definition.state, node?["state"], isRead: true, known: "\(place) state"),
      computed: ObjectType("computed"), result: result,
      returns: definition.returns.map { type($0, "returns", in: result) },
      actions: actions(definition.actions, flow, node?["actions"]), slots: definition.slots.map(\.name))
  }

  /// The actions that a client may dispatch.
  mutating func actions(_ table: ActionTable, _ flow: FlowDefinition, _ node: JSONValue?) -> [ActionTypes] {
    table.elements.filter { !$0.definition.isPrivate }.map { element in
      let name = flow.actionNames.names[element.action]
      return ActionTypes(
        name: name, summary: Self.summary(of: node?[name]),
        payload: record(name, element.definition.payload, node?[name]?["payload"]))
    }
  }

  mutating func link(_ route: LinkRoute, _ definition: LinkDefinition) -> LinkTypes {
    let fields = record("link", route.record, nil)
    return LinkTypes(
      pattern: route.pattern.text,
      segments: route.pattern.segments.map { segment in
        switch segment {
        case .literal(let text): .literal(text)
        case .param(let index):
          route.pattern.params[index].presence == .rest
            ? .rest(fields.fields[index]) : .one(fields.fields[index])
        }
      }, query: Array(fields.fields.dropFirst(route.pattern.params.count)), fields: fields)
  }

  // MARK: Computed values

  mutating func computed(_ hint: String, _ screen: ScreenDefinition) -> ObjectType {
    computed(hint, screen.computed, of: screen.name)
  }

  mutating func computed(_ hint: String, _ definitions: [DerivedDefinition], of screen: String? = nil)
    -> ObjectType
  {
    let record = ObjectType(hint)
    for definition in definitions {
      let type = type(definition.value.program.resultType, definition.name, in: record, of: screen)
      record.fields.append(FieldType(name: definition.name, type: type, isHidden: definition.sensitive))
    }
    return record
  }

  /// Recursion is bounded by the depth of types.
  private mutating func type(_ type: CELType, _ hint: String, in owner: ObjectType, of screen: String?)
    -> ValueType
  {
    switch type {
    case .null: return .null
    case .bool: return .boolean
    case .int, .uint: return .integer
    case .double: return .number
    case .string: return .string
    case .list(let element):
      return .list(self.type(element, EnglishWord.singular(hint), in: owner, of: screen))
    case .map(_, let value):
      return .map(self.type(value, EnglishWord.singular(hint), in: owner, of: screen))
    case .nullable(let wrapped): return self.type(wrapped, hint, in: owner, of: screen).orNull
    case .object(let object): return .object(self.object(object, hint, in: owner, of: screen))
    case .dyn, .bytes, .timestamp, .duration, .optional, .type, .parameter, .error: return .any
    }
  }

  private mutating func object(
    _ type: CELObjectType, _ hint: String, in owner: ObjectType, of screen: String?
  ) -> ObjectType {
    let names = type.name.map { name in (screen.map { ["\($0) \(name)"] } ?? []) + [name] }
    for name in names ?? [] {
      // An expression may know a type of the same name with other fields.
      if let known = objects[name], known.fields.map(\.name) == type.fields.map(\.name) { return known }
    }
    let object = ObjectType(hint)
    for field in type.fields {
      let inner = self.type(field.type, field.name, in: object, of: screen)
      object.fields.append(FieldType(name: field.name, type: inner, isOptional: true, mayBeLeftOut: true))
    }
    if type.isOpen { object.others = .some(.any) }
    owner.inner.append(.object(object))
    return object
  }

  // MARK: Schemas

  /// The type of a schema's values. Recursion is bounded by the depth of types.
  ///
  /// - Parameter known: the name that expressions have for it.
  private mutating func type(_ schema: Schema, _ hint: String, in owner: ObjectType, known: String? = nil)
    -> ValueType
  {
    let values = schema.constraints?.const.map { [$0] } ?? schema.constraints?.words.values
    let types = schema.types.subtracting(.null)
    if schema.types == .any, values == nil { return .any }
    guard types != [] || values != nil else { return schema.types == .null ? .null : .any }
    let type: ValueType
    if let values {
      type = constants(values.filter { !$0.isNull }, types, schema, hint, in: owner)
    } else {
      let all = ValueTypes.names.filter { types.contains($0.type) }
      let each = all.map { self.type($0.type, schema.constraints, hint, in: owner, known: known) }
      type = each.count == 1 ? each[0] : .union(each)
    }
    return schema.types.contains(.null) && values?.contains(.null) != false ? type.orNull : type
  }

  private mutating func constants(
    _ values: [JSONValue], _ types: ValueTypes, _ schema: Schema, _ hint: String, in owner: ObjectType
  ) -> ValueType {
    if values.isEmpty { return .null }
    let texts = values.compactMap(\.string)
    if texts.count == values.count {
      return shared(schema.constraints, hint, in: owner) { hint, _ in
        var seen: Set<JSONValue> = []
        let choice = ChoiceType(hint, texts.filter { seen.insert(.string($0)).inserted })
        return (.choice(choice), .choice(choice))
      }
    }
    let kinds = values.reduce(into: ValueTypes()) { $0.formUnion(ValueTypes(of: $1)) }
    switch kinds {
    case .boolean: return .constants(values, of: .boolean)
    case .integer: return .constants(values, of: types == .number ? .number : .integer)
    case .number: return types == .number ? .number : .any
    default: return .any
    }
  }

  private mutating func type(
    _ type: ValueTypes, _ constraints: SchemaConstraints?, _ hint: String, in owner: ObjectType,
    known: String?
  ) -> ValueType {
    switch type {
    case .boolean: return .boolean
    case .integer: return .integer
    case .number: return .number
    case .string: return .string
    case .array:
      guard let items = constraints?.words.items else { return .list(.any) }
      return .list(self.type(items, EnglishWord.singular(hint), in: owner, known: known.map { "\($0)[]" }))
    case .object: return object(constraints, hint, in: owner, known: known)
    default: return .any
    }
  }

  private mutating func object(
    _ constraints: SchemaConstraints?, _ hint: String, in owner: ObjectType, known: String?
  ) -> ValueType {
    guard let words = constraints?.words else { return .map(.any) }
    let additional: ValueType?
    switch words.additional {
    case .allowed: additional = .any
    case .refused: additional = nil
    case .schema(let schema):
      additional = type(
        schema, EnglishWord.singular(hint), in: owner, known: known.map { "\($0)[]" })
    }
    if words.properties.isEmpty, let additional { return .map(additional) }
    let known = constraints?.named?.name ?? known
    let type = shared(constraints, hint, in: owner) { hint, maker in
      let object = ObjectType(hint)
      let required = Set(words.required.map { JSONValue.string($0) })
      for (name, schema) in zip(words.propertyNames.names, words.properties) {
        let isOptional = !required.contains(.string(name))
        let type = maker.type(schema, name, in: object, known: known.map { "\($0).\(name)" })
        object.fields.append(
          FieldType(name: name, type: type, isOptional: isOptional, mayBeLeftOut: isOptional))
      }
      if let additional { object.others = .some(additional) }
      return (.object(object), .object(object))
    }
    if let known, case .object(let object) = type { objects[known] = object }
    return type
  }

  /// The type of constraints, made once. One that has a name in the flow belongs to the flow.
  private mutating func shared(
    _ constraints: SchemaConstraints?, _ hint: String, in owner: ObjectType,
    _ make: (String, inout TypeMaker) -> (ValueType, InnerType)
  ) -> ValueType {
    let id = constraints.map { ObjectIdentifier($0) }
    if let id, let type = made[id] { return type }
    let (type, inner) = make(constraints?.named?.name ?? hint, &self)
    if constraints?.named == nil { owner.inner.append(inner) } else { named.append(inner) }
    if let id { made[id] = type }
    return type
  }
}

extension String {
  fileprivate var nonEmpty: [String] { isEmpty ? [] : [self] }
}
