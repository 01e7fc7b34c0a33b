import NavtreeCEL
import NavigationTree
import NavtreeJSON
import NavtreeText
import NavtreeYAML

/// Compiles the built-in navigations of rules.
struct NavigationCompiler {
  /// The screen that a navigation starts from.
  enum Subject {
    /// The screen that declares the rule.
    case screen(ScreenDeclaration)
    /// The root of a window, which may have any type: in a rule of the flow's own actions.
    case root
    /// The screen that holds the one that declares the rule.
    case parent(of: ScreenDeclaration)
    /// The screen that the navigation is sent to, or that an earlier step led to.
    case anywhere
  }

  let compilation: Compilation
  let subject: Subject
  let scope: Scope

  var sink: DiagnosticSink { compilation.sink }
  var values: ValueCompiler { compilation.values }

  var screen: ScreenDeclaration? {
    switch subject {
    case .screen(let screen): screen
    case .root, .anywhere, .parent: nil
    }
  }

  /// The prefix of navtree's own navigation actions.
  static let actionPrefix = "nav."

  // MARK: Steps

  /// The navigations of a rule, in order, and whether its own screen is surely gone after them.
  func steps(_ reader: ObjectReader) -> (steps: [NavigationStep], isRemoved: Bool) {
    let keys = Array(reader.keys.filter { $0 == .steps || Format.step.has($0) })
    guard let key = keys.first else { return ([], false) }
    if keys.count > 1, let second = reader.name(of: keys[1]) {
      sink.error(
        .conflictingKeys,
        "a rule navigates once, and this one has '\(key.rawValue)' and '\(keys[1].rawValue)'",
        at: second, hint: "put them in order under 'steps', each as a map of one key")
    }
    var trail = StepTrail()
    guard key == .steps else {
      let step = step(key, of: reader, &trail)
      return (step.map { [$0] } ?? [], trail.isGone)
    }
    guard let list = reader[.steps] else { return ([], false) }
    if list.count == 0 {
      sink.error(.wrongValue, "'steps' is an empty list", at: list, hint: "name a navigation, or take it out")
    }
    var steps: [NavigationStep] = []
    var presenting: YAMLNode?
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
      let isOwn = trail.isOwn
      if let step = step(key, of: reader, &trail) { steps.append(step) }
      if key == .present, isOwn, trail.isOwn { presenting = presenting ?? reader.name(of: key) }
    }
    if trail.isGone, let presenting, screen != nil {
      sink.error(
        .conflictingKeys, "a rule that removes its own screen can't present another in it", at: presenting,
        hint: "present it after that step, in the screen that is left")
    }
    return (steps, trail.isGone)
  }

  private func step(_ key: Key, of reader: ObjectReader, _ trail: inout StepTrail) -> NavigationStep? {
    guard let node = reader[key], let name = reader.name(of: key) else { return nil }
    if trail.isGone, node.kind == .mapping, let at = node[Key.at.rawValue], at.text == "self" {
      sink.error(
        .conflictingKeys, "the rule's own screen is gone: a step before this one removes it", at: at,
        hint: "take 'at' out, to go on where that step led, or name another screen")
    }
    let startsOwn = trail.take(key, node)
    var start = startsOwn ? subject : .anywhere
    if case .screen(let own) = subject, node.kind == .mapping, node[Key.at.rawValue]?.text == "parent" {
      start = .parent(of: own)
    }
    return NavigationCompiler(compilation: compilation, subject: start, scope: scope).step(key, node, name)
  }

  /// The navigation that a rule sends as an action.
  func sent(_ name: YAMLNode, _ payload: YAMLNode?) -> NavigationStep? {
    guard let key = Format.step[String(name.text.dropFirst(Self.actionPrefix.count))]?.key else {
      sink.error(
        .unknownAction, "navtree has no action '\(name.text)'", at: name,
        hint: .known(name.text, among: Format.step.entries.map { Self.actionPrefix + $0.key.rawValue }))
      return nil
    }
    let payload = payload.flatMap { $0.kind == .scalar && $0.scalar == .null ? nil : $0 }
    if let payload, payload.kind != .mapping {
      sink.error(.wrongType, "the payload of '\(name.text)' must be a map", at: payload)
      return nil
    }
    if let at = payload?.pairs.first(where: { $0.key.text == Key.at.rawValue }) {
      sink.error(
        .conflictingKeys, "'at' can't stand in what is sent: 'to' names the screen that it starts from",
        at: at.key)
      return nil
    }
    return step(key, payload, name)
  }

  /// - Parameters:
  ///   - node: The navigation's params, if any.
  ///   - name: The node that names it.
  private func step(_ key: Key, _ node: YAMLNode?, _ name: YAMLNode) -> NavigationStep? {
    guard let form = Format.step[key.rawValue]?.form,
      var navigation = NavigationTemplate(named: key.rawValue)
    else { return nil }
    let reader = node.flatMap { ObjectReader($0, as: form, sink) }
    var fields = RuleFieldReader(compiler: self, reader: reader, name: name)
    do {
      try navigation.walk(&fields)
    } catch {
      return nil
    }
    check(navigation, fields)
    let isOwn: Bool
    switch subject {
    case .screen, .root: isOwn = true
    case .anywhere, .parent: isOwn = false
    }
    var at: SendTemplate.Target?
    if let node = reader?[.at] {
      at = compilation.target(node, .at, scope)
      if at == nil { return nil }
    }
    var hint: ValueTemplate?
    if let node = reader?[.hint] {
      hint = values.value(node, scope, into: ValueCompiler.Target(schema: Schema(), name: "a hint"))
      if hint == nil { return nil }
    }
    return NavigationStep(
      navigation: navigation, at: at, isOwn: isOwn, force: reader?.boolean(.force) ?? false, hint: hint,
      location: name.location)
  }

  /// Checks that some slot takes the screen that a navigation makes.
  private func check(_ navigation: NavigationTemplate, _ fields: RuleFieldReader) {
    guard case .screen(let template, let placement) = navigation.verb.destination, let node = fields.screen
    else { return }
    switch placement {
    case .presented:
      switch subject {
      case .screen(let screen): checkSlot(fields.slot, of: screen, takes: template, at: node)
      case .parent(let screen): checkSlot(fields.slot, ofHoldersOf: screen, takes: template, at: node)
      case .root, .anywhere: break
      }
    case .pushed:
      if case .navigate = navigation, isRootSomewhere(template.type) { return }
      checkTaker(of: template, at: node)
    case .inPlace, .none: break
    }
  }
}
