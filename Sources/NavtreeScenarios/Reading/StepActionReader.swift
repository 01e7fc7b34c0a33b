import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText
import NavtreeServer
import NavtreeYAML

/// Reads the action that a step dispatches.
struct StepActionReader {
  let steps: StepReader

  private var context: ReadingContext { steps.context }
  private var sink: DiagnosticSink { context.sink }

  /// - Parameters:
  ///   - at: The path of the screen, if the step names one.
  ///   - error: The error that is expected: an action may be unknown on purpose.
  func act(_ node: YAMLNode, at: YAMLNode?, error: YAMLNode?) -> Step.Verb? {
    let pair = node.pairs.first { _ in true }
    let name = pair?.key ?? node
    let value = pair?.value
    var payload = JSONObject()
    if let value {
      switch value.kind {
      case .mapping:
        guard case .object(let members)? = ValueCompiler.data(value, sink) else { return nil }
        payload = members
      case .scalar where value.scalar == .null: break
      case .scalar, .sequence:
        sink.error(
          .wrongType, "the payload of '\(name.text)' must be a map, not \(FormChecker.describe(value))",
          at: value,
          hint: "write \(name.text): { FIELD: … }")
        return nil
      }
    }
    check(name, value, at: at, tolerance: MistakeTolerance(error))
    return .act(action: name.text, payload: payload)
  }

  private func check(_ name: YAMLNode, _ payload: YAMLNode?, at: YAMLNode?, tolerance: MistakeTolerance) {
    guard let flow = context.flow, let places = context.places else { return }
    if let parameters = Self.navigations[name.text] {
      if !tolerance.takesMisfit {
        NavigationCheck(context: context).check(name, payload, parameters)
      }
      return
    }
    let key = ReadingContext.ActionPlace(action: name.text, at: at?.text)
    if let known = context.definitions[key] { return check(payload, of: name, known, tolerance) }
    let types = at.map { places.typesAlong($0) } ?? places.anywhere
    // A wrong path was reported.
    guard let types, !tolerance.takesUnknown else { return }
    let index = flow.actionNames.index(of: name.text)
    let definitions =
      index.map { action in
        types.sorted().compactMap { flow.definition(of: action, on: $0) }
          + (flow.actions[action].map { [$0] } ?? [])
      } ?? []
    if !definitions.isEmpty { context.definitions[key] = definitions }
    if definitions.isEmpty { return reportUnknown(name, at: at, types, isDeclared: index != nil) }
    check(payload, of: name, definitions, tolerance)
  }

  private func check(
    _ payload: YAMLNode?, of name: YAMLNode, _ definitions: [ActionDefinition], _ tolerance: MistakeTolerance
  ) {
    if definitions.allSatisfy(\.isPrivate), let first = definitions.first {
      if !tolerance.takesPrivate { reportPrivate(name, first.senders) }
    } else if !tolerance.takesMisfit {
      check(payload, of: name, definitions)
    }
  }

  private func reportPrivate(_ name: YAMLNode, _ senders: ActionSenders) {
    let steps = senders.words([
      (.effect, "answer the effect: answer: …"),
      (.screen, "do what dismisses the screen whose result it takes"),
      (.timer, "let its time pass: advance: …"), (.lifecycle, "navigate to where its lifecycle rule runs"),
    ])
    sink.error(
      .privateAction, "the action '\(name.text)' is private: only navtree sends it, for \(senders.text)",
      at: name, hint: Hint(steps ?? senders.advice))
  }

  private static let navigations = Dictionary(
    uniqueKeysWithValues: MethodTable.navigationActions.map { ($0.name, $0.parameters) })

  private func reportUnknown(_ name: YAMLNode, at: YAMLNode?, _ types: Set<Int>, isDeclared: Bool) {
    guard let flow = context.flow else { return }
    let known =
      types.sorted().flatMap { flow.screens[$0].actions.elements.map(\.action) }
      + flow.actions.elements.map(\.action)
    let names = Set(known.map { flow.actionNames[$0] }).sorted() + Self.navigations.keys.sorted()
    let message =
      at.map { "no screen that may be at \($0.text) or hold it has an action '\(name.text)'" }
      ?? "neither a screen nor the flow has an action '\(name.text)'"
    let owners = isDeclared ? owners(of: name.text) : []
    sink.error(
      .unknownAction, message, at: name,
      hint: Hint.spelling(name.text, among: names)
        ?? (owners.isEmpty
          ? "there are: \(names.prefix(12).joined(separator: ", "))\(names.count > 12 ? ", …" : "")"
          : "it is an action of \(owners.joined(separator: ", "))"))
  }

  private func owners(of action: String) -> [String] {
    guard let flow = context.flow, let index = flow.actionNames.index(of: action) else { return [] }
    return flow.screens.filter { $0.actions[index] != nil }.map { "'\($0.name)'" }
  }

  /// Checks a payload against the definitions of which one gets it.
  private func check(_ payload: YAMLNode?, of name: YAMLNode, _ definitions: [ActionDefinition]) {
    let owner = "the action '\(name.text)'"
    guard let payload, payload.kind == .mapping, payload.count > 0 else {
      let missing = definitions.map { $0.payload.fields.filter { $0.initial == nil } }
      guard let first = missing.first, missing.allSatisfy({ !$0.isEmpty }) else { return }
      sink.error(
        .missingParam, "\(owner) needs \(first.map { "'\($0.name)'" }.joined(separator: ", "))", at: name,
        hint: "write \(name.text): { \(first.map { "\($0.name): …" }.joined(separator: ", ")) }")
      return
    }
    if definitions.count == 1 {
      ValueCheck(sink: sink).check(payload, definitions[0].payload, of: owner, isPartial: false)
      return
    }
    let fits = definitions.contains {
      ValueCheck(sink: DiagnosticSink()).check(payload, $0.payload, of: owner, isPartial: false)
    }
    if fits { return }
    let likeliest = definitions.max { left, right in
      let known = { (definition: ActionDefinition) in
        payload.pairs.count { definition.payload.names.index(of: $0.key.text) != nil }
      }
      return known(left) < known(right)
    }
    if let likeliest {
      ValueCheck(sink: sink).check(payload, likeliest.payload, of: owner, isPartial: false)
    }
  }
}

/// The mistakes that a step makes on purpose.
struct MistakeTolerance {
  private(set) var takesUnknown = false
  private(set) var takesPrivate = false
  private(set) var takesMisfit = false

  /// - Parameter error: The expected error.
  init(_ error: YAMLNode?) {
    guard let error, !(error.kind == .scalar && error.scalar == .null) else { return }
    let kind = error.kind == .mapping ? error["kind"]?.text : error.text
    takesUnknown = kind == nil || kind == ErrorKind.notHandled.rawValue
    takesPrivate = kind == nil || kind == ErrorKind.privateAction.rawValue
    takesMisfit = kind == nil || kind == ErrorKind.invalidParams.rawValue
  }
}
