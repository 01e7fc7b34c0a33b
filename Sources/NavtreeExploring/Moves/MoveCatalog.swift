package import NavtreeCEL
package import NavtreeFlow
package import NavtreeJSON
import NavtreeText

/// The payloads, answers and URLs to try in a flow, found once.
package final class MoveCatalog {
  package let flow: FlowDefinition
  private let candidates: ValueCandidates
  private var payloads: [ObjectIdentifier: Candidates] = [:]
  private var outputs: [String: Candidates] = [:]
  private var nexts: [String: Candidates] = [:]
  private var errors: [String: (values: [JSONValue], isComplete: Bool)] = [:]
  /// The URLs of all links, in the order of the links.
  package private(set) var urls: [String] = []
  /// By link, whether its URLs stand for all.
  package private(set) var linksAreComplete: [Bool] = []
  private let literals: FlowLiterals

  /// The most payloads of one action, answers of one effect, and URLs of one link.
  package static let most = 32

  /// - Parameters:
  ///   - urls: further URLs to try.
  ///   - goals: conditions that are to be reached, whose literals are tried too.
  package init(_ flow: FlowDefinition, urls: [String] = [], goals: [CELProgram] = []) {
    self.flow = flow
    self.urls = urls
    literals = FlowLiterals(flow, goals: goals)
    candidates = ValueCandidates(literals)
    for action in flow.actionNames.names.indices { findPayloads(of: action) }
    for effect in flow.effects { findAnswers(of: effect) }
    for link in flow.links.definitions.indices { findURLs(of: link) }
  }

  /// The payloads of an action as a screen, or the flow, declares it.
  package func payloads(of definition: ActionDefinition) -> Candidates {
    payloads[ObjectIdentifier(definition)] ?? Candidates([[:]], isComplete: false)
  }

  /// Whether a rule or a screen that loads asks for an effect.
  package func isAsked(_ effect: EffectDefinition) -> Bool { !templates(of: effect).isEmpty }

  package func outputs(of effect: EffectDefinition) -> Candidates {
    outputs[effect.name] ?? Candidates([], isComplete: false)
  }

  package func nexts(of effect: EffectDefinition) -> Candidates {
    nexts[effect.name] ?? Candidates([], isComplete: false)
  }

  /// The reasons of a failure to try.
  package func errors(of effect: EffectDefinition) -> (values: [JSONValue], isComplete: Bool) {
    errors[effect.name] ?? ([], false)
  }

  /// The params of a screen type.
  package func params(of type: Int) -> Candidates {
    var uses = FieldUses(of: ["params"], in: FlowExpressions())
    uses.insertWhole()
    let fields = flow.screens[type].params.fields.map { field(of: $0, uses) }
    return Candidates(of: fields, most: Self.most / 4)
  }

  // MARK: Payloads

  /// The declarations of an action by screens, then by the flow.
  private func definitions(of action: Int) -> [(definition: ActionDefinition, screen: ScreenDefinition?)] {
    flow.screens.compactMap { screen in screen.actions[action].map { ($0, screen) } }
      + (flow.actions[action].map { [($0, nil)] } ?? [])
  }

  /// The expressions that read an action's payload: those of all rules that may take it, since it bubbles.
  private func expressions(of action: Int) -> FlowExpressions {
    var expressions = FlowExpressions()
    for (definition, screen) in definitions(of: action) {
      expressions.add(definition.rules, state: screen?.state, flow)
    }
    return expressions
  }

  private func findPayloads(of action: Int) {
    let definitions = definitions(of: action).map(\.definition)
    var uses = FieldUses(of: ["action"], in: expressions(of: action))
    if definitions.contains(where: { $0.rules.contains(where: \.isOwn) }) { uses.insertWhole() }
    for definition in definitions {
      let fields = definition.payload.fields.map { field(of: $0, uses) }
      payloads[ObjectIdentifier(definition)] = Candidates(of: fields, most: Self.most)
    }
  }

  private func field(of field: FieldDefinition, _ uses: FieldUses) -> Candidates.Field {
    var (values, isComplete) = self.values(of: field, uses)
    if field.initial != nil {
      let isGiven = field.initial?.constant.map { values.contains($0) } ?? false
      if uses.leavesOut(field.name) { values = [nil] } else if !isGiven { values.append(nil) }
    } else if values.isEmpty {
      // No value was found that fits.
      isComplete = false
    }
    return Candidates.Field(name: field.name, values: values, isComplete: isComplete)
  }

  private func values(of field: FieldDefinition, _ uses: FieldUses) -> ([JSONValue?], isComplete: Bool) {
    if uses.leavesOut(field.name) {
      let value = field.schema.sample(0) ?? candidates.values(of: field.schema, named: field.name).first
      return (value.map { [$0] } ?? [], value != nil)
    }
    if let all = field.schema.listed { return (all, true) }
    if let classes = uses.classes(of: field.name, field.schema) { return (classes, true) }
    return (candidates.values(of: field.schema, named: field.name), false)
  }

  // MARK: Answers

  private func findAnswers(of effect: EffectDefinition) {
    var takers: (done: Set<Int>, failed: Set<Int>, next: Set<Int>) = ([], [], [])
    var loads = false
    for template in templates(of: effect) {
      switch template.taker {
      case .actions(let done, let failed, let next):
        if let done { takers.done.insert(done) }
        if let failed { takers.failed.insert(failed) }
        if let next { takers.next.insert(next) }
      case .loader: loads = true
      }
    }
    outputs[effect.name] = answers(effect.output, to: takers.done, loads: loads)
    if !takers.next.isEmpty {
      nexts[effect.name] = answers(effect.next, to: takers.next, loads: false)
    } else {
      nexts[effect.name] = Candidates([], isComplete: true)
    }
    findErrors(of: effect, takers.failed, loads: loads)
  }

  private func answers(_ record: RecordDefinition, to actions: Set<Int>, loads: Bool) -> Candidates {
    var expressions = FlowExpressions()
    for action in actions.sorted() {
      for use in self.expressions(of: action).all { expressions.add(use.expression) }
    }
    var uses = FieldUses(of: ["action", "output"], in: expressions)
    if loads { uses.insertWhole() }
    let fields = record.fields.map { field(of: $0, uses) }
    return Candidates(of: fields, most: Self.most)
  }

  private func findErrors(of effect: EffectDefinition, _ actions: Set<Int>, loads: Bool) {
    var expressions = FlowExpressions()
    for action in actions.sorted() {
      for use in self.expressions(of: action).all { expressions.add(use.expression) }
    }
    var uses = FieldUses(of: ["action", "error"], in: expressions)
    if loads { uses.insertWhole() }
    if let record = effect.errors {
      let found = Candidates(of: record.fields.map { field(of: $0, uses) }, most: Self.most)
      errors[effect.name] = (found.values.map { .object($0) }, found.isComplete)
      return
    }
    let kinds = [.string("failed")] + literals[EffectDefinition.errorKind].filter { $0.string != nil }
    let isRead = !FieldUses(of: ["action"], in: expressions).leavesOut("error") || loads
    errors[effect.name] = (
      (isRead ? kinds : [kinds[0]]).map { .object([EffectDefinition.errorKind: $0]) }, !isRead
    )
  }

  private func templates(of effect: EffectDefinition) -> [EffectTemplate] {
    flow.effectTemplates.filter { $0.definition === effect }
  }

  // MARK: Links

  private func findURLs(of link: Int) {
    let route = flow.links.table.routes[link]
    var expressions = FlowExpressions()
    expressions.add(flow.links.definitions[link])
    let uses = FieldUses(of: ["link"], in: expressions)
    let found = Candidates(of: route.record.fields.map { field(of: $0, uses) }, most: Self.most)
    var urls: [String] = []
    for value in found.values {
      let values = route.record.fields.map { value[$0.name] ?? $0.initial?.constant ?? .null }
      if let url = route.url(values), !urls.contains(url) { urls.append(url) }
    }
    linksAreComplete.append(found.isComplete && !urls.isEmpty)
    self.urls += urls.filter { !self.urls.contains($0) }
  }
}
