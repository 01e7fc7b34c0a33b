import NavigationTree
import NavtreeCEL
import NavtreeText
import NavtreeYAML

/// Compiles the migrations of stored sessions from one version of the flow to the next.
///
/// The declarations of older versions aren't known. But every name in a step must, after all later steps, be
/// one that this version declares, unless a step drops it.
struct MigrationCompiler {
  let compilation: Compilation

  var sink: DiagnosticSink { compilation.sink }

  /// A step before its values are compiled.
  struct Declared {
    let version: Int
    let screen: YAMLNode?
    let change: Change
  }

  typealias Member = (key: YAMLNode, value: YAMLNode)

  enum Change {
    case renameScreens([Member])
    case renameFields([Member])
    /// Of slots, tabs or panes.
    case renameSlots(SlotStyle?, [Member])
    case renameActions([Member])
    case renameEffects([Member])
    case renameWindows([Member])
    case dropScreens([YAMLNode])
    case dropFields([YAMLNode])
    case set(state: [Member], params: [Member])
  }

  /// - Parameter version: The flow's own version; nil when it is faulty.
  func migrations(_ node: YAMLNode?, of version: Int?) -> [Migration] {
    guard let node else { return [] }
    var steps: [Declared] = []
    for pair in versions(node, of: version) {
      guard FormChecker.check(pair.value, .list(.object(.migration)), as: "'\(pair.version)'", sink) else {
        continue
      }
      for element in pair.value.elements where element.kind == .mapping {
        steps += declared(ObjectReader(element, .migration, sink), pair.version)
      }
    }
    var migrations: [Int: [MigrationStep]] = [:]
    for (index, step) in steps.enumerated() {
      guard let compiled = compile(step, before: steps[(index + 1)...]) else { continue }
      migrations[step.version, default: []].append(compiled)
    }
    return migrations.sorted { $0.key < $1.key }.map { Migration(version: $0.key, steps: $0.value) }
  }

  private func versions(_ node: YAMLNode, of version: Int?) -> [(version: Int, value: YAMLNode)] {
    var versions: [(version: Int, value: YAMLNode)] = []
    for pair in node.pairs where pair.key.kind == .scalar && !pair.key.text.isAuthorsKey {
      guard let from = Int(pair.key.text), from >= 0, String(from) == pair.key.text else {
        sink.error(.wrongValue, "'\(pair.key.text)' is no version: an integer of at least 0", at: pair.key)
        continue
      }
      if let version, from >= version {
        sink.error(
          .wrongValue, "a migration from version \(from) never runs: this is version \(version) of the flow",
          at: pair.key, hint: "raise it: version: \(from == Int.max ? from : from + 1)")
        continue
      }
      versions.append((from, pair.value))
    }
    return versions.sorted { $0.version < $1.version }
  }

  // MARK: Declaring

