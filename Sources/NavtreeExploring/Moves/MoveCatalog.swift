package import NavtreeCEL
package import NavtreeEngine
package import NavtreeFlow
import NavtreeJSON
import NavtreeText
import NavtreeYAML

/// The payloads, answers and URLs to try in a flow, found once.
package final class MoveCatalog {
  package let flow: FlowDefinition
  private let candidates: ValueCandidates
  private var payloads: [ObjectIdentifier: Candidates] = [:]
  private var outputs: [String: Candidates] = [:]
  private var nexts: [String: Candidates] = [:]
  private var errors: [String: Candidates] = [:]
  /// The URLs of all links, in the order of the links.
  package private(set) var urls: [String] = []
  /// By link, whether its URLs stand for all.
  package private(set) var linksAreComplete: [Bool] = []
  private let literals: FlowLiterals
  /// Nil where every use of an input counts.
  private let idle: IdleSteps?
  private let copied: CopiedFields?
  /// The actions and effects whose payloads or answers were asked for.
  private var asked: Set<ObjectIdentifier> = []

  /// The most payloads of one action, answers of one effect, and URLs of one link.
  package static let most = 32

  /// - Parameters:
  ///   - urls: further URLs to try.
  ///   - goals: conditions that are to be reached, whose literals are tried too.
  ///   - fields: the fields that tell states apart; nil for all.
  package init(
    _ flow: FlowDefinition, urls: [String] = [], goals: [CELProgram] = [],
    counting fields: CountedFields? = nil
  ) {
    self.flow = flow
    self.urls = urls
    idle = fields.map { IdleSteps(flow, goals: goals, counting: $0) }
    copied = fields.map { CopiedFields(flow, goals: goals, counting: $0) }
    literals = FlowLiterals(flow, goals: goals)
    candidates = ValueCandidates(literals)
    for action in flow.actionNames.names.indices { findPayloads(of: action) }
    for effect in flow.effects { findAnswers(of: effect) }
    for link in flow.links.definitions.indices { findURLs(of: link) }
  }

  /// The same, of which nothing was asked.
  init(copying other: MoveCatalog) {
    flow = other.flow
    (candidates, literals, idle, copied) = (other.candidates, other.literals, other.idle, other.copied)
    (payloads, outputs, nexts, errors) = (other.payloads, other.outputs, other.nexts, other.errors)
    (urls, linksAreComplete) = (other.urls, other.linksAreComplete)
  }

  /// The number of actions and effects whose payloads or answers were asked for.
  var askedCount: Int { asked.count }

  /// The payloads of an action as a screen, or the flow, declares it.
  package func payloads(of definition: ActionDefinition) -> Candidates {
    payloads[ObjectIdentifier(definition)] ?? Candidates([[:]], isComplete: false)
  }

  /// Notes that the payloads of an action, or the answers of an effect, were tried.
  func noteAsked(_ input: AnyObject) {
    asked.insert(ObjectIdentifier(input))
  }

  /// Whether the payloads of an action, or the answers of an effect, were ever tried.
  func isAsked(_ input: AnyObject) -> Bool { asked.contains(ObjectIdentifier(input)) }

  package func outputs(of effect: EffectDefinition) -> Candidates {
    outputs[effect.name] ?? Candidates([], isComplete: false)
  }

  package func nexts(of effect: EffectDefinition) -> Candidates {
    nexts[effect.name] ?? Candidates([], isComplete: false)
  }

  /// The reasons of a failure to try.
  package func errors(of effect: EffectDefinition) -> Candidates {
    errors[effect.name] ?? Candidates([], isComplete: false)
  }

  /// The params of a screen type.
  package func params(of type: Int) -> Candidates {
    var uses = FieldUses(of: ["params"], in: FlowExpressions())
    uses.insertWhole()
    let fields = flow.screens[type].params.fields.map { field(of: $0, uses) }
    return Candidates(of: fields, most: Self.most / 4)
  }

  // MARK: Payloads

  /// The uses of an input by the rules of actions: by all that may take them, since they bubble.
  ///
  /// - Parameter inputs: the input, which may be a part of others.
  private func uses(of inputs: IdleSteps.Input..., in actions: Set<Int>) -> FieldUses {
    var expressions = FlowExpressions()
    for action in actions.sorted() {
      for type in flow.screens.indices {
        add(flow.screens[type].actions[action]?.rules, on: type, inputs, &expressions)
      }
      add(flow.actions[action]?.rules, on: nil, inputs, &expressions)
    }
    return FieldUses(of: inputs[0].prefix, in: expressions)
  }

  private func add(
    _ rules: [Rule]?, on type: Int?, _ inputs: [IdleSteps.Input], _ expressions: inout FlowExpressions
  ) {
    for rule in rules ?? [] {
      expressions.add(rule.ownNames)
      expressions.add(rule.when)
      for step in rule.steps
      where !inputs.contains(where: { idle?.contains(step, for: $0, on: type) == true }) {
        expressions.add(step.parts, in: nil, nil)
      }
    }
  }

  private func findPayloads(of action: Int) {
    let definitions = (flow.screens.map(\.actions) + [flow.actions]).compactMap { $0[action] }
    for definition in definitions {
      var uses = uses(of: IdleSteps.Input(prefix: ["action"], record: definition.payload), in: [action])
      if definitions.contains(where: { $0.rules.contains(where: \.isOwn) }) { uses.insertWhole() }
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
    if !uses.isWhole, let classes = copied?.classes(of: field) { return (classes, true) }
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
    var uses = uses(of: IdleSteps.Input(prefix: ["action", "output"], record: record), in: actions)
    if loads { uses.insertWhole() }
    let fields = record.fields.map { field(of: $0, uses) }
    return Candidates(of: fields, most: Self.most)
  }

  private func findErrors(of effect: EffectDefinition, _ actions: Set<Int>, loads: Bool) {
    guard let record = effect.errors else {
      errors[effect.name] = undeclaredErrors(to: actions, loads: loads)
      return
    }
    var uses = uses(of: IdleSteps.Input(prefix: ["action", "error"], record: record), in: actions)
    if loads { uses.insertWhole() }
    errors[effect.name] = Candidates(of: record.fields.map { field(of: $0, uses) }, most: Self.most)
  }

  /// The reasons of a failure that aren't declared: a host gives the members that rules read, and a kind.
  private func undeclaredErrors(to actions: Set<Int>, loads: Bool) -> Candidates {
    let kind = EffectDefinition.errorKind
    func input(_ prefix: [String], _ names: [String], _ schema: (String) -> Schema) -> IdleSteps.Input {
      let location = SourceLocation(line: 1, column: 1, endColumn: 1)
      let fields = names.map {
        FieldDefinition(name: $0, schema: schema($0), initial: nil, location: location)
      }
      return IdleSteps.Input(prefix: prefix, record: RecordDefinition(fields))
    }
    let whole = input(["action"], ["error"]) { _ in Schema() }
    let read = uses(of: input(["action", "error"], []) { _ in Schema() }, in: actions)
    let members = input(["action", "error"], [kind] + read.names.filter { $0 != kind }) {
      read.type(of: $0).map { Schema($0) } ?? Schema()
    }
    let uses = uses(of: members, whole, in: actions)
    let failed = JSONValue.string("failed")
    if loads || uses.isWhole {
      let kinds = [failed] + literals[kind].filter { $0.string != nil }
      return Candidates(kinds.map { [kind: $0] }, isComplete: false, openFields: [kind])
    }
    let fields = members.record.fields.map { definition in
      let field = field(of: definition, uses)
      guard definition.name == kind, let plain = definition.schema.sample(0), !field.values.contains(failed)
      else { return field }
      return Candidates.Field(
        name: kind, values: field.values.map { $0 == plain ? failed : $0 }, isComplete: field.isComplete)
    }
    return Candidates(of: fields, most: Self.most)
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
