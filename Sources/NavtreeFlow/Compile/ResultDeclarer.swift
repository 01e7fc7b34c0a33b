import NavtreeJSON
import NavtreeText
import NavtreeYAML

/// Declares who sends actions beside requests and rules, and the payload fields that navtree gives to those that a screen
/// waits for: `result`, typed by what the presented screens return, `reason`, and `output`, `error`, `input` and `key` of
/// effects.
///
/// It reads the nodes of rules before they are compiled, because rules are checked against these fields.
struct ResultDeclarer {
  /// The payload fields that navtree itself gives, whether they are declared or not.
  static let names = ofScreens + EffectDefinition.request
  /// Those of an action that takes no effect's answer.
  static let ofScreens = ["result", "reason", "output", "error"]

  private struct Receiver: Hashable {
    enum Owner: Hashable {
      case screen(Int)
      /// Any screen that declares the action.
      case anyScreen
      case flow
    }

    let owner: Owner
    let action: Int
  }

  /// The last answer of an effect, or one before it if these have fields of their own.
  private struct Answer: Hashable {
    let effect: Int
    let isNext: Bool
  }

  private struct Role {
    /// The types whose results the action gets.
    var results: Set<Int> = []
    /// Whether it gets the reason for a missing result.
    var getsReason = false
    /// The answers that it gets; nil stands for the answer of an undeclared effect, which is reported.
    var answers: Set<Answer?> = []
    /// The effects whose error it gets; nil stands for an undeclared one.
    var failures: Set<Int?> = []
    /// Those that don't follow from the rest.
    var others: ActionSenders = []

    /// The effects whose end or answer it gets.
    var effects: Set<Int?> { failures.union(answers.map { $0?.effect }) }

    func union(_ other: Role) -> Role {
      Role(
        results: results.union(other.results), getsReason: getsReason || other.getsReason,
        answers: answers.union(other.answers), failures: failures.union(other.failures),
        others: others.union(other.others))
    }

    var senders: ActionSenders {
      var senders = others
      if !results.isEmpty || getsReason { senders.insert(.screen) }
      if !answers.isEmpty || !failures.isEmpty { senders.insert(.effect) }
      return senders
    }

    /// Whether it gets one or the other.
    var isEither: Bool {
      [!results.isEmpty, getsReason, !answers.isEmpty, !failures.isEmpty].count { $0 } > 1
    }
  }

  let compilation: Compilation

  func declare() {
    var roles: [Receiver: Role] = [:]
    for screen in compilation.screens {
      for action in screen.actions { collect(action.rules, of: screen, &roles) }
      for (_, rules) in screen.lifecycle {
        collect(rules, of: screen, &roles)
        for rule in rules {
          for send in rule[.send]?.oneOrMore ?? [] { collect(send, from: screen, .lifecycle, &roles) }
          for broadcast in rule[.broadcast]?.oneOrMore ?? [] {
            let type = broadcast[Key.screen.rawValue].flatMap { compilation.screenNames.index(of: $0.text) }
            guard let type else { continue }
            collect(broadcast, from: compilation.screens[type], .lifecycle, &roles)
          }
        }
      }
    }
    for action in compilation.flowActions { collect(action.rules, of: nil, &roles) }
    for link in compilation.root[Key.links.rawValue].map({ Array($0.elements) }) ?? []
    where link.kind == .mapping {
      for key in [Key.opens, .otherwise] {
        if let tree = link[key.rawValue] { collect(tree: tree, in: nil, &roles) }
      }
    }
    if roles.isEmpty { return }
    for screen in compilation.screens {
      for index in screen.actions.indices {
        let action = screen.actions[index]
        // Navtree's own actions take none of these fields.
        if action.own != nil { continue }
        let own = roles[Receiver(owner: .screen(screen.type), action: action.action)]
        let shared = roles[Receiver(owner: .anyScreen, action: action.action)]
        if let role = own.map({ $0.union(shared ?? Role()) }) ?? shared {
          take(role, &screen.actions[index])
        }
      }
    }
    for index in compilation.flowActions.indices {
      let action = compilation.flowActions[index]
      guard let role = roles[Receiver(owner: .flow, action: action.action)] else { continue }
      take(role, &compilation.flowActions[index])
    }
  }

  private func take(_ role: Role, _ action: inout ActionDeclaration) {
    let (payload, given) = payload(of: action, role)
    action.payload = payload
    action.given = Set(given.compactMap { payload.names.index(of: $0) })
    action.senders = role.senders
  }

