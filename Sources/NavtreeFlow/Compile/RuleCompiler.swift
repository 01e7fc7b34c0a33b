import NavtreeCEL
import NavtreeText
import NavtreeYAML

/// Compiles the rules of an action.
struct RuleCompiler {
  let compilation: Compilation
  /// The screen that declares the action; nil for the flow's own, which have neither params nor state.
  let screen: ScreenDeclaration?
  var scope: Scope
  /// Whether the screen is gone when the rule runs.
  var isLast = false

  var sink: DiagnosticSink { compilation.sink }
  var values: ValueCompiler { compilation.values }

  func action(_ declaration: ActionDeclaration) -> ActionDefinition {
    compilation.usage.beginAction()
    let rules = rules(declaration.rules, naming: declaration.names)
    return ActionDefinition(
      payload: declaration.payload, rules: rules, isPrivate: declaration.isPrivate,
      senders: declaration.senders, readsAnswer: compilation.usage.readsAnswer(declaration),
      texts: declaration.texts, location: declaration.name.location)
  }

  /// Rules of which the first that holds runs, so that each knows what the ones before it say.
  ///
  /// - Parameter names: the values that all of them may read.
  func rules(_ readers: [ObjectReader], naming names: YAMLNode? = nil) -> [Rule] {
    var compiler = self
    var named = NameCompiler(compilation: compilation)
    named.declare(names, in: &compiler.scope)
    var drafts: [(when: CompiledExpression?, steps: [RuleStep], own: Range<Int>)] = []
    var first = 0
    for reader in readers {
      var own = compiler
      named.declare(reader[.let], in: &own.scope)
      let when = reader[.when].flatMap { compilation.expressions.condition($0, own.scope) }
      if let program = when?.program {
        own.scope.know(program.whereTrue)
        compiler.scope.know(program.whereFalse)
      }
      drafts.append((when, own.steps(reader), first..<named.values.count))
      first = named.values.count
    }
    named.reportUnused()
    return zip(drafts, readers).map { draft, reader in
      Rule(
        when: draft.when, steps: draft.steps, names: named.values, own: draft.own,
        location: ObjectReader.place(of: reader.node))
    }
  }

  private func steps(_ reader: ObjectReader) -> [RuleStep] {
    var steps: [RuleStep] = []
    if let message = reader[.reject] {
      if let template = values.message(message, scope, into: "a message") { steps.append(.reject(template)) }
      reportBesideReject(reader)
    }
    if let fields = reader[.set] { steps += set(fields) }
    if let fields = reader[.shared] { steps += setShared(fields) }
    if let pointers = reader[.unset] { steps += unset(pointers) }
    if let keys = reader[.cancel] { steps += cancel(keys) }
    if reader.has(.drop) { steps.append(.dropLinks) }
    let navigation = navigation(of: screen.map { .screen($0) } ?? .root)
    let (navigations, isRemoved) = navigation.steps(reader)
    let beforeNavigations = steps.count
    let closesWindow = navigations.contains {
      if case .closeWindow = $0.navigation { true } else { false }
    }
    steps += navigations.map { .navigate($0) }
    if let effects = reader[.effect] {
      reportWaiting(.effect, for: "an answer", if: isRemoved, reader)
      steps += EffectCompiler(compilation: compilation, navigation: navigation).asks(effects)
    }
    if let after = reader[.after] {
      reportWaiting(.after, for: "anything", if: isRemoved, reader)
      steps += self.after(after)
    }
    if let send = reader[.send] {
      // A window that a step closes drops what is on its way to it, which is queued by then.
      steps.insert(contentsOf: self.send(send), at: closesWindow ? beforeNavigations : steps.count)
    }
    if let broadcasts = reader[.broadcast] { steps += broadcast(broadcasts) }
    if let reply = reader[.reply] {
      let target = ValueCompiler.Target(schema: Schema(), name: "a reply")
      if let template = values.value(reply, scope, into: target) { steps.append(.reply(template)) }
    }
    return steps
  }

  private func navigation(of subject: NavigationCompiler.Subject) -> NavigationCompiler {
    NavigationCompiler(compilation: compilation, subject: subject, scope: scope)
  }

