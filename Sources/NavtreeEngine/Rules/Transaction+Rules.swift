import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeText

/// The rules of actions and of lifecycle events: the first that holds runs.
extension Transaction {
  /// Runs the first rule that holds, with the bound payload; false when none does.
  ///
  /// - Parameter window: the window whose focus the screen is; nil if that isn't known.
  func runFirstRule(
    of definition: ActionDefinition, _ action: Int, on screen: ScreenID, in window: Int? = nil, cause: Int?
  ) throws(Failure) -> Bool {
    if let window { scope.look(at: screen, in: window) } else { scope.look(at: screen) }
    if listeners.coverage != nil { count(definition) }
    if !definition.names.isEmpty { scope.begin(definition.names) }
    for index in definition.rules.indices {
      change.work.rules &+= 1
      let rule = Unmanaged.passUnretained(definition.rules[index])
      let isRun = try rule.use { (rule) throws(Failure) in
        if change.isExamined { trace(rule, of: definition, action, screen) }
        if let when = rule.when.unretained {
          guard try when.use({ (when) throws(Failure) in try holds(guard: when) }) else { return false }
        }
        if change.handlerAddress.isEmpty { try setHandler(screen, in: window) }
        if cause == nil { change.handler = screen }
        listeners.actions?.noteTaker(screen, of: self)
        try run(rule, on: screen, in: window, Trigger(name: .action(action), cause: cause))
        return true
      }
      if isRun { return true }
    }
    return false
  }

  /// Runs the first rule of a live screen that holds.
  func runFirst(
    of rules: [Rule], of screen: ScreenID, _ trigger: Trigger
  ) throws(Failure) {
    clearPayload()
    scope.look(at: screen)
    scope.begin(rules.first?.names ?? [])
    for rule in rules {
      if let when = rule.when, try !holds(guard: when) { continue }
      return try run(rule, on: screen, trigger)
    }
  }

  /// - Parameter window: the window whose focus the screen is; nil if that isn't known.
  private func run(_ rule: Rule, on screen: ScreenID, in window: Int? = nil, _ trigger: Trigger)
    throws(Failure)
  {
    if listeners.coverage != nil { count(rule, trigger, on: screen, of: try type(of: screen)) }
    if let assignment = rule.assignment.unretained {
      return try assignment.use { (assignment) throws(Failure) in
        try run(assignment, on: screen, in: window)
      }
    }
    var runner = RuleRunner(self, on: screen, trigger)
    try runner.run(rule.steps)
  }

  /// Runs the commonest rule, without prepared steps.
  @inline(__always)
  private func run(_ assignment: Assignment, on screen: ScreenID, in window: Int?) throws(Failure) {
    let field = assignment.target.field
    let window = if let window { window } else { try focus(on: screen) }
    let record = Unmanaged.passUnretained(flow.screens[world.windows[window].focus.type].state)
    var value: JSONValue
    if let expression = assignment.expression.unretained {
      value = try expression.use { (expression) throws(Failure) in try self.value(of: expression) }
    } else {
      value = try self.value(of: assignment.value)
    }
    try record.use { (record) throws(Failure) in
      do throws(Misfit) {
        try record.fit(&value, to: field)
      } catch {
        throw flowDefect(error, of: record.fields[field], at: assignment.target.location)
      }
    }
    swap(&world.windows[window].state[field], &value)
    history.journal.append(.field(screen, field, value))
  }

  /// Runs the first rule of a removed screen that holds, over its state at the removal.
  ///
  /// Changes to the screen itself, or from there, are lost with it; those elsewhere take effect.
  func run(_ rules: [Rule], of departed: DepartedScreen, _ trigger: Trigger) throws(Failure) {
    scope.begin(rules.first?.names ?? [])
    for rule in rules {
      if let when = rule.when, try !holds(guard: when) { continue }
      if listeners.coverage != nil {
        count(rule, trigger, on: departed.screen.id, of: departed.screen.type)
      }
      var runner = RuleRunner(self, on: departed.screen.id, trigger)
      var steps: [RuleRunner.Prepared] = []
      for step in rule.steps {
        switch step {
        case .reject(let message): throw try runner.rejection(message, at: departed.address)
        case .setShared: steps.append(try runner.prepare(step))
        case .send(let template):
          if let action = try queued(template, for: departed, trigger) { steps.append(.send(action)) }
        case .set, .unset, .cancel, .dropLinks, .navigate, .effect, .after, .load, .reply: continue
        }
      }
      for step in steps { try runner.apply(step) }
      return
    }
  }

  /// A send of a removed screen; nil if its target is gone too.
  private func queued(
    _ template: SendTemplate, for departed: DepartedScreen, _ trigger: Trigger
  ) throws(Failure) -> QueuedAction? {
    let window = world.windows.index(named: departed.window)
    let recipients = try recipients(of: template)
    let target: QueuedAction.Target
    switch template.to {
    case .itself: return nil
    case .parent:
      guard let parent = departed.parent, world.windows.contains(parent.id) else { return nil }
      target = .screen(parent.id)
    case .root:
      guard window != nil || Self.reaches(recipients, beyond: departed.window) else { return nil }
      target = .root
    case .active:
      guard window != nil else { return nil }
      target = .active
    case .address(let template): target = .address(try text(of: template))
    }
    return QueuedAction(
      target: target, window: window ?? 0, content: try content(of: template),
      origin: .rule(template.location), cause: enter(trigger, at: departed.address),
      recipients: recipients, isLostWithItsTarget: true)
  }

  /// The hint of a navigation, for those who follow it.
  func hint(of step: NavigationStep) throws(Failure) -> JSONValue? {
    try step.hint.map { (hint) throws(Failure) in try value(of: hint) }
  }

  /// Stops the effects and timers of a screen, or with nil of the session, that have a key.
  func cancel(_ key: UTF8Key, of screen: ScreenID?) {
    cancelEffects(of: screen, key: key, .cancelled)
    clearTimers(of: screen, key: key)
  }
}
