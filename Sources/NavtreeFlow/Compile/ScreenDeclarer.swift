import NavigationTree
import NavtreeText
import NavtreeYAML

/// Reads the parts of a screen type that others depend on: its kind, its fields, its slots.
struct ScreenDeclarer {
  let compilation: Compilation
  let screen: ScreenDeclaration

  private var sink: DiagnosticSink { compilation.sink }
  private var reader: ObjectReader { screen.reader }

  func declare() {
    screen.kind = reader.text(.kind).flatMap { ScreenKind(rawValue: $0) } ?? impliedKind
    checkKeys()
    screen.params = compilation.records.record(reader, .params, .params)
    screen.state = compilation.records.record(reader, .state, .state, stateScope)
    LoaderCompiler(compilation: compilation, screen: screen).declare()
    declareResult()
    declareParts(.tabs, "tab", .tab, .tab)
    declareParts(.panes, "pane", .pane, .pane)
    declareSlots()
  }

  /// The kind that the keys ask for, where that given was reported.
  private var impliedKind: ScreenKind {
    guard reader.has(.kind) else { return .screen }
    return reader.keys.lazy.compactMap(Self.kind).first ?? .screen
  }

  private func declareResult() {
    guard let node = reader[.returns] else {
      if reader.has(.returns) { screen.returns = Schema() }
      return
    }
    guard node.kind == .mapping else {
      screen.returns = compilation.records.schemas.schema(node)
      return
    }
    let reader = ObjectReader(node, .returned, sink)
    screen.returns = compilation.records.schemas.schema(reader)
    screen.hidesResult = reader.boolean(.sensitive) ?? false
  }

  /// The variables of a state field's default.
  private var stateScope: Scope {
    var scope = compilation.sharedScope
    scope.declare(.params, screen.params)
    return scope
  }

  private func checkKeys() {
    for key in reader.keys {
      guard let kind = Self.kind(of: key), screen.kind != kind, let name = reader.name(of: key) else {
        continue
      }
      sink.error(
        .conflictingKeys,
        "'\(key.rawValue)' belongs to screens of kind \(kind.rawValue), and this is \(screen.kind.rawValue)",
        at: name, hint: reader.has(.kind) ? nil : "add kind: \(kind.rawValue)")
    }
    switch screen.kind {
    case .tabs: require(.tabs)
    case .split: require(.panes)
    case .screen, .list, .detail: break
    }
  }

  /// The only kind of screen that may have a key.
  private static func kind(of key: Key) -> ScreenKind? {
    switch key {
    case .tabs, .selected, .back, .lazy: .tabs
    case .panes, .focus, .collapsed: .split
    case .items: .list
    case .entity: .detail
    default: nil
    }
  }

  private func require(_ key: Key) {
    if reader.has(key) { return }
    sink.error(
      .missingKey, "a screen of kind \(screen.kind.rawValue) has no '\(key.rawValue)'", at: screen.name,
      hint: "add \(key.rawValue): { NAME: { screen: … } }")
  }

  private func declareParts(_ key: Key, _ noun: String, _ object: FormatObject.Name, _ style: SlotStyle) {
    guard let node = reader[key] else { return }
    let members = FormChecker.members(of: node, noun, .short(.screen, object, isFlag: false), sink)
    for member in members {
      let reader = ObjectReader(member.value, object, alone: .screen, sink)
      let root = reader[.screen]
      let presents: ScreenSet
      if let types = reader[.presents] {
        presents = Self.presents(types, compilation)
        if let root, let type = compilation.screenNames.index(of: root.text), !presents[type] {
          sink.error(
            .notPresentable,
            "\(noun) '\(member.key.text)' starts with '\(root.text)', which its 'presents' hasn't",
            at: root, hint: "add it to 'presents'")
        }
      } else if let root {
        presents = ScreenSet(compilation.screenNames.index(of: root.text).map { [$0] } ?? [])
      } else {
        presents = ScreenSet([])
        sink.error(
          .missingKey, "\(noun) '\(member.key.text)' starts empty, and nothing says what it may hold",
          at: member.key, hint: "add presents: any, or a list of screens")
      }
      add(
        ScreenDeclaration.Slot(
          name: member.key.text, location: member.key.location, style: style, presents: presents,
          initial: reader), member.key)
    }
    if members.isEmpty, node.count == 0 {
      sink.error(.wrongValue, "'\(key.rawValue)' must have at least one \(noun)", at: node)
    }
  }

  private func declareSlots() {
    guard let node = reader[.slots] else { return }
    for member in FormChecker.members(of: node, "slot", .object(.slot), sink) {
      let reader = ObjectReader(member.value, .slot, sink)
      let style = reader.text(.style).flatMap { SlotStyle(rawValue: $0) } ?? .push
      add(
        ScreenDeclaration.Slot(
          name: member.key.text, location: member.key.location, style: style,
          presents: reader[.presents].map { Self.presents($0, compilation) } ?? .any, initial: nil),
        member.key)
    }
  }

  private func add(_ slot: ScreenDeclaration.Slot, _ name: YAMLNode) {
    if screen.slots.contains(where: { $0.name == slot.name }) {
      if !screen.slots.contains(where: { $0.name == slot.name && $0.style == slot.style }) {
        sink.error(
          .duplicateKey, "'\(slot.name)' is here twice: slots, tabs and panes share their names", at: name)
      }
      return
    }
    screen.slots.append(slot)
  }

  /// The screen types that a place takes.
  static func presents(_ node: YAMLNode, _ compilation: Compilation) -> ScreenSet {
    guard node.kind == .sequence else { return .any }
    if node.count == 0 {
      compilation.sink.error(
        .wrongValue, "'presents' is empty, so that nothing can be shown there", at: node,
        hint: "name a screen, or write any")
    }
    return ScreenSet(node.elements.compactMap(compilation.screenType))
  }
}