  private func reportBesideReject(_ reader: ObjectReader) {
    let others = reader.keys.filter {
      ![.reject, .let, .when, .payload, .private, .title, .description].contains($0)
    }
    guard let other = others.first, let name = reader.name(of: other) else { return }
    sink.error(
      .conflictingKeys, "a rule that rejects changes nothing, and this one has '\(other.rawValue)' too",
      at: name, hint: "make two rules, the one that rejects with a 'when'")
  }

  /// A screen that is gone can't wait for anything.
  private func reportWaiting(
    _ key: Key, for what: String, if isRemoved: Bool, _ reader: ObjectReader
  ) {
    guard screen != nil, isRemoved, let name = reader.name(of: key), !isForSession(reader[key]) else {
      return
    }
    sink.error(
      .conflictingKeys, "a rule that removes its own screen can't wait for \(what)", at: name,
      hint: "let the screen that is left do it: send: { to: parent, action: … }; or add for: session")
  }

  /// Whether a key begins only work of the session.
  private func isForSession(_ node: YAMLNode?) -> Bool {
    guard let node else { return true }
    return node.oneOrMore.allSatisfy { $0.pairs.contains { $0.key.text == Key.for.rawValue } }
  }

  // MARK: Writing

  private func set(_ node: YAMLNode) -> [RuleStep] {
    guard let screen else {
      sink.error(
        .unknownField, "an action of the flow has no state to set", at: node,
        hint: "set 'shared', or declare the action on a screen")
      return []
    }
    return writes(node, screen.state, "field", of: "'\(screen.name.text)'", isShared: false).map {
      .set($0)
    }
  }

  private func setShared(_ node: YAMLNode) -> [RuleStep] {
    writes(node, compilation.shared, "shared field", of: "the flow", isShared: true).map {
      .setShared($0)
    }
  }

  private func writes(
    _ node: YAMLNode, _ record: RecordDefinition, _ noun: String, of owner: String, isShared: Bool
  ) -> [Assignment] {
    var writes: [Assignment] = []
    for pair in node.pairs {
      let pointers = PointerCompiler(
        compilation: compilation, scope: scope, record: record, noun: noun, owner: owner)
      guard let place = pointers.place(pair.key) else {
        continue
      }
      let field = record.fields[place.target.field]
      compilation.usage.enter(write: place.target.field, of: isShared ? nil : screen?.type)
      let target = ValueCompiler.Target(
        schema: place.schema, sensitive: field.sensitive, noun: noun, key: pair.key.text)
      if let value = values.value(pair.value, scope, into: target) {
        writes.append(Assignment(place.target, value))
      }
    }
    return writes
  }

  private func unset(_ node: YAMLNode) -> [RuleStep] {
    guard let screen else {
      sink.error(.unknownField, "an action of the flow has no state to take anything out of", at: node)
      return []
    }
    let pointers = PointerCompiler(
      compilation: compilation, scope: scope, record: screen.state, noun: "field",
      owner: "'\(screen.name.text)'", mayAppend: false)
    return node.oneOrMore.compactMap { node in
      guard let place = pointers.place(node) else { return nil }
      if place.target.tail.isEmpty {
        sink.error(
          .pointer, "a whole field can't be unset", at: node,
          hint: "set it: set: { \(screen.state.fields[place.target.field].name): … }")
        return nil
      }
      compilation.usage.enter(write: place.target.field, of: screen.type)
      return .unset(place.target)
    }
  }

  // MARK: Sending

  private func send(_ node: YAMLNode) -> [RuleStep] {
    node.oneOrMore.filter { $0.kind == .mapping }.compactMap { send(ObjectReader($0, .send, sink)) }
  }

  private func send(_ reader: ObjectReader) -> RuleStep? {
    guard let to = reader[.to], let name = reader[.action] else { return nil }
    return send(to: to, name, reader[.with]).map { .send($0) }
  }

