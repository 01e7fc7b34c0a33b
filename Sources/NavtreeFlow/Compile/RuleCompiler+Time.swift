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
    guard node.kind == .mapping else { return send(to: nil, node, nil) }
    let reader = ObjectReader(node, .later, sink)
    guard let name = reader[.action] else { return nil }
    return send(to: reader[.to], name, reader[.with])
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
