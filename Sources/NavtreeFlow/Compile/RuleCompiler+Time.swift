import NavtreeCEL
import NavtreeJSON

/// The timers that a rule starts and stops.
extension RuleCompiler {
  func cancel(_ node: YAMLNode) -> [RuleStep] {
    let nodes = node.kind == .sequence ? Array(node.elements) : [node]
    return nodes.compactMap { values.message($0, scope, into: "a key") }.map { .cancel($0) }
  }

  func after(_ node: YAMLNode) -> [RuleStep] {
    let nodes = node.kind == .sequence ? Array(node.elements) : [node]
    return nodes.filter { $0.kind == .mapping }.compactMap { after(ObjectReader($0, .after, sink)) }
  }

  private func after(_ reader: ObjectReader) -> RuleStep? {
    let delay = reader[.delay].flatMap(duration)
    let key = reader[.key].flatMap { values.message($0, scope, into: "a key") }
    let send = reader[.send].flatMap(later)
    guard let delay, let send else { return nil }
    return .after(
      AfterTemplate(delay: delay, key: key, send: send, location: ObjectReader.place(of: reader.node)))
  }

  /// The action that is sent later: its name alone, or a map.
  private func later(_ node: YAMLNode) -> SendTemplate? {
    guard node.kind == .mapping else { return checked(send(to: nil, node, nil), node) }
    let reader = ObjectReader(node, .later, sink)
    guard let name = reader[.action] else { return nil }
    return checked(send(to: reader[.to], name, reader[.with]), name)
  }

  /// What is sent later to the screen itself, or to its holder, goes to that very screen, which must know it.
  private func checked(_ send: SendTemplate?, _ name: YAMLNode) -> SendTemplate? {
    guard let send, let screen, case .declared(let action, _) = send.action,
      compilation.declarations.ofFlow(action) == nil
    else { return send }
    let receivers: [ScreenDeclaration]
    switch send.to {
    case .itself: receivers = [screen]
    case .parent: receivers = compilation.slots.holders(of: screen.type).map { compilation.screens[$0] }
    case .root, .active, .address: return send
    }
    guard let stranger = receivers.first(where: { $0.action(action) == nil }) else { return send }
    let isOwn = stranger.type == screen.type
    sink.error(
      .unknownAction,
      "'\(stranger.name.text)' has no action '\(name.text)', and what is sent later "
        + (isOwn ? "to self reaches no other screen" : "to parent reaches the holder alone"),
      at: name, hint: "declare it there, or send it to root, active or a path, from where it bubbles")
    return nil
  }

  /// A length of time that a key gives.
  private func duration(_ node: YAMLNode) -> DurationTemplate? {
    if let text = node.string, TemplateText.isTemplate(text) {
      var schema = Schema(.string)
      schema.types.formUnion(.integer)
      return values.value(node, scope, into: ValueCompiler.Target(schema: schema, name: "a duration"))
        .map { .computed($0) }
    }
    return DurationTemplate.milliseconds(of: node).map { .milliseconds($0) }
  }
}