  /// - Parameter to: The receiver; nil for the screen itself.
  func send(to: YAMLNode?, _ name: YAMLNode, _ with: YAMLNode?) -> SendTemplate? {
    if name.text.hasPrefix(NavigationCompiler.actionPrefix) {
      let step = navigation(of: .anywhere).sent(name, with)
      guard let target = target(to), let step else { return nil }
      return SendTemplate(to: target, action: .navigation(step), location: name.location)
    }
    guard let action = compilation.actionNames.index(of: name.text),
      compilation.declarations[action] != nil
    else {
      if sink.isBroken(name.text, in: .actions) || isOfLoader(name.text) { return nil }
      sink.error(
        .unknownAction, "no screen has an action '\(name.text)'", at: name,
        hint: compilation.suggestion(for: name.text, among: compilation.actionNames)
          .map { .meant($0.name, isCertain: $0.isAlone) },
        missing: MissingName(.actions, name.text))
      return nil
    }
    guard let target = target(to) else { return nil }
    let receiver = receiver(of: action, target)
    let template: ValueTemplate?
    if let only = receiver.only {
      template = compilation.given(
        with, for: only.payload, noun: "payload field", of: name.text, scope, place: name)
    } else {
      // The receiver among several declarations is known only at run time; a secret may go to none of them.
      let place = ValueCompiler.Target(
        schema: Schema(.object), sensitive: receiver.isSecret, name: "the payload of '\(name.text)'")
      template = with.flatMap {
        $0.kind == .scalar && $0.scalar == .null ? nil : values.value($0, scope, into: place)
      }
    }
    return SendTemplate(to: target, action: .declared(action, with: template), location: name.location)
  }

  private func broadcast(_ node: YAMLNode) -> [RuleStep] {
    node.oneOrMore.filter { $0.kind == .mapping }.compactMap { broadcast(ObjectReader($0, .broadcast, sink)) }
  }

  private func broadcast(_ reader: ObjectReader) -> RuleStep? {
    guard let name = reader[.action], let type = reader[.screen].flatMap(compilation.screenType) else {
      return nil
    }
    let receiver = compilation.screens[type]
    let condition = reader[.where].flatMap {
      compilation.expressions.condition($0, compilation.derived(of: receiver).scope)
    }
    let window = reader[.window].flatMap { values.message($0, scope, into: "a window's name") }
    func step(_ action: SendTemplate.Action) -> RuleStep {
      let recipients = Recipients(type: type, condition: condition, window: window)
      return .send(SendTemplate(to: .root, action: action, location: name.location, recipients: recipients))
    }
    if name.text.hasPrefix(NavigationCompiler.actionPrefix) {
      return navigation(of: .anywhere).sent(name, reader[.with]).map { step(.navigation($0)) }
    }
    guard let action = compilation.actionNames.index(of: name.text), let own = receiver.action(action) else {
      if sink.isBroken(name.text, in: .actions) || isOfLoader(name.text) { return nil }
      sink.error(
        .unknownAction, "'\(receiver.name.text)' has no action '\(name.text)'", at: name,
        hint: .known(name.text, among: receiver.actions.map(\.name.text)))
      return nil
    }
    let payload = compilation.given(
      reader[.with], for: own.payload, noun: "payload field", of: name.text, scope, place: name)
    return step(.declared(action, with: payload))
  }

  /// Whether an action is one that a list or a detail has which was faulty.
  private func isOfLoader(_ name: String) -> Bool {
    (name.hasPrefix("list.") || name.hasPrefix("detail.")) && sink.isBroken(name, in: .items, .entity, .from)
  }

  private func target(_ node: YAMLNode?) -> SendTemplate.Target? {
    guard let node else { return .itself }
    if isLast, node.text == "self" {
      sink.error(
        .wrongValue, "a screen that is dismissed is gone, and gets nothing", at: node,
        hint: "send to: parent")
      return nil
    }
    return compilation.target(node, .to, scope)
  }

  /// The only declaration that may get the action, nil if there are several; and whether all their fields are
  /// secret.
  private func receiver(of action: Int, _ target: SendTemplate.Target)
    -> (only: ActionDeclaration?, isSecret: Bool)
  {
    switch target {
    case .itself:
      if let own = screen?.action(action) { return (own, false) }
    case .parent:
      // Any type that may hold this one may get it; if all of them declare it, no other screen can.
      guard let screen else { return (compilation.declarations.ofFlow(action), false) }
      if let holder = compilation.slots.onlyHolder(of: screen.type),
        let only = compilation.screens[holder].action(action)
      {
        return (only, false)
      }
    case .root, .active, .address: break
    }
    guard let declarers = compilation.declarations[action] else { return (nil, false) }
    return (declarers.count == 1 ? declarers.first : nil, declarers.isSecret)
  }
}
