import NavtreeCEL
import NavigationTree
import NavtreeText
import NavtreeYAML

/// Compiles a flow: first its declarations, then everything that uses them.
struct FlowCompiler {
  let compilation: Compilation
  private var sink: DiagnosticSink { compilation.sink }

  init(_ root: YAMLNode, _ sink: DiagnosticSink) {
    compilation = Compilation(root, sink)
  }

  /// The flow, usable only if no error was reported.
  func compile() -> FlowDefinition? {
    let reader = ObjectReader(compilation.root, .flow, sink)
    Self.checkVersion(reader, sink)
    compilation.records.stores.declare(reader[.stores])
    compilation.records.schemas.declare(reader[.types])
    var scope = Scope()
    scope.declare(.now, .timestamp)
    compilation.shared = compilation.records.record(reader, .shared, .shared, scope)
    if reader.isBroken(.computed) {
      compilation.shared = RecordDefinition(compilation.shared.fields, isBroken: true)
    }
    compilation.compileDerived(reader[.computed], reader[.guards])
    declareEffects(reader[.effects])
    declareScreens(reader[.screens])
    compilation.flowActions = declareActions(reader[.actions])
    ResultDeclarer(compilation: compilation).declare()
    compilation.declarations = ActionDeclarations(
      screens: compilation.screens, flow: compilation.flowActions)
    let start = StartCompiler(compilation: compilation).windows(reader[.start])
    let windows = StartCompiler(compilation: compilation).kinds(reader[.windows])
    let links = LinkCompiler(compilation: compilation)
      .links(reader, windows: start.map(\.window) + windows.map(\.name))
    let screens = compilation.screens.map {
      ScreenDefinition(ScreenCompiler(compilation: compilation, screen: $0))
    }
    EndlessChecker(compilation: compilation, screens: screens).run()
    let actions = flowActions()
    let (invariants, properties) = invariants(reader[.invariants])
    let migrations = MigrationCompiler(compilation: compilation).migrations(
      reader[.migrations], of: reader.integer(.version) ?? (reader.isBroken(.version) ? nil : 1))
    let projection = ProjectionCompiler(compilation: compilation, screens: screens)
      .projection(reader[.observe])
    guard !sink.hasErrors, let name = reader.text(.flow) else { return nil }
    return FlowDefinition(
      name, compilation, version: reader.integer(.version) ?? 1, title: reader.text(.title), screens: screens,
      actions: actions, start: start, windows: windows, invariants: invariants,
      properties: properties, links: links, migrations: migrations, projection: projection,
      duringTransition: reader.text(.duringTransition).flatMap { DuringTransition(rawValue: $0) } ?? .run)
  }

  /// Checks the version of the format that a flow or a part names.
  static func checkVersion(_ reader: ObjectReader, _ sink: DiagnosticSink) {
    guard let version = reader[.navtree], reader.integer(.navtree) != Format.version else { return }
    sink.error(
      .wrongValue, "this version reads version \(Format.version) of the format, not \(version.text)",
      at: version,
      hint: Hint("write navtree: \(Format.version)", .span("\(Format.version)")))
  }

  // MARK: Declaring

  private func declareEffects(_ node: YAMLNode?) {
    guard let node else { return }
    for member in FormChecker.members(of: node, "effect", .object(.effect), sink) {
      // A duplicate name was reported.
      guard compilation.effectNames.insert(member.key.text) == compilation.effects.count else { continue }
      compilation.effects.append(
        EffectCompiler.definition(member.key, ObjectReader(member.value, .effect, sink), compilation))
    }
  }

  private func declareScreens(_ node: YAMLNode?) {
    guard let node else { return }
    let members = FormChecker.members(of: node, "screen", .object(.screen), sink)
    if members.count < node.count {
      compilation.brokenScreens = Set(node.pairs.map(\.key.text)).subtracting(members.map(\.key.text))
    }
    for member in members {
      let type = compilation.screenNames.insert(member.key.text)
      // A duplicate name was reported.
      guard type == compilation.screens.count else { continue }
      let reader = ObjectReader(member.value, .screen, sink)
      compilation.screens.append(ScreenDeclaration(type: type, name: member.key, reader: reader))
    }
    if members.isEmpty, node.count == 0 {
      sink.error(.wrongValue, "a flow has at least one screen", at: node)
    }
    compilation.slots = SlotIndex(types: compilation.screens.count)
    for screen in compilation.screens {
      ScreenDeclarer(compilation: compilation, screen: screen).declare()
      compilation.slots.add(screen)
    }
    for screen in compilation.screens {
      screen.actions = declareActions(screen.reader[.actions])
      screen.lifecycle = declareLifecycle(screen.reader[.lifecycle])
      screen.actions += LoaderCompiler(compilation: compilation, screen: screen).actions()
    }
  }

