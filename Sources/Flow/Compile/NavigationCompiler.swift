import CEL
import JSON
import NavigationTree

/// Compiles built-in navigation as a rule asks for it.
struct NavigationCompiler {
  /// From where a navigation goes.
  enum Subject {
    /// From the screen whose rule it is.
    case screen(ScreenDeclaration)
    /// From the root of a window, of which any type may be: a rule of the flow's own actions.
    case root
    /// From whichever screen the navigation is sent to.
    case sent
  }

  let compilation: Compilation
  let subject: Subject
  let scope: Scope

  private var sink: DiagnosticSink { compilation.sink }
  private var values: ValueCompiler { compilation.values }

  private var screen: ScreenDeclaration? {
    switch subject {
    case .screen(let screen): screen
    case .root, .sent: nil
    }
  }

  /// Begins the names of navtree's own actions that navigate.
  static let actionPrefix = "nav."

  // MARK: Steps

  /// What a rule navigates: once, or several times in order.
  func steps(_ reader: ObjectReader) -> [NavigationStep] {
    let keys = reader.keys.filter { $0 == .steps || Format.step[$0] != nil }
    guard let key = keys.first else { return [] }
    if keys.count > 1, let second = reader.name(of: keys[1]) {
      sink.error(
        .conflictingKeys,
        "a rule navigates once, and this one has '\(key.rawValue)' and '\(keys[1].rawValue)'",
        at: second, hint: "put them in order under 'steps', each as a map of one key")
    }
    guard key == .steps else { return step(key, of: reader).map { [$0] } ?? [] }
    guard let list = reader[.steps] else { return [] }
    if list.count == 0 {
      sink.error(.wrongValue, "'steps' is an empty list", at: list, hint: "name a navigation, or take it out")
    }
    var steps: [NavigationStep] = []
    var presenting: YAMLNode?
    var isRemoved = false
    for element in list.elements where element.kind == .mapping {
      let reader = ObjectReader(element, .step, sink)
      guard let key = reader.keys.first else {
        if element.count == 0 {
          sink.error(.wrongValue, "a step is one navigation, and there is none", at: element)
        }
        continue
      }
      if reader.keys.count > 1, let second = reader.name(of: reader.keys[1]) {
        sink.error(
          .conflictingKeys,
          "a step is one navigation, and this one has '\(key.rawValue)' and '\(reader.keys[1].rawValue)'",
          at: second, hint: "begin another step: - \(reader.keys[1].rawValue): …")
      }
      if key == .present { presenting = reader.name(of: key) }
      if let step = step(key, of: reader) {
        if step.navigation.removesItsScreen { isRemoved = true }
        steps.append(step)
      }
    }
    if isRemoved, let presenting, screen != nil {
      sink.error(
        .conflictingKeys, "a rule that removes its own screen can't present another in it", at: presenting,
        hint: "let the screen that is left do it: send: { to: parent, action: … }")
    }
    return steps
  }

  private func step(_ key: Key, of reader: ObjectReader) -> NavigationStep? {
    guard let node = reader[key], let name = reader.name(of: key) else { return nil }
    return step(key, node, name)
  }

  /// One of navtree's own actions as a rule sends it.
  func sent(_ name: YAMLNode, _ payload: YAMLNode?) -> NavigationStep? {
    let entries = Format.step.entries
    guard let key = Key(name: String(name.text.dropFirst(Self.actionPrefix.count))), Format.step[key] != nil
    else {
      let names = entries.map { Self.actionPrefix + $0.key.rawValue }
      sink.error(
        .unknownAction, "navtree has no action '\(name.text)'", at: name,
        hint: Spelling.hint(for: name.text, among: names) ?? "it has: \(names.joined(separator: ", "))")
      return nil
    }
    let payload = payload.flatMap { $0.kind == .scalar && $0.scalar == .null ? nil : $0 }
    if let payload, payload.kind != .mapping {
      sink.error(.wrongType, "the payload of '\(name.text)' must be a map", at: payload)
      return nil
    }
    return step(key, payload, name)
  }

  /// - Parameters:
  ///   - node: Its params; nil: there are none.
  ///   - name: Where it stands.
  private func step(_ key: Key, _ node: YAMLNode?, _ name: YAMLNode) -> NavigationStep? {
    guard let form = Self.objects[key] else { return nil }
    let reader = node.flatMap { $0.kind == .mapping ? ObjectReader($0, form, sink) : nil }
    // A plain value is the first of the params; `true` is none.
    let first = reader == nil ? node : nil
    guard let navigation = navigation(key, reader, first, name) else { return nil }
    return NavigationStep(navigation, force: reader?.boolean(.force) ?? false, location: name.location)
  }

