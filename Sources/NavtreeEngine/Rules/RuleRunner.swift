import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeText
import NavtreeYAML

/// Runs the steps of a screen's rule in a transaction.
///
/// All values are evaluated before the first step, so that each sees the state as it was when the action arrived.
struct RuleRunner {
  /// A step of a rule with its values evaluated.
  enum Prepared {
    /// A field of a screen, or with nil a shared one.
    case set(ScreenID?, FieldTarget, tail: [PlaceSegment], JSONValue)
    case unset(ScreenID?, FieldTarget, tail: [PlaceSegment])
    case cancel(CancelTemplate, key: UTF8Key)
    case dropLinks
    case navigate(NavigationRequest, from: Start?, force: Bool, hint: JSONValue?, SourceLocation)
    case effect(EffectRequest, for: Owner)
    case after(QueuedAction, for: Owner, key: UTF8Key?, delay: Int, AfterTemplate)
    case send(QueuedAction)
    case reply(JSONValue)
    case load(LoaderAction, [JSONValue])
  }

  let transaction: Transaction
  let screen: ScreenID
  let trigger: Trigger
  /// The screen that the next navigation starts from.
  var place: ScreenID
  /// The names of the windows that its steps have closed.
  var closed: [String] = []

  init(_ transaction: Transaction, on screen: ScreenID, _ trigger: Trigger) {
    self.transaction = transaction
    self.screen = screen
    self.trigger = trigger
    place = screen
  }

  mutating func run(_ steps: [RuleStep]) throws(Failure) {
    if steps.count == 1 {
      let step = try prepare(steps[0])
      transaction.scope.forgetNamed()
      return try apply(step)
    }
    var prepared: [Prepared] = []
    prepared.reserveCapacity(steps.count)
    for step in steps { prepared.append(try prepare(step)) }
    transaction.scope.forgetNamed()
    for step in prepared { try apply(step) }
  }

  // MARK: Values

  func prepare(_ step: RuleStep) throws(Failure) -> Prepared {
    switch step {
    case .reject(let message):
      throw try rejection(message, at: transaction.address(of: screen))
    case .set(let assignment):
      let target = assignment.target
      return .set(
        screen, target, tail: try tail(of: target),
        try taken(assignment, of: transaction.record(of: screen)))
    case .setShared(let assignment):
      let target = assignment.target
      return .set(
        nil, target, tail: try tail(of: target), try taken(assignment, of: transaction.flow.shared))
    case .unset(let target):
      return .unset(screen, target, tail: try tail(of: target))
    case .dropLinks: return .dropLinks
    case .cancel(let template):
      return .cancel(template, key: UTF8Key(try transaction.text(of: template.key)))
    case .after(let after):
      var action = try transaction.queued(after.send, from: screen, cause: nil, isLater: true)
      if after.isForSession { action.target = .flow }
      let key = try after.key.map { (key) throws(Failure) in UTF8Key(try transaction.text(of: key)) }
      let delay = try transaction.milliseconds(of: after.delay, at: after.location)
      return .after(action, for: try owner(after.isForSession), key: key, delay: delay, after)
    case .navigate(let step):
      let start = try step.at.map { (at) throws(Failure) in try self.start(at, step.location) }
      return .navigate(
        try transaction.request(step.navigation, at: step.location), from: start, force: step.force,
        hint: try transaction.hint(of: step), step.location)
    case .effect(let template):
      return .effect(try transaction.request(template), for: try owner(template.isForSession))
    case .send(let template):
      let cause = transaction.enter(trigger, at: transaction.address(of: screen))
      return .send(try transaction.queued(template, from: screen, cause: cause))
    case .reply(let template):
      return .reply(try transaction.value(of: template))
    case .load(let action):
      return .load(action, transaction.scope.payload)
    }
  }

  /// The failure of a rule that rejects.
  func rejection(_ message: ValueTemplate, at address: String) throws(Failure) -> Failure {
    let data: JSONObject = [
      "at": .string(address),
      trigger.isLifecycle ? "lifecycle" : "action": .string(trigger.text(in: transaction.flow)),
    ]
    return Failure(.rejected, try transaction.text(of: message), data)
  }

  private func taken(_ assignment: Assignment, of record: RecordDefinition) throws(Failure) -> JSONValue {
    let value = try transaction.value(of: assignment.value)
    let target = assignment.target
    if !target.tail.isEmpty { return value }
    return try transaction.fitted(value, to: record.fields[target.field], at: target.location)
  }

  /// The path from a field's value to the place that a rule writes to.
  private func tail(of target: FieldTarget) throws(Failure) -> [PlaceSegment] {
    if target.tail.isEmpty { return [] }
    var segments: [PlaceSegment] = []
    for segment in target.tail {
      switch segment {
      case .token(let template): segments.append(.token(try transaction.text(of: template)))
      case .item(let member, let value):
        segments.append(.item(member: member, value: try transaction.text(of: value)))
      }
    }
    return segments
  }

  private func owner(_ isSession: Bool) throws(Failure) -> Owner {
    if !isSession { return .screen(screen) }
    return .session(window: transaction.world.windows[try transaction.window(of: screen)].window)
  }

  /// The owner of work that begins after the steps that have run: the session alone, if they have closed the window.
  private func left(_ owner: Owner) -> Owner {
    guard !closed.isEmpty, case .session(let window) = owner else { return owner }
    return closed.contains { $0.hasSameBytes(as: window) } ? .sessionAlone : owner
  }

  // MARK: Steps

  mutating func apply(_ step: Prepared) throws(Failure) {
    switch step {
    case .set(let owner, let target, let tail, let value):
      try transaction.set(owner, target, tail: try transaction.path(tail, owner, target), to: value)
    case .unset(let owner, let target, let tail):
      try transaction.unset(owner, target, tail: try transaction.path(tail, owner, target))
    case .dropLinks: transaction.dropLinks()
    case .cancel(let template, let key):
      if template.isOfScreen { transaction.cancel(key, of: screen) }
      if template.isOfSession { transaction.cancel(key, of: nil) }
    case .navigate(let request, let start, let force, let hint, let location):
      if transaction.traits.loadsByItself || transaction.listeners.isWatched
        || !transaction.world.ledgers.results.isEmpty
      {
        transaction.change.currentCause = transaction.enter(trigger, at: transaction.address(of: screen))
      }
      defer { transaction.change.currentCause = nil }
      transaction.listeners.transitions?.begin(by: trigger.text(in: transaction.flow), hint: hint)
      try go(request, from: start ?? .screen(place), location, force: force)
    case .effect(let request, let owner): try transaction.ask(request, for: left(owner))
    case .send(let action):
      guard transaction.change.queue.count < transaction.limits[.queue] else {
        throw transaction.limits.exceeded(.queue)
      }
      transaction.change.queue.append(action)
    case .reply(let value):
      if transaction.change.reply == nil { transaction.change.reply = value }
    case .after(let action, let owner, let key, let delay, let after):
      guard after.isForSession || transaction.world.windows.contains(screen) else {
        throw transaction.flowDefect("the screen that would wait is gone", at: after.location)
      }
      try transaction.setTimer(
        .send(action), for: left(owner), key: key, delay: delay, idle: after.idle,
        isWhileRunning: after.isWhileRunning)
    case .load(let action, let payload):
      try transaction.run(action, on: screen, payload)
    }
  }
}
