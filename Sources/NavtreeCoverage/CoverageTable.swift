import NavigationTree
import NavtreeCEL
import NavtreeEngine
package import NavtreeFlow
import NavtreeText
import NavtreeYAML

/// Everything in a flow that coverage counts, except pairs of rules.
package struct CoverageTable {
  package let flow: FlowDefinition
  /// In the order of the kinds, within each in declared order.
  package private(set) var items: [CoverageItem] = []
  /// The name of each rule.
  package private(set) var ruleNames: [ObjectIdentifier: String] = [:]

  /// - Complexity: O(size of the flow).
  package init(_ flow: FlowDefinition) {
    self.flow = flow
    for (type, screen) in flow.screens.enumerated() {
      items.append(CoverageItem(.screens, screen.name, screen.location, .screen(type)))
      addSlots(of: screen, type)
      addActions(screen.actions, of: screen.name)
      addLifecycle(of: screen, type)
      addDerived(screen.computed, screen.guards, of: screen.name)
      if let dismissible = screen.expressions.dismissible {
        // A screen that always may be dismissed refuses nothing.
        if case .bool(true)? = dismissible.program.constant { continue }
        items.append(CoverageItem(.dismissals, screen.name, dismissible.location, .refusal(type)))
      }
    }
    addActions(flow.actions, of: Self.flowsOwn)
    addDerived(flow.computed, flow.guards, of: Self.flowsOwn)
    addStart()
    addEffects()
    addLinks()
    items = items.enumerated().sorted {
      ($0.element.kind.order, $0.offset) < ($1.element.kind.order, $1.offset)
    }.map(\.element)
  }

  /// The owner of what the flow declares beside its screens, in names.
  private static let flowsOwn = "*"

  private mutating func addSlots(of screen: ScreenDefinition, _ type: Int) {
    for (index, slot) in screen.slots.enumerated() {
      let name = "\(screen.name).\(slot.name)"
      switch slot.style {
      case .tab: items.append(CoverageItem(.tabs, name, slot.location, .tab(type: type, slot: index)))
      case .push, .sheet, .popover, .cover, .pane:
        items.append(CoverageItem(.slots, name, slot.location, .slot(type: type, slot: index)))
      }
    }
  }

  /// Adds actions and their rules, except those of navtree's own.
  private mutating func addActions(_ actions: ActionTable, of owner: String) {
    for element in actions.elements where !element.definition.rules.contains(where: \.isOwn) {
      let name = "\(owner).\(flow.actionNames[element.action])"
      let definition = element.definition
      items.append(
        CoverageItem(.actions, name, definition.location, .action(ObjectIdentifier(definition))))
      addRules(definition.rules, of: name)
    }
  }

  private mutating func addRules(_ rules: [Rule], of owner: String) {
    for (index, rule) in rules.enumerated() {
      let name = "\(owner)[\(index)]"
      ruleNames[ObjectIdentifier(rule)] = name
      items.append(CoverageItem(.rules, name, rule.location, .rule(ObjectIdentifier(rule))))
      addDerived(Array(rule.ownNames), [], of: name)
      if let when = rule.when { addGuard(when, name, owner: rule.location) }
    }
  }

  private mutating func addLifecycle(of screen: ScreenDefinition, _ type: Int) {
    for event in LifecycleEvent.allCases {
      guard let rules = screen.lifecycle[event], let first = rules.first else { continue }
      let name = "\(screen.name)(\(event.rawValue))"
      items.append(CoverageItem(.lifecycle, name, first.location, .lifecycle(type: type, event)))
      addRules(rules, of: name)
    }
  }

  private mutating func addDerived(
    _ computed: [DerivedDefinition], _ guards: [DerivedDefinition], of owner: String
  ) {
    for value in computed {
      items.append(
        CoverageItem(
          .computed, "\(owner).\(value.name)", value.value.location, .computed(ObjectIdentifier(value.value)))
      )
    }
    for condition in guards { addGuard(condition.value, "\(owner).\(condition.name)", owner: nil) }
  }

  private mutating func addGuard(_ condition: CompiledExpression, _ name: String, owner: SourceLocation?) {
    // A guard that can't differ has no other way.
    guard condition.program.constant == nil else { return }
    let outcomes = CoverageEvent.Verdict.allCases.map { verdict in
      CoverageItem.Outcome(
        name: verdict.rawValue, event: .condition(ObjectIdentifier(condition), verdict),
        isRequired: verdict != .error)
    }
    items.append(CoverageItem(.guards, name, condition.location, outcomes, owner: owner))
  }

  private mutating func addStart() {
    for window in flow.start {
      for (index, choice) in window.choices.enumerated() {
        if let when = choice.when { addGuard(when, "start:\(window.window)[\(index)]", owner: nil) }
      }
    }
  }

  private mutating func addEffects() {
    let timed = flow.effectTemplates.filter { $0.timeout ?? $0.deadline != nil }.map {
      ObjectIdentifier($0.definition)
    }
    for effect in flow.effects {
      let id = ObjectIdentifier(effect)
      let outcomes = CoverageEvent.Outcome.allCases.compactMap { outcome in
        outcome == .timedOut && !timed.contains(id)
          ? nil
          : CoverageItem.Outcome(
            name: outcome.rawValue, event: .effect(id, outcome), isRequired: true,
            isInterruption: outcome != .done && outcome != .failed)
      }
      items.append(CoverageItem(.effects, effect.name, effect.location, outcomes))
    }
  }

  private mutating func addLinks() {
    var known: [String: Int] = [:]
    for (index, link) in flow.links.definitions.enumerated() {
      var name = flow.links.table.routes[index].pattern.text
      // Links may differ in their queries alone.
      known[name, default: 0] += 1
      if let count = known[name], count > 1 { name += " (\(count))" }
      let outcomes = CoverageEvent.Passage.allCases.compactMap { passage -> CoverageItem.Outcome? in
        switch passage {
        case .waited where link.when == nil, .otherwise where link.otherwise == nil: nil
        case .matched, .opened, .waited, .otherwise:
          CoverageItem.Outcome(
            name: passage.rawValue, event: .link(index, passage), isRequired: passage == .matched)
        }
      }
      items.append(CoverageItem(.links, name, link.location, outcomes))
      if let when = link.when { addGuard(when, "link:\(name)", owner: link.location) }
    }
  }
}