  private func collect(
    _ rules: [ObjectReader], of screen: ScreenDeclaration?, _ roles: inout [Receiver: Role]
  ) {
    for rule in rules {
      var trail = StepTrail()
      for (key, node) in steps(of: rule) {
        let holder = trail.take(key, node) ? screen : nil
        switch key {
        case .present: collect(node, in: holder, &roles)
        case .reset: collect(tree: node[Key.tree.rawValue] ?? node, in: nil, &roles)
        default: break
        }
      }
      for after in rule[.after]?.oneOrMore ?? [] where after.kind == .mapping {
        let isForSession = screen == nil || after[Key.for.rawValue] != nil
        guard let send = after[Key.send.rawValue] else { continue }
        collect(send, from: screen, .timer, isForFlow: isForSession, &roles)
      }
      for node in rule[.effect]?.oneOrMore ?? [] where node.kind == .mapping {
        guard let name = node[Key.name.rawValue] else { continue }
        let effect = compilation.effectNames.index(of: name.text)
        // An answer for the session goes to the flow alone.
        let isForSession = screen == nil || node[Key.for.rawValue] != nil
        func receivers(_ key: Key) -> [Receiver] {
          let all = self.receivers(node[key.rawValue], of: isForSession ? nil : screen)
          return isForSession ? all.filter { $0.owner == .flow } : all
        }
        for receiver in receivers(.done) {
          roles[receiver, default: Role()].answers.insert(effect.map { Answer(effect: $0, isNext: false) })
        }
        for receiver in receivers(.next) {
          let isNext = effect.map { compilation.effects[$0].declaresNext } ?? false
          roles[receiver, default: Role()].answers.insert(effect.map { Answer(effect: $0, isNext: isNext) })
        }
        for receiver in receivers(.failed) {
          roles[receiver, default: Role()].failures.insert(effect)
        }
      }
    }
  }

  /// Records who sends an action: its name alone, which is for the screen itself, or a map.
  ///
  /// - Parameters:
  ///   - screen: the screen whose rule sends it; nil for a rule of the flow.
  ///   - isForFlow: whether it goes to the flow alone.
  private func collect(
    _ send: YAMLNode, from screen: ScreenDeclaration?, _ sender: ActionSenders, isForFlow: Bool = false,
    _ roles: inout [Receiver: Role]
  ) {
    let name = send.kind == .mapping ? send[Key.action.rawValue] : send
    let receivers: [Receiver]
    switch send.kind == .mapping ? send[Key.to.rawValue]?.text ?? "self" : "self" {
    case "self": receivers = self.receivers(name, of: screen)
    case "parent":
      let holders = screen.map { compilation.slots.holders(of: $0.type) } ?? []
      receivers = holders.flatMap { self.receivers(name, of: compilation.screens[$0]) }
    default: receivers = self.receivers(name, of: nil)
    }
    for receiver in receivers where !isForFlow || receiver.owner == .flow {
      roles[receiver, default: Role()].others.insert(sender)
    }
  }

  /// The navigations of a rule, in order.
  private func steps(of rule: ObjectReader) -> [(key: Key, node: YAMLNode)] {
    if let key = rule.keys.first(where: Format.step.has), let node = rule[key] {
      return [(key, node)]
    }
    let steps = rule[.steps]?.elements.filter { $0.kind == .mapping } ?? []
    return steps.compactMap { step in
      step.pairs.lazy.compactMap { pair in
        Format.step[pair.key.text].map { ($0.key, pair.value) }
      }.first
    }
  }

  /// Records which actions get the result of a screen, or the reason for a missing one.
  ///
  /// - Parameter holder: the screen that contains it; nil when any may.
  private func collect(_ node: YAMLNode, in holder: ScreenDeclaration?, _ roles: inout [Receiver: Role]) {
    guard node.kind == .mapping, let name = node[Key.screen.rawValue],
      let type = compilation.screenNames.index(of: name.text)
    else { return }
    for receiver in receivers(node[Key.then.rawValue], of: holder) {
      roles[receiver, default: Role()].results.insert(type)
    }
    for receiver in receivers(node[Key.otherwise.rawValue], of: holder) {
      roles[receiver, default: Role()].getsReason = true
    }
  }

  /// Recursion is bounded by the depth of YAML.
  private func collect(
    tree node: YAMLNode, in holder: ScreenDeclaration?, _ roles: inout [Receiver: Role]
  ) {
    var holder = holder
    for element in node.oneOrMore where element.kind != .sequence {
      var name: YAMLNode? = element.kind == .scalar ? element : element.pairs.first(where: { _ in true })?.key
      if TreeCompiler.isNode(element) {
        collect(element, in: holder, &roles)
        name = element[Key.screen.rawValue]
      }
      holder = name.flatMap { compilation.screenNames.index(of: $0.text) }.map { compilation.screens[$0] }
      guard element.kind == .mapping, let slots = element[Key.slots.rawValue], slots.kind == .mapping else {
        continue
      }
      for slot in slots.pairs { collect(tree: slot.value, in: holder, &roles) }
    }
  }