  private static let objects: [Key: FormatObject.Name] = [
    .present: .present, .push: .push, .navigate: .navigate, .replace: .replacement, .pop: .pop,
    .popTo: .popTo, .popToRoot: .popToRoot, .reset: .reset, .dismiss: .dismissal, .back: .back,
    .select: .select, .focus: .focus, .setParams: .setParams,
  ]

  private func navigation(_ key: Key, _ reader: ObjectReader?, _ first: YAMLNode?, _ name: YAMLNode)
    -> NavigationTemplate?
  {
    switch key {
    case .present: return present(reader, first, name)
    case .push:
      guard let (template, node) = template(reader, first, name) else { return nil }
      checkTaker(of: template, at: node)
      return .push(template, slot: reader?.text(.in), duplicate(reader))
    case .navigate:
      guard let (template, node) = template(reader, first, name) else { return nil }
      if !isRootSomewhere(template.type) { checkTaker(of: template, at: node) }
      return .navigate(
        template, pop: reader?.boolean(.pop) ?? false, merge: reader?.boolean(.merge) ?? false,
        duplicate(reader))
    case .replace: return template(reader, first, name).map { .replace($0.0) }
    case .pop: return pop(reader, first)
    case .popTo: return popTo(reader, first, name)
    case .popToRoot: return .popToRoot
    case .reset:
      guard let node = given(.tree, reader, first, name) else { return nil }
      return TreeCompiler(compilation: compilation, scope: scope).tree(node).map {
        .reset($0, reuse: reader?.boolean(.reuse) ?? false)
      }
    case .dismiss: return dismiss(reader, first)
    case .back: return .back
    case .select: return select(reader, first, name)
    case .focus:
      return given(.pane, reader, first, name).flatMap { part($0, .pane) }.map { .focus(pane: $0) }
    case .setParams: return setParams(reader, first, name)
    default: return nil
    }
  }

  /// The param that a plain value stands for; reported where there is none.
  private func given(_ key: Key, _ reader: ObjectReader?, _ first: YAMLNode?, _ name: YAMLNode) -> YAMLNode? {
    // In a map that is read its absence was reported.
    if let reader { return reader[key] }
    if first == nil { sink.error(.missingKey, "'\(name.text)' needs '\(key.rawValue)'", at: name) }
    return first
  }

  // MARK: Screens

  private func template(
    _ reader: ObjectReader?, _ first: YAMLNode?, _ name: YAMLNode, isPartial: Bool = false
  ) -> (ScreenTemplate, YAMLNode)? {
    guard let node = given(.screen, reader, first, name) else { return nil }
    return compilation.screenTemplate(node, reader?[.params], scope, isPartial: isPartial).map { ($0, node) }
  }

  private func duplicate(_ reader: ObjectReader?) -> NavigationTemplate.OnDuplicate {
    reader?.text(.onDuplicate).flatMap { NavigationTemplate.OnDuplicate(rawValue: $0) } ?? .push
  }

  private func present(_ reader: ObjectReader?, _ first: YAMLNode?, _ name: YAMLNode) -> NavigationTemplate? {
    guard let (template, node) = template(reader, first, name) else { return nil }
    if let screen { checkSlot(reader?[.in], of: screen, takes: template, at: node) }
    return .present(
      template, slot: reader?.text(.in), replace: reader?.boolean(.replace) ?? false, duplicate(reader),
      reader.flatMap { awaiting($0, template, name) })
  }

  private func checkTaker(of template: ScreenTemplate, at node: YAMLNode) {
    let takers = compilation.screens.contains { screen in
      screen.slots.contains { $0.style == .push && $0.presents[template.type] }
    }
    if !takers {
      sink.error(
        .notPresentable, "no screen has a push slot that takes '\(compilation.screenNames[template.type])'",
        at: node, hint: "add it to 'presents' of a slot, or present it in a modal slot")
    }
  }

  /// Whether a window, tab or pane may have the type as its root, or a modal.
  private func isRootSomewhere(_ type: Int) -> Bool {
    compilation.rootTypes.contains(type)
      || compilation.screens.contains { screen in
        screen.slots.contains { $0.style != .push && $0.presents[type] }
      }
  }

