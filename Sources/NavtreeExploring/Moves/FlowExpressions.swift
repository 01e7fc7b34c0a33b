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
    /// Whether its value is all that is taken, and not a part of a text or of a list.
    let isWhole: Bool
  }

  package private(set) var all: [Use] = []

  package init() {}

  package init(of flow: FlowDefinition) {
    for screen in flow.screens { add(screen, flow) }
    add(flow.actions.rules, state: nil, flow)
    add(flow.shared)
    for value in flow.computed + flow.guards { add(value.value, value.name) }
    addParts(of: flow)
  }

  /// Adds those of the flow that give no field its value.
  mutating func addParts(of flow: FlowDefinition) {
    for choice in flow.start.flatMap(\.choices) {
      add(choice.when)
      add(choice.screen)
    }
    for invariant in flow.invariants { add(invariant.always) }
    for expression in flow.properties.flatMap(\.expressions) { add(expression) }
    for link in flow.links.definitions { add(link) }
  }

  /// Adds those of a screen that give no field its value, except those of its rules.
  mutating func addParts(of screen: ScreenDefinition) {
    for initial in screen.slots.compactMap(\.initial) { add(initial) }
    for expression in screen.expressions.all { add(expression) }
    if let loader = screen.loader { add(loader.ask) }
  }

  mutating func add(_ link: LinkDefinition) {
    add(link.when)
    for tree in link.trees { add(tree) }
    if case .url(let template)? = link.otherwise { add(template, "url") }
  }

  mutating func add(_ screen: ScreenDefinition, _ flow: FlowDefinition) {
    add(screen.params)
    add(screen.state)
    for value in screen.computed + screen.guards { add(value.value, value.name) }
    addParts(of: screen)
    add(screen.rules, state: screen.state, flow)
  }

  mutating func add(_ record: RecordDefinition) {
    for field in record.fields { if let initial = field.initial { add(initial, field.name) } }
  }

  mutating func add(_ expression: CompiledExpression?, _ taker: String? = nil) {
    if let expression { all.append(Use(expression: expression, taker: taker, isWhole: true)) }
  }

  /// - Parameter state: the fields that the rules set; nil for none.
  mutating func add(_ rules: [Rule], state: RecordDefinition?, _ flow: FlowDefinition) {
    for rule in rules {
      add(rule.ownNames)
      add(rule.when)
      for parts in rule.parts { add(parts, in: state, flow.shared) }
    }
  }

  /// Adds the values that a rule names.
  mutating func add(_ names: ArraySlice<DerivedDefinition>) {
    for value in names { add(value.value, value.name) }
  }

  // MARK: Steps

  mutating func add(_ parts: StepParts, in state: RecordDefinition?, _ shared: RecordDefinition?) {
    if let write = parts.write { add(write, in: state) }
    if let write = parts.sharedWrite { add(write, in: shared) }
    if let target = parts.removal { add(target) }
    for value in parts.values { add(value, nil) }
    if let step = parts.navigation { add(step) }
    if let effect = parts.effect { add(effect) }
    if let send = parts.sent {
      add(send)
      add(send.recipients?.condition)
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
    if let window = send.recipients?.window { add(window, nil) }
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
      for case .expression(let expression) in parts {
        all.append(Use(expression: expression, taker: taker, isWhole: false))
      }
    case .array(let elements): addParts(elements.map { ($0, taker) })
    // A map that no field takes is one of fields itself.
    case .object(let members) where taker == nil: for member in members { add(member.value, member.key) }
    case .object(let members): addParts(members.map { ($0.value, $0.key) })
    }
  }

  private mutating func addParts(_ values: [(template: ValueTemplate, taker: String?)]) {
    let count = all.count
    for value in values { add(value.template, value.taker) }
    for index in count..<all.count {
      all[index] = Use(expression: all[index].expression, taker: all[index].taker, isWhole: false)
    }
  }
}
