import NavtreeCEL
import NavigationTree
import NavtreeText
import NavtreeYAML

/// Finds declarations that are valid but probably not meant.
struct FlowLint {
  let flow: FlowDefinition
  let compilation: Compilation
  /// The navigations of each screen's rules from the screen itself, of the flow's rules and of links.
  private let own: [NavigationUse.Own]
  private let flowOwn: NavigationUse.Own
  private let linkOwn: NavigationUse.Own
  /// The actions that rules send.
  private let sentActions: Set<Int>
  /// The screens whose rules ask for an effect or set a timer.
  let working: [Int]
  /// The navigations of all screens' rules, of the flow's rules and of links.
  private let screenUse: NavigationUse
  private let flowUse: NavigationUse
  private let linkUse: NavigationUse

  init(_ flow: FlowDefinition, _ compilation: Compilation) {
    self.flow = flow
    self.compilation = compilation
    sentActions = flow.sentActions
    var (screenUse, flowUse, linkUse) = (NavigationUse(), NavigationUse(), NavigationUse())
    own = flow.screens.map { screenUse.insert($0.rules) }
    working = own.indices.filter { [own] in own[$0].beginsWork }
    flowOwn = flowUse.insert(flow.actions.rules)
    linkOwn = linkUse.insert(linksOf: flow)
    (self.screenUse, self.flowUse, self.linkUse) = (screenUse, flowUse, linkUse)
  }

  var sink: DiagnosticSink { compilation.sink }
  var screens: [ScreenDefinition] { flow.screens }

  func run() {
    checkScreens()
    checkSlots()
    checkResults()
    checkEffects()
    checkStores()
    checkTypes()
    checkFields()
    for screen in screens {
      if let dismissible = screen.expressions.dismissible, dismissible.program.isAlways(false) {
        sink.warning(
          .neverDismissible, "'dismissible' can never become true", at: dismissible.location,
          hint: "nothing but the screen's own rules can remove it")
      }
      for action in screen.actions.elements { check(action) }
      for event in LifecycleEvent.allCases { checkRules(screen.lifecycle[event] ?? []) }
    }
    checkWork()
    checkFailures()
    checkQuestions()
    for action in flow.actions.elements { check(action) }
    for window in flow.start { checkChoices(window) }
    checkTies()
    checkMeanwhile(screenRoots: own.reduce(into: flowOwn.placed) { $0.formUnion($1.placed) })
    TimerLint(compilation: compilation, screens: screens, flowActions: flow.actions).run(working)
    checkStart()
  }

  /// Finds enforced invariants that don't hold at the start: an error where nothing that the host gives can make
  /// them hold, and a warning where the flow's own values don't, unless lifecycle rules may change these.
  private func checkStart() {
    let enforced = flow.invariants.filter(\.enforce)
    if enforced.isEmpty { return }
    let certain = StartingState(flow, isCertain: true)
    let mayChange = flow.lifecycleRules { $0.sharedWrite != nil || $0.send != nil }
    let usual = mayChange ? nil : StartingState(flow, isCertain: false)
    for invariant in enforced {
      if certain.breaks(invariant.always) == true {
        sink.add(
          .error, .brokenStart, "'\(invariant.name)' is false when a session starts, whatever the host gives",
          at: invariant.always.location, hint: "let it hold at the start, or take its 'enforce' out")
      } else if usual?.breaks(invariant.always) == true {
        sink.warning(
          .brokenStart, "'\(invariant.name)' doesn't hold when a session starts",
          at: invariant.always.location,
          hint: "it refuses nothing until it has held; give the shared fields defaults with which it holds")
      }
    }
  }

  // MARK: Screens and slots

  private func checkScreens() {
    let nodes = zip(screens, own).map { screen, own in
      ScreenReach.Node(placed: own.placed, slots: screen.slots.map(\.presents))
    }
    let roots = compilation.rootTypes.union(flowOwn.placed).union(linkOwn.placed)
    let reach = ScreenReach(nodes, from: roots)
    for (type, screen) in screens.enumerated() where !reach.isReached[type] {
      if reach.isHeld[type] {
        sink.warning(
          .unreachableScreen, "'\(screen.name)' can't be reached from the start", at: screen.location,
          hint: "no screen that can be reached has a slot for it")
      } else {
        sink.warning(
          .unusedScreen, "no slot takes '\(screen.name)', and no window starts with it", at: screen.location,
          hint: "add it to 'presents' of a slot, or take it out")
      }
    }
  }

  /// A slot is used by a rule that presents in it, pushes a type that it takes, or fills it in a tree, and by a link
  /// that opens there.
  private func checkSlots() {
    let pushed = screenUse.pushed.union(flowUse.pushed).union(linkUse.pushed)
    let presented = screenUse.presentedElsewhere.union(flowUse.presentedElsewhere)
      .union(flowOwn.presented.map(\.type))
    let filled = screenUse.filled.union(flowUse.filled).union(linkUse.filled)
    let moved = screenUse.moved.union(flowUse.moved)
    for (type, screen) in screens.enumerated() {
      let own = own[type]
      for (index, slot) in screen.slots.enumerated() where !slot.style.isPart {
        let isUsed =
          own.presents(in: slot)
          || slot.presents.containsAny(of: presented)
          || slot.style == .push && slot.presents.containsAny(of: pushed)
          || filled.contains(NavigationUse.Place(type: type, slot: slot.name))
          || slot.presents.containsAny(of: linkUse.linked[slot.name] ?? [])
          || moved.contains(slot.name) || moved.contains(nil)
        if !isUsed {
          sink.warning(
            .unusedSlot, "no rule presents anything in slot '\(slot.name)' of '\(screen.name)'",
            at: compilation.screens[type].slots[index].location,
            hint: "present a screen in one of the screen's actions, or take the slot out")
        }
      }
    }
  }

