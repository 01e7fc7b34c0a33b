import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeRegex
import NavtreeYAML

/// Reads what is expected after a step.
struct ExpectationReader {
  let steps: StepReader
  /// The path of the step's screen, if it names one.
  let at: YAMLNode?

  private var context: ReadingContext { steps.context }
  private var sink: DiagnosticSink { context.sink }
  private var screens: ScreenExpectations { ScreenExpectations(context: context) }

  /// - Parameter afterPart: Whether the step runs a part.
  func expectation(_ node: YAMLNode, afterPart: Bool) -> Expectation? {
    var expectation = Expectation(location: node.location)
    guard node.kind == .mapping else {
      expectation.isToBeRecorded = true
      return expectation
    }
    let reader = ObjectReader(node, .expectation, sink)
    if afterPart { refuse([.error, .reply, .effects], in: reader) }
    expectation.error = reader[.error].flatMap(refusal)
    if let active = reader[.active] {
      _ = context.places?.types(at: active, takesID: false)
      expectation.active = Expected(.string(active.text), of: active)
    }
    if let state = reader[.state] {
      screens.checkState(state, at: at)
      expectation.state = expected(state)
    }
    for pair in reader[.screens].map({ Array($0.pairs) }) ?? []
    where FormChecker.check(pair.value, .objectOrNull(.screenParts), as: "'\(pair.key.text)'", sink) {
      expectation.screens.append(screens.place(pair))
    }
    if let shared = reader[.shared] {
      if let flow = context.flow {
        ValueCheck(sink: sink).check(shared, flow.shared, of: "the shared state", isPartial: true)
      }
      expectation.shared = expected(shared)
    }
    expectation.tree = reader[.tree].map { Expected(.string($0.text), of: $0) }
    expectation.effects = reader[.effects].map { effects($0, reader.name(of: .effects) ?? $0) }
    expectation.reply = reader[.reply].flatMap(expected)
    expectation.that = steps.conditions(reader[.that])
    if let changed = reader[.changed], let extent = Expectation.Changed.Extent(rawValue: changed.text) {
      expectation.changed = Expectation.Changed(location: changed.location, extent: extent)
    }
    expectation.within = reader[.within].flatMap(within)
    expectation.broken = list(reader[.broken]).map(invariant)
    expectation.logs = list(reader[.log]).map { Expected(.string($0.text), of: $0) }
    return expectation
  }

  private func refuse(_ keys: [Key], in reader: ObjectReader) {
    for key in keys {
      guard let name = reader.name(of: key) else { continue }
      sink.error(
        .conflictingKeys, "'\(key.rawValue)' belongs to one step, and a part has several", at: name,
        hint: "expect it in the part, after the step that it belongs to")
    }
  }

  private func expected(_ node: YAMLNode) -> Expected? {
    ValueCompiler.data(node, sink).map { Expected($0, of: node) }
  }

  private func list(_ node: YAMLNode?) -> [YAMLNode] {
    guard let node else { return [] }
    return node.oneOrMore
  }

  // MARK: Errors

  private func refusal(_ node: YAMLNode) -> Expectation.Refusal? {
    switch node.kind {
    case .scalar:
      if node.scalar == .null { return nil }
      checkKind(node)
      return Expectation.Refusal(data: Expected(["kind": .string(node.text)], of: node))
    case .sequence:
      sink.error(
        .wrongType, "'error' must be the kind of an error, or a map, not a list", at: node,
        hint: "name one kind")
      return nil
    case .mapping:
      if let kind = node["kind"] { checkKind(kind) }
      guard case .object(var data)? = ValueCompiler.data(node, sink) else { return nil }
      var pattern: String?
      if let message = node["message"], let text = message.string, text.count > 1, text.hasPrefix("/"),
        text.hasSuffix("/")
      {
        pattern = String(text.dropFirst().dropLast())
        checkPattern(pattern ?? "", message)
        data["message"] = nil
      }
      return Expectation.Refusal(data: Expected(.object(data), of: node), message: pattern)
    }
  }

  private func checkKind(_ node: YAMLNode) {
    guard node.string.flatMap(ErrorKind.init(rawValue:)) == nil else { return }
    let names = ErrorKind.allCases.map(\.rawValue)
    sink.error(
      .unknownName, "no error is of the kind '\(node.text)'", at: node,
      hint: Hint.spelling(node.text, among: names) ?? "the kinds are: \(names.joined(separator: ", "))")
  }

  private func checkPattern(_ pattern: String, _ node: YAMLNode) {
    do {
      _ = try RegularExpression(pattern, memory: SchemaConstraints.patternMemory)
    } catch {
      sink.error(.badPattern, "'message' isn't a regular expression: \(error.message)", at: node)
    }
  }

  private func invariant(_ node: YAMLNode) -> Expected {
    if let flow = context.flow, !flow.invariants.contains(where: { $0.name == node.text }) {
      let names = flow.invariants.map(\.name)
      sink.error(
        .unknownName, "the flow has no invariant '\(node.text)'", at: node,
        hint: .known(node.text, among: names))
    }
    return Expected(.string(node.text), of: node)
  }

  // MARK: Changes and effects

  /// `3 changes`, `1 change`, or the number alone.
  private func within(_ node: YAMLNode) -> Expectation.Within? {
    let words = node.kind == .scalar ? node.text.split(separator: " ") : []
    if let first = words.first, let count = Int(first), count >= 0,
      words.count == 1 || words.count == 2 && ["change", "changes"].contains(words[1])
    {
      return Expectation.Within(location: node.location, changes: count)
    }
    sink.error(
      .wrongValue, "'within' must be a number of changes, such as 3 changes, not \(shown(node))", at: node)
    return nil
  }

  private func shown(_ node: YAMLNode) -> String {
    node.kind == .scalar && !node.text.isEmpty ? "'\(node.text)'" : FormChecker.describe(node)
  }

  private func effects(_ node: YAMLNode, _ name: YAMLNode) -> Expectation.Effects {
    Expectation.Effects(location: name.location, requests: node.elements.compactMap(request))
  }

  private func request(_ node: YAMLNode) -> Expectation.Effects.Request? {
    let reader = ObjectReader(node, .effectRequest, alone: .name, sink)
    if let at = reader[.at] { _ = context.places?.types(at: at) }
    guard let name = reader[.name], let value = ValueCompiler.data(node, sink) else { return nil }
    checkEffect(name, reader[.input])
    let members = (value.object ?? [:]).filter { $0.key != "name" && !$0.key.isAuthorsKey }
    return Expectation.Effects.Request(
      name: name.text, location: name.location, members: Expected(.object(members), of: node))
  }

  private func checkEffect(_ name: YAMLNode, _ input: YAMLNode?) {
    guard let effect = context.effect(name), let input else { return }
    ValueCheck(sink: sink).check(input, effect.input, of: "the input of '\(effect.name)'", isPartial: true)
  }
}