  private func declareLifecycle(_ node: YAMLNode?) -> [(event: LifecycleEvent, rules: [ObjectReader])] {
    guard let node else { return [] }
    let reader = ObjectReader(node, .lifecycle, sink)
    return reader.keys.compactMap { key in
      guard let event = LifecycleEvent(rawValue: key.rawValue), let value = reader[key] else { return nil }
      let form: FormatObject.Name = event == .dismissed ? .lastRule : .rule
      return (event, value.oneOrMore.filter { $0.kind == .mapping }.map { ObjectReader($0, form, sink) })
    }
  }

  private func declareActions(_ node: YAMLNode?) -> [ActionDeclaration] {
    guard let node else { return [] }
    return FormChecker.members(of: node, "action", .action, sink).map { member in
      let action = compilation.actionNames.insert(member.key.text)
      guard member.value.kind == .mapping else {
        let rules = member.value.elements.filter { rule in
          FormChecker.check(rule, .object(.rule), as: "a rule of '\(member.key.text)'", sink)
        }
        return ActionDeclaration(
          name: member.key, action: action, payload: .empty,
          rules: rules.map { ObjectReader($0, .rule, sink) })
      }
      let reader = ObjectReader(member.value, .action, sink)
      let payload = compilation.records.record(reader, .payload, .payload)
      let isPrivate = reader.boolean(.private)
      guard reader.has(.rules) else {
        return ActionDeclaration(
          name: member.key, action: action, payload: payload, rules: [reader], isPrivate: isPrivate,
          texts: reader.texts)
      }
      if let other = reader.keys.first(where: {
        ![.rules, .payload, .let, .private, .title, .description].contains($0)
      }),
        let name = reader.name(of: other)
      {
        sink.error(
          .conflictingKeys, "'\(other.rawValue)' belongs into one of the 'rules' that stand beside it",
          at: name)
      }
      let rules = reader[.rules].map { Array($0.elements) } ?? []
      return ActionDeclaration(
        name: member.key, action: action, payload: payload,
        rules: rules.filter { $0.kind == .mapping }.map { ObjectReader($0, .rule, sink) },
        names: reader[.let], isPrivate: isPrivate, texts: reader.texts)
    }
  }

  // MARK: Compiling

  private func flowActions() -> ActionTable {
    var table = ActionTable()
    for declaration in compilation.flowActions where table[declaration.action] == nil {
      var scope = compilation.screenScope
      scope.declare(.action, declaration.payload)
      let compiler = RuleCompiler(compilation: compilation, screen: nil, scope: scope)
      table.append(compiler.action(declaration), for: declaration.action)
    }
    return table
  }

  private func invariants(_ node: YAMLNode?) -> (always: [Invariant], overTime: [TemporalProperty]) {
    guard let node else { return ([], []) }
    var scope = compilation.sharedScope
    scope.declareScreens(
      sensitive: compilation.screens.contains { screen in
        (screen.params.fields + screen.state.fields).contains(where: \.sensitive)
      },
      inputs: compilation.effects.contains { $0.input.fields.contains(where: \.sensitive) })
    func condition(_ node: YAMLNode?) -> CompiledExpression? {
      node.flatMap { compilation.expressions.compile($0, scope, expecting: .bool) }
    }
    var invariants: [Invariant] = []
    var properties: [TemporalProperty] = []
    for member in FormChecker.members(of: node, "invariant", .object(.invariant), sink) {
      let reader = ObjectReader(member.value, .invariant, sink)
      let name = member.key.text
      if let always = condition(reader[.always]) {
        invariants.append(Invariant(name: name, always: always, enforce: reader.boolean(.enforce) ?? false))
        continue
      }
      if let enforce = reader[.enforce], !reader.has(.always) {
        sink.error(
          .conflictingKeys, "only a change that breaks an 'always' can be undone", at: enforce,
          hint: "take 'enforce' out")
      }
      if let possible = condition(reader[.possible]) {
        properties.append(TemporalProperty(name: name, claim: .possible(possible)))
      } else if let pair = reader[.leadsTo].map({ ObjectReader($0, .leadsTo, sink) }) {
        let (from, to) = (condition(pair[.from]), condition(pair[.to]))
        if let from, let to {
          properties.append(TemporalProperty(name: name, claim: .leadsTo(from: from, to: to)))
        }
      }
    }
    return (invariants, properties)
  }
}
