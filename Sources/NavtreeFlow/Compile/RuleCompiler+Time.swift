import NavtreeYAML

/// The timers that a rule starts and stops.
extension RuleCompiler {
  /// A rule of the flow stops the session's timers, and those that its window's root has from older flows.
  func cancel(_ node: YAMLNode) -> [RuleStep] {
    node.oneOrMore.compactMap { node in
      let reader = ObjectReader(node, .cancellation, alone: .key, sink)
      guard let template = reader[.key].flatMap({ values.message($0, scope, into: "a key") }) else {
        return nil
      }
      let isOfSession = reader.has(.of)
      return .cancel(
        CancelTemplate(key: template, isOfScreen: !isOfSession, isOfSession: isOfSession || screen == nil))
    }
  }

  func after(_ node: YAMLNode) -> [RuleStep] {
    node.oneOrMore.filter { $0.kind == .mapping }.compactMap { after(ObjectReader($0, .after, sink)) }
  }

  private func after(_ reader: ObjectReader) -> RuleStep? {
    let delay = (reader[.delay] ?? reader[.idle]).flatMap(duration)
    let named = reader.text(.for).flatMap { IdleScope(rawValue: $0) }
    let key = reader[.key].flatMap { values.message($0, scope, into: "a key") }
    let isForSession = screen == nil || named == .session
    if let named, named != .session, screen == nil || !reader.has(.idle), let value = reader[.for] {
      sink.error(
        .conflictingKeys,
        screen == nil
          ? "a rule of the flow has no \(named.rawValue), and its timers are the session's"
          : "'for: \(named.rawValue)' says whose requests end an idle time, and there is none",
        at: value, hint: screen == nil ? .write("session") : "write 'idle' for 'delay'")
    }
    let send = reader[.send].flatMap { isForSession ? laterToFlow($0) : later($0) }
    guard let delay, let send else { return nil }
    return .after(
      AfterTemplate(
        delay: delay, key: key, send: send, isForSession: isForSession,
        idle: reader.has(.idle) ? named ?? (isForSession ? .session : .screen) : nil,
        isWhileRunning: reader.has(.while), location: ObjectReader.place(of: reader.node)))
  }

  /// An action of the flow that is sent to the session later.
  private func laterToFlow(_ node: YAMLNode) -> SendTemplate? {
    let reader = ObjectReader(node, .later, alone: .action, sink)
    if let to = reader.name(of: .to) {
      sink.error(
        .conflictingKeys, "what is sent for the session goes to the flow's own action, and has no 'to'",
        at: to, hint: "take 'to' out")
      return nil
    }
    guard let name = reader[.action], let declaration = compilation.flowAction(name) else { return nil }
    let with = compilation.given(
      reader[.with], for: declaration.payload, noun: "payload field", of: name.text, scope, place: name)
    return SendTemplate(
      to: .root, action: .declared(declaration.action, with: with), location: name.location)
  }

  /// The action to send later: its name alone, or a map.
  private func later(_ node: YAMLNode) -> SendTemplate? {
    let reader = ObjectReader(node, .later, alone: .action, sink)
    guard let name = reader[.action] else { return nil }
    return checked(send(to: reader[.to], name, reader[.with]), name)
  }

  /// Checks that the screen, or every possible parent, declares the action that it is sent later.
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

  /// The duration that a key gives.
  private func duration(_ node: YAMLNode) -> DurationTemplate? {
    if let text = node.string, text.isTemplate {
      var schema = Schema(.string)
      schema.types.formUnion(.integer)
      return values.value(node, scope, into: ValueCompiler.Target(schema: schema, name: "a duration"))
        .map { .computed($0) }
    }
    return DurationTemplate.milliseconds(of: node).map { .milliseconds($0) }
  }
}