  /// What is presented needs one slot of the screen, and only one that can be meant.
  private func checkSlot(
    _ slot: YAMLNode?, of screen: ScreenDeclaration, takes template: ScreenTemplate, at node: YAMLNode
  ) {
    let type = compilation.screenNames[template.type]
    if let slot {
      // A tab or a pane is one that has to be named.
      guard let named = screen.slots.first(where: { $0.name == slot.text }) else {
        let names = screen.slots.map(\.name)
        sink.error(
          .unknownSlot, "'\(screen.name.text)' has no slot '\(slot.text)'", at: slot,
          hint: Spelling.hint(for: slot.text, among: names)
            ?? (names.isEmpty ? "it has none" : "it has: \(names.joined(separator: ", "))"))
        return
      }
      if !named.presents[template.type] {
        sink.error(
          .notPresentable, "slot '\(slot.text)' of '\(screen.name.text)' doesn't take '\(type)'", at: node,
          hint: "add it to the slot's 'presents'")
      }
      return
    }
    let slots = screen.slots.filter { $0.style != .tab && $0.style != .pane }
    let takers = slots.filter { $0.presents[template.type] }
    if takers.isEmpty {
      sink.error(
        .notPresentable, "no slot of '\(screen.name.text)' takes '\(type)'", at: node,
        hint: slots.isEmpty
          ? "declare one: slots: { detail: { presents: [\(type)] } }"
          : "add it to 'presents' of one of: \(slots.map(\.name).joined(separator: ", "))")
    } else if takers.count > 1 {
      sink.error(
        .ambiguousSlot,
        "several slots of '\(screen.name.text)' take '\(type)': \(takers.map(\.name).joined(separator: ", "))",
        at: node,
        hint: "say which: { screen: \(type), in: \(takers[0].name) }")
    }
  }

  // MARK: Results

  private func awaiting(_ reader: ObjectReader, _ template: ScreenTemplate, _ name: YAMLNode) -> Awaiting? {
    guard reader.has(.then) || reader.has(.otherwise) else { return nil }
    let presented = compilation.screens[template.type]
    if let then = reader[.then], presented.returns == nil {
      sink.error(
        .wrongValue, "'\(presented.name.text)' has no 'returns', so that it gives no result", at: then,
        hint: "declare it on the screen: returns: string; or take only 'otherwise'")
      return nil
    }
    return Awaiting(
      then: reader[.then].flatMap { action($0, "the result") },
      otherwise: reader[.otherwise].flatMap { action($0, "the reason") }, location: name.location)
  }

  /// The action that a presenter gets.
  private func action(_ node: YAMLNode, _ what: String) -> Int? {
    let flows = compilation.flowActions.map { ($0.name.text, $0) }
    let known: [(String, ActionDeclaration)]
    let owner: String
    switch subject {
    case .screen(let screen):
      known = screen.actions.map { ($0.name.text, $0) } + flows
      owner = "'\(screen.name.text)'"
    case .root, .sent:
      known = compilation.screens.flatMap(\.actions).map { ($0.name.text, $0) } + flows
      owner = "no screen"
    }
    guard let action = compilation.actionNames.index(of: node.text),
      let declaration = known.first(where: { $0.1.action == action })?.1
    else {
      sink.error(
        .unknownAction,
        owner == "no screen"
          ? "no screen has an action '\(node.text)'" : "\(owner) has no action '\(node.text)'",
        at: node, hint: Spelling.hint(for: node.text, among: known.map(\.0)))
      return nil
    }
    let missing = declaration.payload.fields.filter {
      $0.initial == nil && !ResultDeclarer.names.contains($0.name)
    }
    if let first = missing.first {
      sink.error(
        .missingParam,
        "'\(node.text)' gets \(what) and nothing else, and needs the payload field '\(first.name)'",
        at: node, hint: "give the field a default, or name another action")
    }
    return action
  }

  private func dismiss(_ reader: ObjectReader?, _ first: YAMLNode?) -> NavigationTemplate? {
    var result = reader?[.result]
    if let first, first.kind != .scalar || first.scalar != .boolean(true) { result = first }
    guard let result else { return .dismiss(result: nil) }
    let schema: Schema
    switch subject {
    case .sent: schema = Schema()
    case .screen(let screen) where screen.returns != nil: schema = screen.returns ?? Schema()
    case .screen, .root:
      sink.error(
        .wrongValue,
        "\(screen.map { "'\($0.name.text)'" } ?? "the flow") has no 'returns', so that it gives no result",
        at: result, hint: "declare it on the screen: returns: string")
      return nil
    }
    let target = ValueCompiler.Target(schema: schema, name: "the result")
    return values.value(result, scope, into: target).map { .dismiss(result: $0) }
  }

