package import NavtreeFlow
import NavtreeJSON

/// All expressions of a flow, each with the name of the field or member that takes its value, if one does.
///
/// Walks recurse; they are bounded by the depth of YAML.
package struct FlowExpressions {
  package struct Use {
    package let expression: CompiledExpression
    /// The name of what takes the value.
    package let taker: String?
  }

  package private(set) var all: [Use] = []

  package init() {}

  package init(of flow: FlowDefinition) {
    for screen in flow.screens { add(screen, flow) }
    for element in flow.actions.elements { add(element.definition.rules, state: nil, flow) }
    add(flow.shared)
    for value in flow.computed + flow.guards { add(value.value, value.name) }
    for window in flow.start {
      for choice in window.choices {
        add(choice.when)
        add(choice.screen)
      }
    }
    for invariant in flow.invariants { add(invariant.always) }
    for link in flow.links.definitions {
      add(link.when)
      add(link.opens)
      switch link.otherwise {
      case .opens(let tree): add(tree)
      case .url(let template): add(template, "url")
      case nil: break
      }
    }
  }

  mutating func add(_ screen: ScreenDefinition, _ flow: FlowDefinition) {
    add(screen.params)
    add(screen.state)
    for value in screen.computed + screen.guards { add(value.value, value.name) }
    for slot in screen.slots { if let initial = slot.initial { add(initial) } }
    add(screen.identity)
    add(screen.dismissible)
    add(screen.rules, state: screen.state, flow)
    if let loader = screen.loader { add(loader.ask) }
  }

  mutating func add(_ record: RecordDefinition) {
    for field in record.fields { if let initial = field.initial { add(initial, field.name) } }
  }

  mutating func add(_ expression: CompiledExpression?, _ taker: String? = nil) {
    if let expression { all.append(Use(expression: expression, taker: taker)) }
  }

  /// - Parameter state: the fields that the rules set; nil for none.
  mutating func add(_ rules: [Rule], state: RecordDefinition?, _ flow: FlowDefinition) {
    for rule in rules {
      add(rule.when)
      for step in rule.steps { add(step, state, flow.shared) }
    }
  }

  // MARK: Steps

  private mutating func add(_ step: RuleStep, _ state: RecordDefinition?, _ shared: RecordDefinition) {
    switch step {
    case .reject(let message): add(message, nil)
    case .set(let assignment): add(assignment, in: state)
    case .setShared(let assignment): add(assignment, in: shared)
    case .unset, .cancel, .dropLinks, .load, .navigate, .effect, .after, .send, .reply: addStep(step)
    }
  }

  /// Adds the expressions of a step that sets nothing.
  mutating func addStep(_ step: RuleStep) {
    switch step {
    case .reject, .set, .setShared: break
    case .unset(let target): add(target)
    case .cancel(let template): add(template.key, nil)
    case .dropLinks, .load: break
    case .navigate(let step): add(step)
    case .effect(let effect): add(effect)
    case .after(let after):
      if case .computed(let delay) = after.delay { add(delay, nil) }
      if let key = after.key { add(key, nil) }
      add(after.send)
    case .send(let send): add(send)
    case .reply(let value): add(value, nil)
    }
  }

  private mutating func add(_ assignment: Assignment, in record: RecordDefinition?) {
    add(assignment.target)
    var taker = record?.fields[assignment.target.field].name
    if case .token(.constant(.string(let name)))? = assignment.target.tail.last { taker = name }
    add(assignment.value, taker)
  }

  mutating func add(_ target: FieldTarget) {
    for segment in target.tail {
      switch segment {
      case .token(let token): add(token, nil)
      case .item(let member, let value): add(value, member)
      }
    }
  }

  mutating func add(_ effect: EffectTemplate) {
    if let with = effect.with { add(with, nil) }
    if let key = effect.key { add(key, nil) }
  }

  mutating func add(_ send: SendTemplate) {
    if case .address(let address) = send.to { add(address, nil) }
    switch send.action {
    case .declared(_, let payload): if let payload { add(payload, nil) }
    case .navigation(let step): add(step)
    }
  }

  mutating func add(_ step: NavigationStep) {
    if case .address(let address)? = step.at { add(address, nil) }
    var navigation = step.navigation
    var fields = FieldExpressions(all: self)
    navigation.walk(&fields)
    self = fields.all
  }

  mutating func add(_ screen: ScreenTemplate) {
    if let params = screen.params { add(params, nil) }
  }

  mutating func add(_ tree: TreeTemplate) {
    for node in tree.nodes {
      add(node.screen)
      if let state = node.state { add(state, nil) }
      for slot in node.slots { add(slot.tree) }
    }
  }

  // MARK: Values

  mutating func add(_ template: ValueTemplate, _ taker: String?) {
    switch template {
    case .constant: break
    case .expression(let expression): add(expression, taker)
    case .text(let parts):
      for case .expression(let expression) in parts { add(expression, taker) }
    case .array(let elements): for element in elements { add(element, taker) }
    case .object(let members): for member in members { add(member.value, member.key) }
    }
  }
}