  /// Finds screens whose result no rule that presents them takes.
  private func checkResults() {
    let returning = screens.indices.filter { screens[$0].returns != nil }
    if returning.isEmpty { return }
    let presented = Set((own + [flowOwn]).flatMap { $0.presented.lazy.map(\.type) })
      .union(screenUse.pushed).union(flowUse.pushed)
    let awaited = screenUse.awaited.union(flowUse.awaited).union(linkUse.awaited)
    for type in returning where presented.contains(type) && !awaited.contains(type) {
      let screen = screens[type]
      sink.warning(
        .unusedResult, "nobody takes the result of '\(screen.name)'", at: screen.location,
        hint: "add then: ACTION to the rule that presents it, or take its 'returns' out")
    }
  }

  // MARK: Effects

  private func checkEffects() {
    for (index, effect) in compilation.effects.enumerated() {
      if !compilation.askedEffects.contains(index) {
        sink.warning(
          .unusedEffect, "nothing asks for the effect '\(effect.name)'", at: effect.location,
          hint: "ask for it in a rule: effect: { name: \(effect.name) }, or take it out")
      } else if !effect.output.fields.isEmpty, !compilation.takenEffects.contains(index) {
        sink.warning(
          .unusedAnswer, "nobody takes the answer of '\(effect.name)'", at: effect.location,
          hint: "add done: ACTION where it is asked for, or take its 'output' out")
      } else if effect.declaresNext, !compilation.takenNexts.contains(index) {
        sink.warning(
          .unusedAnswer, "nobody takes the answers of '\(effect.name)' before the last one",
          at: effect.location, hint: "add next: ACTION where it is asked for, or take its 'next' out")
      }
    }
  }

  // MARK: Types and stores

  private func checkTypes() {
    for name in compilation.records.schemas.types.unused {
      sink.warning(
        .unusedType, "no field is of type '\(name.text)'", at: name.location,
        hint: "name it in a field, type: \(name.text), or take it out")
    }
  }

  private func checkStores() {
    let stores = compilation.records.stores
    for (index, store) in stores.definitions.enumerated() where !stores.used.contains(index) {
      sink.warning(
        .unusedStore, "no field is kept in the store '\(store.name)'", at: store.location,
        hint: "name it in a field, persist: \(store.name), or take it out")
    }
  }

  // MARK: Fields

  private func checkFields() {
    checkFields(compilation.shared, "shared field", of: nil)
    for (type, screen) in screens.enumerated() { checkFields(screen.state, "state field", of: type) }
  }

  private func checkFields(_ record: RecordDefinition, _ noun: String, of screen: Int?) {
    for (index, field) in record.fields.enumerated()
    where !compilation.usage.isUsed(index, named: field.name, of: screen) {
      sink.warning(
        .unusedField, "nothing in the flow sets or reads the \(noun) '\(field.name)'", at: field.location,
        hint: "set it in a rule, or take it out")
    }
  }

  // MARK: Actions and rules

  private func check(_ action: ActionTable.Element) {
    let definition = action.definition
    checkRules(definition.rules)
    // A refused dismissal sends `dismissRequested`.
    if definition.isPrivate, definition.senders.isEmpty, !sentActions.contains(action.action),
      flow.actionNames[action.action] != ActionDefinition.dismissRequested,
      !definition.rules.contains(where: \.isOwn)
    {
      sink.warning(
        .unsentAction, "nothing sends '\(flow.actionNames[action.action])', which only navtree may send",
        at: definition.location, hint: "name it where it is meant, or take it out")
    }
    guard definition.isNavtrees, !definition.isPrivate else { return }
    sink.warning(
      .publicAction,
      "navtree sends '\(flow.actionNames[action.action])' for \(definition.senders.text), and hosts may too",
      at: definition.location,
      hint: "only navtree sends this: say private: true; hosts do too: private: false")
  }

  private func checkRules(_ rules: [Rule]) {
    var isTaken = false
    for rule in rules {
      if isTaken {
        sink.warning(
          .deadRule, "this rule can never run: the one above it always does", at: rule.location,
          hint: "give the rule above a 'when', or put this one first")
      } else if let when = rule.when, when.program.isAlways(false) {
        sink.warning(.deadRule, "this rule can never run: its 'when' is never true", at: when.location)
      }
      if rule.when == nil || rule.when?.program.isAlways(true) == true { isTaken = true }
    }
  }

  private func checkChoices(_ window: StartWindow) {
    var isTaken = false
    for choice in window.choices {
      if isTaken {
        sink.warning(
          .deadRule, "this choice is never taken: the one above it always is", at: choice.screen.location)
      }
      if choice.when == nil { isTaken = true }
    }
  }
}

extension CELProgram {
  /// Whether the expression is the constant.
  fileprivate func isAlways(_ boolean: Bool) -> Bool {
    if case .bool(boolean) = constant { true } else { false }
  }
}

extension SlotStyle {
  /// Whether it is a tab or a pane, which contain a tree from the start.
  fileprivate var isPart: Bool {
    switch self {
    case .tab, .pane: true
    case .push, .sheet, .popover, .cover: false
    }
  }
}