  // MARK: Going back

  private func pop(_ reader: ObjectReader?, _ first: YAMLNode?) -> NavigationTemplate? {
    var words = SchemaConstraints.Words()
    words.minimum = 1
    let target = ValueCompiler.Target(
      schema: Schema(.integer, constraints: SchemaConstraints(words)), name: "'count'")
    if let count = reader?[.count] { return values.value(count, scope, into: target).map { .pop(count: $0) } }
    guard let first else { return .pop(count: .constant(.integer(1))) }
    if case .boolean(true) = first.scalar { return .pop(count: .constant(.integer(1))) }
    return values.value(first, scope, into: target).map { .pop(count: $0) }
  }

  private func popTo(_ reader: ObjectReader?, _ first: YAMLNode?, _ name: YAMLNode) -> NavigationTemplate? {
    let otherwise = reader?.text(.otherwise).flatMap { NavigationTemplate.Otherwise(rawValue: $0) } ?? .fail
    let merge = reader?.boolean(.merge) ?? false
    // Found by its identity, a screen has params already; whatever is made needs them all.
    let isPartial = merge && reader?[.identity] != nil && otherwise == .fail
    guard let (template, node) = template(reader, first, name, isPartial: isPartial) else { return nil }
    if otherwise == .push { checkTaker(of: template, at: node) }
    var identity: ValueTemplate?
    if let node = reader?[.identity] {
      identity = values.value(
        node, scope, into: ValueCompiler.Target(schema: Schema(), name: "the identity"))
      if identity == nil { return nil }
    }
    return .popTo(template, identity: identity, merge: merge, otherwise)
  }

  // MARK: Choosing

  private func select(_ reader: ObjectReader?, _ first: YAMLNode?, _ name: YAMLNode) -> NavigationTemplate? {
    guard let node = given(.tab, reader, first, name), let tab = part(node, .tab) else { return nil }
    guard let params = reader?[.params] else { return .select(tab: tab, params: nil) }
    let roots = compilation.screens.flatMap(\.slots).filter {
      $0.style == .tab && (tab.constant == nil || $0.name == tab.constant?.string)
    }
    let types = Set(
      roots.compactMap { slot in
        (slot.initial?[.screen] ?? slot.node).text
      })
    let template: ValueTemplate?
    if types.count == 1, let name = types.first, let type = compilation.screenNames.index(of: name) {
      template = compilation.given(
        params, for: compilation.screens[type].params, noun: "param", of: name, scope, place: params,
        isPartial: true)
    } else {
      let target = ValueCompiler.Target(schema: Schema(.object), name: "the params")
      template = values.value(params, scope, into: target)
    }
    return .select(tab: tab, params: template)
  }

  /// The name of a tab or a pane; one that is written out is one that some screen has.
  private func part(_ node: YAMLNode, _ style: SlotStyle) -> ValueTemplate? {
    let target = ValueCompiler.Target(schema: Schema(.string), name: "the \(style.rawValue)")
    guard let template = values.value(node, scope, into: target) else { return nil }
    guard let name = template.constant?.string else { return template }
    let known = compilation.screens.flatMap(\.slots).filter { $0.style == style }.map(\.name)
    if known.contains(name) { return template }
    sink.error(
      .unknownTab, "no screen has a \(style.rawValue) '\(name)'", at: node,
      hint: Spelling.hint(for: name, among: known)
        ?? (known.isEmpty ? nil : "there are: \(known.joined(separator: ", "))"))
    return nil
  }

  private func setParams(_ reader: ObjectReader?, _ first: YAMLNode?, _ name: YAMLNode) -> NavigationTemplate?
  {
    guard let node = given(.params, reader, first, name) else { return nil }
    let replace = reader?.boolean(.replace) ?? false
    let template: ValueTemplate?
    if let screen {
      template = compilation.given(
        node, for: screen.params, noun: "param", of: screen.name.text, scope, place: node, isPartial: !replace
      )
    } else {
      let target = ValueCompiler.Target(schema: Schema(.object), name: "the params")
      template = values.value(node, scope, into: target)
    }
    return template.map { .setParams($0, replace: replace) }
  }
}

extension NavigationTemplate {
  /// Whether the screen that it goes from is surely gone afterwards.
  fileprivate var removesItsScreen: Bool {
    switch self {
    case .replace, .dismiss: true
    case .reset(_, let reuse): !reuse
    case .present, .push, .navigate, .pop, .popTo, .popToRoot, .back, .select, .focus, .setParams: false
    }
  }
}
