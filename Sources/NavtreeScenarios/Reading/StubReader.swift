import NavtreeFlow
import NavtreeJSON
import NavtreeText
import NavtreeYAML

/// Reads the answers to effects: those of stubs and those of steps.
struct StubReader {
  let context: ReadingContext
  let example: ExampleValues

  private var sink: DiagnosticSink { context.sink }

  func stubs(_ node: YAMLNode?) -> [Stub] {
    guard let node else { return [] }
    var stubs: [Stub] = []
    for pair in FormChecker.members(of: node, "effect", .oneOrMore(.object(.stub)), sink) {
      let effect = context.effect(pair.key)
      let list = pair.value.oneOrMore
      var isAnswered = false
      for element in list where element.kind == .mapping {
        let reader = ObjectReader(element, .stub, sink)
        if isAnswered {
          sink.warning(
            .deadRule, "this never answers: the stub above it fits always",
            at: ObjectReader.place(of: element),
            hint: "put those with 'when' first")
        }
        isAnswered = !reader.has(.when)
        if let stub = stub(reader, pair.key, effect) { stubs.append(stub) }
      }
    }
    return stubs
  }

  private func stub(_ reader: ObjectReader, _ name: YAMLNode, _ effect: EffectDefinition?) -> Stub? {
    let when = reader[.when].flatMap { node in
      effect.flatMap { context.conditions?.condition(node, over: $0, example) }
    }
    let last = reader.keys.first { [.output, .error].contains($0) }
    let isInterim = last != nil && reader.has(.next)
    guard let (outcome, node) = outcome(reader, effect, leavingOut: isInterim ? .next : nil) else {
      return nil
    }
    let next = isInterim ? reader[.next].flatMap { self.next($0, effect) } : nil
    if case .never = outcome, let after = reader.name(of: .after) {
      sink.error(
        .conflictingKeys, "what is never answered isn't answered later", at: after, hint: "take it out")
    }
    return Stub(
      effect: name.text, location: node.location, when: when, outcome: outcome, next: next,
      after: reader[.after].flatMap(DurationTemplate.milliseconds) ?? 0)
  }

  /// - Parameter error: The error that is expected: an answer may be wrong on purpose.
  func answer(_ node: YAMLNode, error: YAMLNode?) -> Step.Answer? {
    let reader = ObjectReader(node, .effectAnswer, sink)
    let effect = reader[.effect].flatMap(context.effect)
    if let at = reader[.at] { _ = context.places?.types(at: at) }
    let checked = MistakeTolerance(error).takesMisfit ? nil : effect
    guard let name = reader.text(.effect), let (outcome, _) = outcome(reader, checked) else { return nil }
    return Step.Answer(effect: name, key: reader.text(.key), outcome: outcome)
  }

  private static let outcomes: [Key] = [.output, .error, .next, .never]

  /// The one outcome of an answer and the node of its key; nil, and reported, without one.
  private func outcome(
    _ reader: ObjectReader, _ effect: EffectDefinition?, leavingOut: Key? = nil
  ) -> (EffectOutcome, YAMLNode)? {
    let keys = reader.keys.filter { Self.outcomes.contains($0) && $0 != leavingOut }
    guard let key = keys.first, let name = reader.name(of: key) else {
      if !reader.isAmiss {
        sink.error(
          .missingKey, "this answers nothing", at: ObjectReader.place(of: reader.node), in: reader.node,
          hint: "add output: { … }, or one of error, next, never")
      }
      return nil
    }
    if keys.count > 1, let other = reader.name(of: keys[1]) {
      sink.error(
        .conflictingKeys, "an answer is one of '\(key.rawValue)' and '\(keys[1].rawValue)'", at: other,
        hint: "take one out")
    }
    guard let value = reader[key] else { return nil }
    if key == .never {
      guard value.scalar == .boolean(true) else {
        sink.error(.wrongValue, "'never' is true, or isn't there", at: value, hint: .write("true"))
        return nil
      }
      return (.never, name)
    }
    if key == .next { return next(value, effect).map { (.next($0), name) } }
    guard let json = ValueCompiler.data(value, sink) else { return nil }
    switch key {
    case .output:
      if let effect { check(value, effect.output, "output", effect) }
      return (.output(json), name)
    default:
      if let effect, let errors = effect.errors { check(value, errors, "error", effect) }
      return (.error(json), name)
    }
  }

  /// An answer before the last one.
  private func next(_ node: YAMLNode, _ effect: EffectDefinition?) -> JSONValue? {
    if let effect { check(node, effect.next, "answer before the last one", effect) }
    return ValueCompiler.data(node, sink)
  }

  private func check(_ node: YAMLNode, _ record: RecordDefinition, _ noun: String, _ effect: EffectDefinition)
  {
    guard node.kind == .mapping else {
      if noun == "error", node.kind == .scalar, node.scalar == .null { return }
      sink.error(
        .misfit, "the \(noun) of '\(effect.name)' must be an object, not \(FormChecker.describe(node))",
        at: node,
        hint: record.names.count > 0
          ? "its members: \(record.names.names.joined(separator: ", "))" : .write("{}"))
      return
    }
    ValueCheck(sink: sink).check(node, record, of: "the \(noun) of '\(effect.name)'", isPartial: false)
  }
}
