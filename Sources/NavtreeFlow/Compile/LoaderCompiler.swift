import NavigationTree
import NavtreeJSON
import NavtreeText
import NavtreeYAML

/// The `items` or `entity` of a screen, before any of its expressions is compiled.
struct LoaderDeclaration {
  let reader: ObjectReader
  let kind: LoaderDefinition.Kind
  let effect: Int
  let content: Int
  let nextCursor: Int?
  let cursor: Int?
}

/// Compiles the loading of a list or a detail: its effect, and the fields and actions that it adds.
struct LoaderCompiler {
  let compilation: Compilation
  let screen: ScreenDeclaration

  private static let standardKey = "id"
  private static let standardMaxItems = 10_000

  private var sink: DiagnosticSink { compilation.sink }

  // MARK: Declaring

  /// Declares the state that loading adds.
  func declare() {
    switch screen.kind {
    case .list: declare(.items, .items, content: "items")
    case .detail: declare(.entity, .entity, content: "value")
    case .screen, .tabs, .split: return
    }
    guard let loader = screen.loader else { return }
    let added = fields(of: loader)
    for field in added where screen.state.names.index(of: field.name) != nil {
      guard let node = screen.reader[.state]?.pairs.first(where: { $0.key.text == field.name })?.key else {
        continue
      }
      let key = screen.kind == .list ? Key.items : .entity
      sink.error(
        .reservedName, "'\(key.rawValue)' adds a field '\(field.name)' of its own", at: node,
        hint: "give the field another name")
    }
    let own = screen.state.fields.filter { field in !added.contains { $0.name == field.name } }
    screen.state = RecordDefinition(added + own, isBroken: screen.state.isBroken)
    // They are read and written by navtree itself.
    for index in added.indices { compilation.usage.enter(write: index, of: screen.type) }
  }

  private func declare(_ key: Key, _ form: FormatObject.Name, content: String) {
    guard let node = screen.reader[key] else { return }
    let reader = ObjectReader(node, form, sink)
    guard let from = reader[.from], let effect = compilation.effect(from) else { return }
    compilation.takenEffects.insert(effect)
    let definition = compilation.effects[effect]
    if definition.declaresNext {
      sink.error(
        .wrongValue,
        "'\(key.rawValue)' takes one answer, and '\(definition.name)' declares answers before it", at: from,
        hint: "load through an effect without 'next', or ask for this one in a rule")
      return
    }
    guard let index = definition.output.names.index(of: content) else {
      sink.error(
        .wrongValue, "the output of '\(definition.name)' has no '\(content)', which is what would be shown",
        at: from,
        hint: Hint.spelling(content, among: definition.output.names.names)
          ?? "declare it: output: { \(content): \(key == .items ? "[object]" : "object") }")
      return
    }
    if key == .items, definition.output.fields[index].schema.types.subtracting(.null) != .array {
      sink.error(.wrongValue, "the output 'items' of '\(definition.name)' must be an array", at: from)
      return
    }
    let cursor = key == .items ? definition.input.names.index(of: Self.cursor) : nil
    if let cursor, !definition.input.fields[cursor].schema.types.contains(.null) {
      sink.error(
        .wrongValue, "the input 'cursor' of '\(definition.name)' can't be null, as it is for the first page",
        at: from, hint: "declare it: cursor: string?")
    }
    let nextCursor = key == .items ? definition.output.names.index(of: Self.cursor) : nil
    if let cursor, let nextCursor, definition.output.fields[nextCursor].sensitive,
      !definition.input.fields[cursor].sensitive
    {
      sink.error(
        .sensitive,
        "the output 'cursor' of '\(definition.name)' is sensitive, and goes into its input 'cursor'",
        at: from, hint: "declare the input with sensitive: true")
    }
    screen.loader = LoaderDeclaration(
      reader: reader,
      kind: key == .items
        ? .list(
          key: reader.text(.key) ?? Self.standardKey,
          maxItems: reader.integer(.maxItems) ?? Self.standardMaxItems) : .detail,
      effect: effect, content: index, nextCursor: nextCursor, cursor: cursor)
  }

  static let cursor = "cursor"

