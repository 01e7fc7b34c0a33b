import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeText
import NavtreeYAML

extension Transaction {
  /// The action or lifecycle event whose rule runs, for the chain that an error shows.
  struct Trigger {
    enum Name {
      case action(Int)
      case lifecycle(LifecycleEvent)
    }

    let name: Name
    let cause: Int?
  }

  /// A step of a rule with its values evaluated.
  enum Prepared {
    /// A field of a screen, or with nil a shared one.
    case set(ScreenID?, FieldTarget, tail: [PlaceSegment], JSONValue)
    case unset(ScreenID?, FieldTarget, tail: [PlaceSegment])
    case cancel(CancelTemplate, key: UTF8Key)
    case dropLinks
    case navigate(NavigationRequest, from: StepStart?, force: Bool, hint: JSONValue?, SourceLocation)
    case effect(EffectRequest, for: Owner)
    case after(QueuedAction, for: Owner, key: UTF8Key?, delay: Int, AfterTemplate)
    case send(QueuedAction)
    case reply(JSONValue)
    case load(LoaderAction, [JSONValue])
  }

  /// Runs a rule of a screen.
  ///
  /// All values are evaluated before the first step, so that each sees the state as it was when the action
  /// arrived.
  /// - Parameter window: the window whose focus the screen is; nil if that isn't known.
  func run(_ rule: Rule, on screen: ScreenID, in window: Int? = nil, _ trigger: Trigger) throws(Failure) {
    if listeners.coverage != nil { count(rule, trigger, on: screen, of: try type(of: screen)) }
    if let assignment = rule.assignment.unretained {
      return try assignment.use { (assignment) throws(Failure) in
        try run(assignment, on: screen, in: window)
      }
    }
    var place = screen
    if rule.steps.count == 1 {
      let step = try prepare(rule.steps[0], on: screen, trigger)
      scope.forgetNamed()
      return try apply(step, on: screen, trigger, &place)
    }
    var prepared: [Prepared] = []
    prepared.reserveCapacity(rule.steps.count)
    for step in rule.steps { prepared.append(try prepare(step, on: screen, trigger)) }
    scope.forgetNamed()
    for step in prepared { try apply(step, on: screen, trigger, &place) }
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

  func prepare(_ step: RuleStep, on screen: ScreenID, _ trigger: Trigger) throws(Failure) -> Prepared {
    switch step {
    case .reject(let message):
      throw try rejection(message, trigger, at: address(of: screen))
    case .set(let assignment):
      let target = assignment.target
      return .set(
        screen, target, tail: try tail(of: target), try taken(assignment, of: record(of: screen)))
    case .setShared(let assignment):
      let target = assignment.target
      return .set(nil, target, tail: try tail(of: target), try taken(assignment, of: flow.shared))
    case .unset(let target):
      return .unset(screen, target, tail: try tail(of: target))
    case .dropLinks: return .dropLinks
    case .cancel(let template):
      return .cancel(template, key: UTF8Key(try text(of: template.key)))
    case .after(let after):
      var action = try queued(after.send, from: screen, cause: nil, isLater: true)
      if after.isForSession { action.target = .flow }
      let key = try after.key.map { (key) throws(Failure) in UTF8Key(try text(of: key)) }
      let delay = try milliseconds(of: after.delay, at: after.location)
      return .after(action, for: try owner(after.isForSession, screen), key: key, delay: delay, after)
    case .navigate(let step):
      let start = try step.at.map { (at) throws(Failure) in try self.start(at, from: screen, step.location) }
      return .navigate(
        try request(step.navigation, at: step.location), from: start, force: step.force,
        hint: try hint(of: step), step.location)
    case .effect(let template):
      return .effect(try request(template), for: try owner(template.isForSession, screen))
    case .send(let template):
      return .send(try queued(template, from: screen, cause: enter(trigger, at: address(of: screen))))
    case .reply(let template):
      return .reply(try value(of: template))
    case .load(let action):
      return .load(action, scope.payload)
    }
  }

  /// The hint of a navigation, for those who follow it.
  func hint(of step: NavigationStep) throws(Failure) -> JSONValue? {
    try step.hint.map { (hint) throws(Failure) in try value(of: hint) }
  }

  func name(of trigger: Trigger) -> String {
    switch trigger.name {
    case .action(let action): flow.actionNames[action]
    case .lifecycle(let event): event.rawValue
    }
  }

  /// The failure of a rule that rejects.
  func rejection(_ message: ValueTemplate, _ trigger: Trigger, at address: String) throws(Failure)
    -> Failure
  {
    var data: JSONObject = ["at": .string(address)]
    switch trigger.name {
    case .action(let action): data["action"] = .string(flow.actionNames[action])
    case .lifecycle(let event): data["lifecycle"] = .string(event.rawValue)
    }
    return Failure(.rejected, try text(of: message), data)
  }

  private func taken(_ assignment: Assignment, of record: RecordDefinition) throws(Failure) -> JSONValue {
    let value = try self.value(of: assignment.value)
    let target = assignment.target
    return target.tail.isEmpty
      ? try fitted(value, to: record.fields[target.field], at: target.location) : value
  }

  /// The path from a field's value to the place that a rule writes to.
  private func tail(of target: FieldTarget) throws(Failure) -> [PlaceSegment] {
    if target.tail.isEmpty { return [] }
    var segments: [PlaceSegment] = []
    for segment in target.tail {
      switch segment {
      case .token(let template): segments.append(.token(try text(of: template)))
      case .item(let member, let value): segments.append(.item(member: member, value: try text(of: value)))
      }
    }
    return segments
  }

  /// - Parameter place: the screen that the next navigation starts from.
  func apply(
    _ step: Prepared, on screen: ScreenID, _ trigger: Trigger, _ place: inout ScreenID
  ) throws(Failure) {
    switch step {
    case .set(let owner, let target, let tail, let value):
      try set(owner, target, tail: try path(tail, owner, target), to: value)
    case .unset(let owner, let target, let tail):
      try unset(owner, target, tail: try path(tail, owner, target))
    case .dropLinks: dropLinks()
    case .cancel(let template, let key):
      if template.isOfScreen { cancel(key, of: screen) }
      if template.isOfSession { cancel(key, of: nil) }
    case .navigate(let request, let start, let force, let hint, let location):
      if traits.loadsByItself || listeners.isWatched || !world.ledgers.results.isEmpty {
        change.currentCause = enter(trigger, at: address(of: screen))
      }
      defer { change.currentCause = nil }
      listeners.transitions?.begin(by: name(of: trigger), hint: hint)
      let start = try self.screen(at: start ?? .screen(place), location)
      place = try go(request, from: start, .rule(location), Asking(force: force, unasked: screen))
    case .effect(let request, let owner): try ask(request, for: owner)
    case .send(let action):
      guard change.queue.count < limits[.queue] else { throw limits.exceeded(.queue) }
      change.queue.append(action)
    case .reply(let value):
      if change.reply == nil { change.reply = value }
    case .after(let action, let owner, let key, let delay, let after):
      guard after.isForSession || world.windows.contains(screen) else {
        throw flowDefect("the screen that would wait is gone", at: after.location)
      }
      try setTimer(
        .send(action), for: owner, key: key, delay: delay, idle: after.idle,
        isWhileRunning: after.isWhileRunning)
    case .load(let action, let payload):
      try run(action, on: screen, payload)
    }
  }

  /// Stops the effects and timers of a screen, or with nil of the session, that have a key.
  private func cancel(_ key: UTF8Key, of screen: ScreenID?) {
    cancelEffects(of: screen, key: key, .cancelled)
    clearTimers(of: screen, key: key)
  }

  private func owner(_ isSession: Bool, _ screen: ScreenID) throws(Failure) -> Owner {
    isSession ? .session(window: world.windows[try window(of: screen)].window) : .screen(screen)
  }
}
