import NavigationTree
import NavtreeCEL
import NavtreeYAML

/// Compiles a screen type whose names and types are declared.
struct ScreenCompiler {
  let compilation: Compilation
  let screen: ScreenDeclaration
  let derived: Compilation.Derived

  init(compilation: Compilation, screen: ScreenDeclaration) {
    self.compilation = compilation
    self.screen = screen
    derived = compilation.derived(of: screen)
  }

  private var scope: Scope { derived.scope }

  private var reader: ObjectReader { screen.reader }

  func expressions() -> ScreenExpressions {
    ScreenExpressions { entry in
      reader[entry.key].flatMap {
        compilation.expressions.compile(
          $0, entry.isOfParams ? paramsScope() : scope, expecting: entry.type)
      }
    }
  }

  func loader() -> LoaderDefinition? {
    LoaderCompiler(compilation: compilation, screen: screen).definition(scope)
  }

  /// The scope of expressions that compare a screen with one yet to be made: both have only params.
  private func paramsScope() -> Scope {
    var scope = Scope()
    scope.declare(.params, screen.params)
    return scope
  }

  func slots() -> [SlotDefinition] {
    screen.slots.map { slot in
      SlotDefinition(
        name: slot.name, style: slot.style, presents: slot.presents,
        initial: slot.initial.flatMap { compilation.screenTemplate($0, scope) }, location: slot.location)
    }
  }

  func selected() -> Int? {
    switch screen.kind {
    case .tabs: part(.selected, .tab)
    case .split: part(.focus, .pane)
    case .screen, .list, .detail: nil
    }
  }

  private func part(_ key: Key, _ style: SlotStyle) -> Int? {
    let parts = screen.slots.indices.filter { screen.slots[$0].style == style }
    guard let node = reader[key] else { return parts.first }
    if let index = parts.first(where: { screen.slots[$0].name == node.text }) { return index }
    if compilation.sink.isBroken(node.text, in: .tabs, .panes) { return nil }
    compilation.sink.error(
      .unknownTab, "'\(screen.name.text)' has no \(style.rawValue) '\(node.text)'", at: node,
      hint: .known(node.text, among: parts.map { screen.slots[$0].name }))
    return nil
  }

  func lifecycle() -> [LifecycleEvent: [Rule]] {
    var lifecycle: [LifecycleEvent: [Rule]] = [:]
    for (event, readers) in screen.lifecycle {
      var scope = scope
      if event == .paramsChanged { declareFormerParams(in: &scope) }
      let rules = RuleCompiler(
        compilation: compilation, screen: screen, scope: scope, isLast: event == .dismissed)
      lifecycle[event] = rules.rules(readers)
    }
    return lifecycle
  }

  /// `old.params`
  private func declareFormerParams(in scope: inout Scope) {
    let fields = Scope.fields(of: screen.params, prefix: "old.params")
    let params = CELObjectType(name: "old.params", fields: fields, isOpen: false)
    let secrets = screen.params.fields.filter(\.sensitive).map(\.name)
    scope.declare(.old, [CELField("params", .object(params))], names: Set(secrets))
  }

  /// The scope of an action's rules.
  private static func scope(_ scope: Scope, of payload: RecordDefinition) -> Scope {
    Scope {
      var scope = scope
      scope.declare(.action, payload)
      return scope
    }
  }

  func actions() -> ActionTable {
    var table = ActionTable()
    if screen.actions.isEmpty { return table }
    // Most actions have no payload, and share a scope.
    let bare = Self.scope(scope, of: .empty)
    for declaration in screen.actions where table[declaration.action] == nil {
      if let own = declaration.own {
        let rule = Rule(when: nil, steps: [.load(own)], location: declaration.name.location)
        table.append(
          ActionDefinition(payload: declaration.payload, rules: [rule], location: rule.location),
          for: declaration.action)
        continue
      }
      let payload = declaration.payload
      let compiler = RuleCompiler(
        compilation: compilation, screen: screen,
        scope: payload.fields.isEmpty && !payload.isBroken ? bare : Self.scope(scope, of: payload))
      table.append(compiler.action(declaration), for: declaration.action)
    }
    return table
  }
}