  private func fields(of loader: LoaderDeclaration) -> [FieldDefinition] {
    let output = compilation.effects[loader.effect].output
    let place = screen.name.location
    let content = output.fields[loader.content]
    let next = loader.nextCursor.map { output.fields[$0] }
    let persistence = persistence(
      of: loader, isSensitive: content.sensitive || next?.sensitive ?? false, content.name)
    func field(_ name: String, _ schema: Schema, _ initial: JSONValue, sensitive: Bool = false)
      -> FieldDefinition
    {
      FieldDefinition(
        name: name, schema: schema, initial: .constant(initial), sensitive: sensitive,
        persistence: persistence, location: place)
    }
    var status = SchemaConstraints.Words()
    status.values = LoaderDefinition.Status.allCases.map { .string($0.rawValue) }
    var fields: [FieldDefinition] = []
    switch loader.kind {
    case .list(_, let maxItems):
      var words = SchemaConstraints.Words()
      words.items = content.schema.constraints?.words.items
      words.maxItems = maxItems
      fields.append(
        field(
          content.name, Schema(.array, constraints: SchemaConstraints(words)), .array([]),
          sensitive: content.sensitive))
    case .detail:
      var schema = content.schema
      schema.types.formUnion(.null)
      fields.append(field(content.name, schema, .null, sensitive: content.sensitive))
    }
    fields.append(
      field(
        "status", Schema(.string, constraints: SchemaConstraints(status)),
        .string(LoaderDefinition.Status.idle.rawValue)))
    let errors = compilation.effects[loader.effect].errors?.fields ?? []
    fields.append(field("error", Schema(), .null, sensitive: errors.contains(where: \.sensitive)))
    if case .list = loader.kind {
      var schema = next?.schema ?? Schema(.null)
      schema.types.formUnion(.null)
      fields.append(field(Self.cursor, schema, .null, sensitive: next?.sensitive ?? false))
    }
    return fields
  }

  /// The persistence of all its fields: loaded content is useless without its cursor.
  private func persistence(of loader: LoaderDeclaration, isSensitive: Bool, _ content: String)
    -> FieldPersistence
  {
    let declared = compilation.records.stores.persistence(
      loader.reader[.persist], isSensitive: isSensitive, "the loaded '\(content)'")
    return declared == .session && isSensitive ? .nowhere : declared
  }

  /// The actions that loading adds.
  func actions() -> [ActionDeclaration] {
    guard let loader = screen.loader else { return [] }
    let actions: [LoaderAction]
    switch loader.kind {
    case .list: actions = LoaderAction.ofList
    case .detail: actions = LoaderAction.ofDetail
    }
    return actions.map { action in
      ActionDeclaration(
        name: screen.name, action: compilation.actionNames.insert(action.rawValue),
        payload: payload(of: action, loader), rules: [], own: action)
    }
  }

  private func payload(of action: LoaderAction, _ loader: LoaderDeclaration) -> RecordDefinition {
    let content = compilation.effects[loader.effect].output.fields[loader.content]
    let item = content.schema.constraints?.words.items ?? Schema()
    func field(_ name: String, _ schema: Schema, initial: ValueTemplate? = nil, sensitive: Bool = false)
      -> FieldDefinition
    {
      FieldDefinition(
        name: name, schema: schema, initial: initial, sensitive: sensitive, location: screen.name.location)
    }
    // An item's key is part of the item.
    let key = field("key", Schema([.string, .integer]), sensitive: content.sensitive)
    let before = field(
      "before", Schema([.string, .integer, .null]), initial: .constant(.null), sensitive: content.sensitive)
    switch action {
    case .listInsert: return RecordDefinition([field("item", item, sensitive: content.sensitive), before])
    case .listUpdate:
      return RecordDefinition([key, field("item", Schema(.object), sensitive: content.sensitive)])
    case .listRemove: return RecordDefinition([key])
    case .listMove: return RecordDefinition([key, before])
    case .listLoad, .listMore, .listRefresh, .listRetry, .detailLoad, .detailRetry: return RecordDefinition()
    }
  }

  // MARK: Compiling

  func definition(_ scope: Scope) -> LoaderDefinition? {
    guard let loader = screen.loader else { return nil }
    let effect = compilation.effects[loader.effect]
    // Navtree itself gives the cursor.
    let given = RecordDefinition(
      effect.input.fields.filter { $0.name != Self.cursor || loader.cursor == nil },
      isBroken: effect.input.isBroken)
    let from = loader.reader[.from] ?? screen.name
    let first: LoaderAction
    switch loader.kind {
    case .list: first = .listLoad
    case .detail: first = .detailLoad
    }
    let with = compilation.given(
      loader.reader[.with], for: given, noun: "input", of: effect.name, scope, place: from)
    return LoaderDefinition(
      kind: loader.kind,
      ask: EffectTemplate(
        effect, with: with, taker: .loader, timeout: effect.timeout, deadline: effect.deadline,
        retries: effect.retries,
        location: from.location),
      start: loader.reader.text(.load).flatMap { LoadStart(rawValue: $0) } ?? .onPresent,
      action: compilation.actionNames.insert(first.rawValue), content: loader.content,
      nextCursor: loader.nextCursor, cursor: loader.cursor,
      followsParams: ([with] + given.fields.map(\.initial)).allSatisfy { $0?.readsParamsAlone ?? true })
  }
}