  /// The receivers of an action that a screen waits for: its own declaration, else the flow's. Rules of the
  /// flow run on a window's root, which may have any type.
  private func receivers(_ name: YAMLNode?, of screen: ScreenDeclaration?) -> [Receiver] {
    guard let name, let action = compilation.actionNames.index(of: name.text) else { return [] }
    let flows = Receiver(owner: .flow, action: action)
    guard let screen else { return [Receiver(owner: .anyScreen, action: action), flows] }
    guard let own = screen.action(action) else { return [flows] }
    return own.own == nil ? [Receiver(owner: .screen(screen.type), action: action)] : []
  }

  /// The fields of an answer, and the schema of the whole.
  private func record(of answer: Answer) -> (record: RecordDefinition, schema: Schema) {
    let effect = compilation.effects[answer.effect]
    return answer.isNext ? (effect.next, effect.nextSchema) : (effect.output, effect.outputSchema)
  }

  /// The declared fields and navtree's fields that the author hasn't declared, with the names of all of navtree's.
  private func payload(of action: ActionDeclaration, _ role: Role) -> (RecordDefinition, given: [String]) {
    var fields = action.payload.fields
    var given: [String] = []
    let nodes = action.rules.map(\.node) + [action.names].compactMap(\.self)
    func isRead(_ name: String) -> Bool { nodes.contains { Self.mentions(name, $0) } }
    func add(
      _ name: String, _ schema: Schema, isOptional: Bool = role.isEither, isSecret: Bool = false,
      secrets: Set<String> = []
    ) {
      given.append(name)
      // Who sends an action needn't give what no rule reads.
      let isOptional = isOptional || !isRead(name)
      if let index = action.payload.names.index(of: name) {
        // Declared or not, it is as secret as its source.
        fields[index] = isSecret ? fields[index].hidden(keptAs: .nowhere) : fields[index].having(secrets)
        return
      }
      var schema = schema
      // A field that it doesn't get in one case is null.
      if isOptional { schema.types.formUnion(.null) }
      fields.append(
        FieldDefinition(
          name: name, schema: schema, initial: isOptional ? .constant(.null) : nil, sensitive: isSecret,
          secrets: secrets,
          location: action.name.location))
    }
    if !role.results.isEmpty {
      let type = role.results.count == 1 ? role.results.first : nil
      add(
        "result", type.flatMap { compilation.screens[$0].returns } ?? Schema(),
        isSecret: role.results.contains { compilation.screens[$0].hidesResult })
    }
    if role.getsReason { add("reason", Schema(.string)) }
    if !role.answers.isEmpty {
      let records = role.answers.compactMap { $0.map(record) }
      let secrets = records.flatMap(\.record.fields).filter(\.sensitive).map(\.name)
      let only = role.answers.count == 1 ? records.first : nil
      add(
        "output", only.map { $0.record.isBroken ? Schema() : $0.schema } ?? Schema(.object),
        secrets: Set(secrets))
    }
    if !role.failures.isEmpty {
      let effects = role.failures.map { $0.map { compilation.effects[$0] } }
      let secrets = effects.compactMap { $0?.errors }.flatMap(\.fields).filter(\.sensitive).map(\.name)
      let only = effects.count == 1 ? effects[0] : nil
      add(
        "error", only.map { $0.errors?.isBroken == true ? Schema() : $0.errorSchema } ?? Schema(),
        secrets: Set(secrets))
    }
    if !role.effects.isEmpty {
      let effects = role.effects.map { $0.map { compilation.effects[$0] } }
      let secrets = effects.flatMap { $0?.input.fields ?? [] }.filter(\.sensitive).map(\.name)
      let only = effects.count == 1 ? effects[0] : nil
      let input = only.map { $0.input.isBroken ? Schema() : $0.inputSchema } ?? Schema(.object)
      let isOptional = !role.results.isEmpty || role.getsReason
      if isRead(EffectDefinition.requestInput) {
        add(EffectDefinition.requestInput, input, isOptional: isOptional, secrets: Set(secrets))
      }
      if isRead(EffectDefinition.requestKey) {
        add(EffectDefinition.requestKey, Schema(.string), isOptional: isOptional)
      }
    }
    return (
      given.isEmpty ? action.payload : RecordDefinition(fields, isBroken: action.payload.isBroken), given
    )
  }

  /// Whether a text of a rule may read a field of the payload: what no rule reads isn't declared, so that an action
  /// which the host sends too isn't asked for it.
  ///
  /// Recursion is bounded by the depth of YAML.
  private static func mentions(_ field: String, _ node: YAMLNode) -> Bool {
    switch node.kind {
    case .scalar: node.text.mentions(ScopeVariable.action.name) && node.text.mentions(field)
    case .sequence: node.elements.contains { mentions(field, $0) }
    case .mapping: node.pairs.contains { mentions(field, $0.key) || mentions(field, $0.value) }
    }
  }
}
