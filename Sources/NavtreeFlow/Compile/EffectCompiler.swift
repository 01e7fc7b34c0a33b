import NavtreeJSON
import NavtreeText
import NavtreeYAML

/// Compiles the effects that a rule asks for.
struct EffectCompiler {
  let compilation: Compilation
  /// The navigation of the rule's screen, with the scope of its expressions.
  let navigation: NavigationCompiler

  private var values: ValueCompiler { compilation.values }
  private var scope: Scope { navigation.scope }

  func asks(_ node: YAMLNode) -> [RuleStep] {
    node.oneOrMore.compactMap { ask(ObjectReader($0, .ask, alone: .name, compilation.sink)) }
  }

  private func ask(_ reader: ObjectReader) -> RuleStep? {
    guard let name = reader[.name], let effect = compilation.effect(name) else { return nil }
    let definition = compilation.effects[effect]
    let input = compilation.given(
      reader[.with], for: definition.input, noun: "input", of: definition.name, scope, place: name)
    let isForSession = navigation.screen == nil || reader.has(.for)
    func taker(_ node: YAMLNode, _ what: String) -> Int? {
      isForSession ? navigation.flowAction(node, what) : navigation.action(node, what)
    }
    let done = reader[.done].flatMap { taker($0, "the output") }
    let next = reader[.next].flatMap { taker($0, "an answer") }
    if done != nil || next != nil && !definition.declaresNext { compilation.takenEffects.insert(effect) }
    if next != nil { compilation.takenNexts.insert(effect) }
    return .effect(
      EffectTemplate(
        definition, with: input,
        taker: .actions(
          done: done, failed: reader[.failed].flatMap { taker($0, "the error") }, next: next),
        key: reader[.key].flatMap { values.message($0, scope, into: "a key") },
        policy: reader.text(.policy).flatMap { EffectPolicy(rawValue: $0) } ?? .every,
        isForSession: isForSession,
        timeout: reader[.timeout].flatMap(DurationTemplate.milliseconds(of:)) ?? definition.timeout,
        deadline: reader[.deadline].flatMap(DurationTemplate.milliseconds(of:)) ?? definition.deadline,
        retries: reader[.retries].map(RetryCompiler(sink: compilation.sink).policy) ?? definition.retries,
        location: name.location))
  }

  // MARK: Declaring

  /// A declared effect.
  static func definition(
    _ name: YAMLNode, _ reader: ObjectReader, _ compilation: Compilation
  ) -> EffectDefinition {
    let (records, sink) = (compilation.records, compilation.sink)
    return EffectDefinition(
      name: name.text, input: records.record(reader, .input, .input),
      output: records.record(reader, .output, .output),
      next: reader.has(.next) ? records.record(reader, .next, .output) : nil,
      errors: reader.has(.errors) ? errors(records.record(reader, .errors, .error), name, sink) : nil,
      timeout: reader[.timeout].flatMap(DurationTemplate.milliseconds(of:)),
      deadline: reader[.deadline].flatMap(DurationTemplate.milliseconds(of:)),
      retries: reader[.retries].map(RetryCompiler(sink: sink).policy) ?? RetryPolicy(times: 0),
      isFair: reader[.fair] != nil, location: name.location)
  }

  /// The declared fields of an error, and `kind`, which navtree's own errors have.
  private static func errors(
    _ declared: RecordDefinition, _ name: YAMLNode, _ sink: DiagnosticSink
  ) -> RecordDefinition {
    if let index = declared.names.index(of: EffectDefinition.errorKind) {
      let kind = declared.fields[index]
      if !kind.schema.types.contains(.string) {
        sink.error(
          .badSchema,
          "'kind' of an error is a string: navtree's own errors are timedOut, cancelled and flowDefect",
          at: kind.location, in: name, hint: "write kind: string, or give the field another name")
      }
      return declared
    }
    let kind = FieldDefinition(
      name: EffectDefinition.errorKind, schema: Schema([.string, .null]), initial: .constant(.null),
      location: name.location)
    return RecordDefinition(declared.fields + [kind], isBroken: declared.isBroken)
  }
}