  private func declared(_ reader: ObjectReader, _ version: Int) -> [Declared] {
    let kinds: [Key] = reader.keys.filter { $0 != .screen }
    guard let first = kinds.first else {
      // A wrong key was reported.
      if reader.node.pairs.contains(where: { !$0.key.text.isAuthorsKey && $0.key.text != "screen" }) {
        return []
      }
      sink.error(
        .missingKey, "this step does nothing", at: ObjectReader.place(of: reader.node), in: reader.node,
        hint: "add rename, drop, set or params")
      return []
    }
    if let other = kinds.first(where: {
      $0 != first && [$0, first].contains { [.rename, .drop].contains($0) }
    }),
      let name = reader.name(of: other)
    {
      sink.error(
        .conflictingKeys, "'\(other.rawValue)' can't stand beside '\(first.rawValue)'", at: name,
        hint: "make it a step of its own, before or after this one")
    }
    let screen = reader[.screen]
    for names in [reader[.rename], reader[.drop]] {
      for key in [Key.screens, .effects, .windows] {
        guard screen != nil, let node = names?[key.rawValue] else { continue }
        sink.error(
          .conflictingKeys, "'\(key.rawValue)' can't stand in a step of one screen", at: node,
          hint: "make it a step of its own, without 'screen'")
      }
      for key in [Key.slots, .tabs, .panes] {
        guard screen == nil, let node = names?[key.rawValue] else { continue }
        sink.error(
          .missingKey, "'\(key.rawValue)' are of a screen, and this step has no 'screen'", at: node,
          hint: "add screen: the name of the screen that has them")
      }
    }
    if reader.has(.params), screen == nil, let name = reader.name(of: .params) {
      sink.error(.missingKey, "'params' are of a screen, and this step has no 'screen'", at: name)
    }
    var changes: [Change] = []
    if let node = reader[.rename] {
      let names = ObjectReader(node, .rename, sink)
      changes.append(.renameScreens(members(names[.screens], "screen", .name)))
      changes.append(.renameFields(members(names[.fields], "field", .name)))
      for (key, noun, style) in [
        (Key.slots, "slot", SlotStyle?.none), (.tabs, "tab", .tab), (.panes, "pane", .pane),
      ] {
        changes.append(.renameSlots(style, members(names[key], noun, .name)))
      }
      changes.append(.renameActions(members(names[.actions], "action", .name)))
      changes.append(.renameEffects(members(names[.effects], "effect", .name)))
      changes.append(.renameWindows(members(names[.windows], Key.window.rawValue, .text)))
    }
    if let node = reader[.drop] {
      let names = ObjectReader(node, .drop, sink)
      changes.append(.dropScreens(names[.screens].map { Array($0.elements) } ?? []))
      changes.append(.dropFields(names[.fields].map { Array($0.elements) } ?? []))
    }
    if reader.has(.set) || reader.has(.params) {
      let state = members(reader[.set], "field", .value)
      changes.append(.set(state: state, params: members(reader[.params], "param", .value)))
    }
    return changes.map { Declared(version: version, screen: screen, change: $0) }
  }

  private func members(_ node: YAMLNode?, _ noun: String, _ form: Form) -> [Member] {
    guard let node else { return [] }
    return FormChecker.members(of: node, noun, form, sink).map { ($0.key, $0.value) }
  }

  // MARK: Compiling

  private func compile(_ step: Declared, before later: ArraySlice<Declared>) -> MigrationStep? {
    let screen = step.screen?.text
    switch step.change {
    case .renameScreens(let names):
      for name in names { _ = type(of: name.value, after: later) }
      return names.isEmpty ? nil : .renameScreens(Self.table(names))
    case .dropScreens(let nodes):
      return nodes.isEmpty ? nil : .dropScreens(Set(nodes.map(\.text)))
    case .dropFields(let nodes):
      if let node = step.screen { _ = type(of: node, after: later) }
      return nodes.isEmpty ? nil : .dropFields(of: screen, Set(nodes.map(\.text)))
    case .renameFields(let names):
      if names.isEmpty { return nil }
      if let records = records(of: step.screen, after: later) {
        for name in names { _ = field(name.value, of: screen, in: records, after: later) }
      }
      return .renameFields(of: screen, Self.table(names))
    case .renameSlots, .renameActions, .renameEffects, .renameWindows:
      return rename(step, before: later)
    case .set(let state, let params):
      let records = records(of: step.screen, after: later)
      let scope = scope(of: step.screen, records ?? [], after: later)
      var values: [MigrationValue] = []
      for (members, isParam) in [(params, true), (state, false)] {
        // The records are params, then state.
        let record = isParam && screen == nil ? nil : records.flatMap { isParam ? $0.first : $0.last }
        for member in members {
          let name = member.key.text
          let declared = record.flatMap { self.field(member.key, of: screen, in: [$0], after: later) }
          let isLast = !later.contains { Self.sets(name, of: screen, isParam, $0) }
          let target = ValueCompiler.Target(
            schema: isLast ? declared?.schema ?? Schema() : Schema(), sensitive: declared?.sensitive ?? false,
            noun: isParam ? "param" : "field", key: name)
          guard let value = compilation.values.value(member.value, scope, into: target) else { continue }
          values.append(
            MigrationValue(field: name, isParam: isParam, value: value, location: member.value.location))
        }
      }
      return .set(of: screen, values)
    }
  }

