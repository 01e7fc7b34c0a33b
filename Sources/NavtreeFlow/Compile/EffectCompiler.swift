import NavtreeCEL
import NavtreeJSON

/// Compiles the effects that a rule asks for.
struct EffectCompiler {
  let compilation: Compilation
  /// The navigation of the rule's screen, with the scope of its expressions.
  let navigation: NavigationCompiler

  private var values: ValueCompiler { compilation.values }
  private var scope: Scope { navigation.scope }

  func asks(_ node: YAMLNode) -> [RuleStep] {
    let nodes = node.kind == .sequence ? Array(node.elements) : [node]
    return nodes.compactMap { node in
      switch node.kind {
      case .mapping:
        let reader = ObjectReader(node, .ask, compilation.sink)
        return reader[.name].flatMap { ask($0, reader) }
      case .scalar: return ask(node, nil)
      case .sequence: return nil
      }
    }
  }

  private func ask(_ name: YAMLNode, _ reader: ObjectReader?) -> RuleStep? {
    guard let effect = compilation.effect(name) else { return nil }
    let definition = compilation.effects[effect]
    let input = compilation.given(
      reader?[.with], for: definition.input, noun: "input", of: definition.name, scope, place: name)
    let isForSession = navigation.screen == nil || reader?.has(.for) == true
    func taker(_ node: YAMLNode, _ what: String) -> Int? {
      isForSession ? navigation.flowAction(node, what) : navigation.action(node, what)
    }
    let done = reader?[.done].flatMap { taker($0, "the output") }
    let next = reader?[.next].flatMap { taker($0, "an answer") }
    if done != nil || next != nil && !definition.declaresNext { compilation.takenEffects.insert(effect) }
    if next != nil { compilation.takenNexts.insert(effect) }
    return .effect(
      EffectTemplate(
        definition, with: input,
        taker: .actions(
          done: done, failed: reader?[.failed].flatMap { taker($0, "the error") }, next: next),
        key: reader?[.key].flatMap { values.message($0, scope, into: "a key") },
        policy: reader?.text(.policy).flatMap { EffectPolicy(rawValue: $0) } ?? .every,
        isForSession: isForSession,
        timeout: reader?[.timeout].flatMap(DurationTemplate.milliseconds(of:)) ?? definition.timeout,
        retries: reader?.integer(.retries) ?? definition.retries, location: name.location))
  }
}
