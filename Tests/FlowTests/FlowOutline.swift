import NavtreeRegex
import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeText

/// A compiled flow as text, without the places in its file: equal for two spellings of one flow.
struct FlowOutline {
  private(set) var text = ""
  let flow: FlowDefinition

  init(_ flow: FlowDefinition) {
    self.flow = flow
    line(0, "\(flow.name) \(flow.version) \(flow.title ?? "-")")
    record(flow.shared, 1, "shared")
    for computed in flow.computed {
      line(1, "computed \(computed.name) \(computed.sensitive) \(computed.value.program.source)")
    }
    for condition in flow.guards {
      line(1, "guard \(condition.name) \(condition.sensitive) \(condition.value.program.source)")
    }
    for window in flow.start {
      line(1, "window \(window.window)")
      for choice in window.choices { line(2, "\(source(choice.when)) -> \(template(choice.screen))") }
    }
    for effect in flow.effects {
      line(1, "effect \(effect.name) \(effect.timeout ?? -1) \(effect.retries)")
      record(effect.input, 2, "input")
      record(effect.output, 2, "output")
      record(effect.next, 2, "next")
    }
    for invariant in flow.invariants {
      line(1, "invariant \(invariant.name) \(invariant.enforce) \(invariant.always.program.source)")
    }
    for prefix in flow.links.table.prefixes { line(1, "prefix \(prefix.text)") }
    for (index, link) in flow.links.definitions.enumerated() {
      line(
        1, "link \(flow.links.table.routes[index].pattern.text) \(self.link(link)) when \(source(link.when))")
      record(flow.links.table.routes[index].query, 2, "query")
    }
    actions(flow.actions, 1)
    for (index, screen) in flow.screens.enumerated() { self.screen(screen, flow.catalog.shapes[index]) }
  }

  private mutating func screen(_ screen: ScreenDefinition, _ shape: ScreenShape) {
    line(
      1,
      "screen \(screen.name) \(screen.kind.rawValue) keep \(screen.keep) selected \(screen.selected ?? -1) "
        + "back \(screen.back.rawValue) lazy \(screen.lazy) identity \(source(screen.expressions.identity)) "
        + "dismissible \(source(screen.expressions.dismissible)) "
        + "returns \(schema(screen.returns)) shape \(shape.kind.rawValue)"
    )
    record(screen.params, 2, "params")
    record(screen.state, 2, "state")
    for computed in screen.computed {
      line(2, "computed \(computed.name) \(computed.sensitive) \(computed.value.program.source)")
    }
    for condition in screen.guards {
      line(2, "guard \(condition.name) \(condition.sensitive) \(condition.value.program.source)")
    }
    for (index, slot) in screen.slots.enumerated() {
      line(
        2,
        "slot \(slot.name) \(slot.style.rawValue) \(shape.slots[index].name) "
          + "\(slot.presents.types.map { "\($0)" } ?? "any") \(slot.initial.map(template) ?? "-")")
    }
    if let loader = screen.loader {
      line(
        2,
        "loads \(loader.kind) \(effect(loader.ask)) \(loader.start.rawValue) "
          + "\(loader.content) \(loader.nextCursor ?? -1) \(loader.cursor ?? -1)")
    }
    actions(screen.actions, 2)
    for event in LifecycleEvent.allCases {
      guard let rules = screen.lifecycle[event] else { continue }
      line(2, event.rawValue)
      for rule in rules { self.rule(rule, 3) }
    }
  }

  private mutating func rule(_ rule: Rule, _ depth: Int) {
    line(depth, "when \(source(rule.when))")
    for step in rule.steps { line(depth + 1, self.step(step)) }
  }

  private mutating func actions(_ table: ActionTable, _ depth: Int) {
    for element in table.elements {
      line(depth, "action \(flow.actionNames[element.action])")
      record(element.definition.payload, depth + 1, "payload")
      for rule in element.definition.rules { self.rule(rule, depth + 1) }
    }
  }