  static func table(_ names: [Member]) -> [String: String] {
    Dictionary(names.map { ($0.key.text, $0.value.text) }) { first, _ in first }
  }

  private static func sets(_ field: String, of screen: String?, _ isParam: Bool, _ step: Declared) -> Bool {
    guard case .set(let state, let params) = step.change, step.screen?.text == screen else { return false }
    return (isParam ? params : state).contains { $0.key.text == field }
  }

  /// `old`: the screen's params and state before the step, and the shared state.
  private func scope(of screen: YAMLNode?, _ records: [RecordDefinition], after later: ArraySlice<Declared>)
    -> Scope
  {
    let names = screen == nil ? ["shared"] : ["params", "state", "shared"]
    let known = records + [compilation.shared]
    var secrets = Set(known.flatMap { $0.fields.filter(\.sensitive).map(\.name) })
    // A field that is later renamed to a sensitive one is sensitive already.
    for step in later.reversed() {
      guard case .renameFields(let names) = step.change else { continue }
      for name in names where secrets.contains(name.value.text) { secrets.insert(name.key.text) }
    }
    var scope = Scope()
    scope.declare(.old, names.map { CELField($0, .map(.string, .dyn)) }, names: secrets)
    scope.isOfOlderVersion = true
    return scope
  }

  // MARK: Names in this version

  /// The screen type that a name refers to after the later steps; nil when it is dropped or reported.
  func type(of node: YAMLNode, after later: ArraySlice<Declared>) -> Int? {
    var name = node.text
    for step in later {
      switch step.change {
      case .renameScreens(let names): name = Self.table(names)[name] ?? name
      case .dropScreens(let nodes): if nodes.contains(where: { $0.text == name }) { return nil }
      case .renameFields, .renameSlots, .renameActions, .renameEffects, .renameWindows, .dropFields, .set:
        break
      }
    }
    return name == node.text ? compilation.screenType(node) : compilation.screenNames.index(of: name)
  }

  /// The declared params and state of a screen, or the shared fields; nil when dropped or reported.
  private func records(of screen: YAMLNode?, after later: ArraySlice<Declared>) -> [RecordDefinition]? {
    guard let screen else { return [compilation.shared] }
    guard let type = type(of: screen, after: later) else { return nil }
    return [compilation.screens[type].params, compilation.screens[type].state]
  }

  /// The declaration of a field after the later steps; nil when it is dropped or reported.
  private func field(
    _ node: YAMLNode, of screen: String?, in records: [RecordDefinition], after later: ArraySlice<Declared>
  ) -> FieldDefinition? {
    var screen = screen
    var name = node.text
    for step in later {
      switch step.change {
      case .renameScreens(let names): screen = screen.map { Self.table(names)[$0] ?? $0 }
      case .renameFields(let names) where step.screen?.text == screen:
        name = Self.table(names)[name] ?? name
      case .dropFields(let nodes) where step.screen?.text == screen:
        if nodes.contains(where: { $0.text == name }) { return nil }
      case .dropScreens, .renameFields, .renameSlots, .renameActions, .renameEffects, .renameWindows,
        .dropFields, .set:
        break
      }
    }
    for record in records {
      if let index = record.names.index(of: name) { return record.fields[index] }
    }
    let owner = screen.map { "'\($0)'" } ?? "shared"
    sink.error(
      .unknownField, "\(owner) has no field '\(name)' in this version", at: node,
      hint: Hint.spelling(name, among: records.flatMap(\.names.names)) ?? "declare it, or drop it",
      missing: screen == nil ? MissingName(.shared, name) : nil)
    return nil
  }
}