  private func step(_ step: RuleStep) -> String {
    switch step {
    case .reject(let message): "reject \(value(message))"
    case .set(let write): "set \(target(write.target)) \(value(write.value))"
    case .setShared(let write): "shared \(target(write.target)) \(value(write.value))"
    case .unset(let target): "unset \(self.target(target))"
    case .dropLinks: "drop links"
    case .cancel(let it): "cancel \(value(it.key)) \(it.isOfScreen) \(it.isOfSession)"
    case .effect(let effect): "effect \(self.effect(effect))"
    case .load(let action): "load \(action.rawValue)"
    case .navigate(let step): "navigate \(navigation(step))"
    case .after(let after):
      "after \(after.isForSession) \(duration(after.delay)) \(after.key.map(value) ?? "-") \(after.send.to) \(sent(after.send.action))"
    case .send(let send): "send \(send.to) \(sent(send.action))"
    case .reply(let template): "reply \(value(template))"
    }
  }

  private func effect(_ effect: EffectTemplate) -> String {
    let taker =
      switch effect.taker {
      case .actions(let done, let failed, let next):
        "done \(name(done)) failed \(name(failed)) next \(name(next))"
      case .loader: "loader"
      }
    return "\(effect.definition.name) with \(effect.with.map(value) ?? "-") \(taker) "
      + "key \(effect.key.map(value) ?? "-") \(effect.policy.rawValue) \(effect.timeout ?? -1) \(effect.retries) "
      + "\(effect.isForSession)"
  }

  private func name(_ action: Int?) -> String { action.map { flow.actionNames[$0] } ?? "-" }

  private func duration(_ duration: DurationTemplate) -> String {
    switch duration {
    case .milliseconds(let milliseconds): "\(milliseconds)"
    case .computed(let template): value(template)
    }
  }

  private mutating func record(_ record: RecordDefinition, _ depth: Int, _ name: String) {
    for field in record.fields {
      line(
        depth,
        "\(name) \(field.name) \(schema(field.schema)) \(field.initial.map(value) ?? "required") \(field.sensitive)"
      )
    }
  }

  private func schema(_ schema: Schema?) -> String {
    guard let schema else { return "-" }
    var text = "\(schema.types.rawValue)"
    if let words = schema.constraints?.words {
      let bounds: [(String, Double?)] = [
        ("min", words.minimum), ("max", words.maximum), ("over", words.exclusiveMinimum),
        ("under", words.exclusiveMaximum), ("of", words.multipleOf),
        ("short", words.minLength.map(Double.init)),
        ("long", words.maxLength.map(Double.init)), ("few", words.minItems.map(Double.init)),
        ("many", words.maxItems.map(Double.init)),
      ]
      for (name, bound) in bounds { if let bound { text += " \(name) \(bound)" } }
      if let values = words.values { text += " enum \(values)" }
      if let const = words.const { text += " const \(const)" }
      if let pattern = words.pattern { text += " pattern \(pattern.pattern)" }
      if let items = words.items { text += " [\(self.schema(items))]" }
      if words.uniqueItems { text += " unique" }
      for (name, property) in zip(words.propertyNames.names, words.properties) {
        text += " \(name): {\(self.schema(property))}"
      }
      if !words.required.isEmpty { text += " required \(words.required)" }
      switch words.additional {
      case .allowed: break
      case .refused: text += " closed"
      case .schema(let additional): text += " others {\(self.schema(additional))}"
      }
    }
    return text
  }

  func template(_ template: ScreenTemplate) -> String {
    "\(flow.screenNames[template.type])(\(template.params.map(value) ?? ""))"
  }

  private func target(_ target: FieldTarget) -> String {
    "\(target.field)\(target.tail.map { "/" + segment($0) }.joined())"
  }

  private func segment(_ segment: PointerSegment) -> String {
    switch segment {
    case .token(let token): value(token)
    case .item(let member, let key): "{\(member)=\(value(key))}"
    }
  }

  func value(_ template: ValueTemplate) -> String {
    switch template {
    case .constant(let value): "\(value)"
    case .expression(let expression): "${\(expression.program.source)}"
    case .text(let parts):
      "text("
        + parts.map { part in
          switch part {
          case .literal(let text): "'\(text)'"
          case .expression(let expression): "${\(expression.program.source)}"
          }
        }.joined(separator: ", ") + ")"
    case .array(let elements): "[\(elements.map(value).joined(separator: ", "))]"
    case .object(let members): "{\(members.map { "\($0.key): \(value($0.value))" }.joined(separator: ", "))}"
    }
  }

  private func source(_ expression: CompiledExpression?) -> String {
    expression?.program.source ?? "-"
  }

  private mutating func line(_ depth: Int, _ line: String) {
    text += String(repeating: "  ", count: depth) + line + "\n"
  }
}
