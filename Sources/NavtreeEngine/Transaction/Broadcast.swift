package import NavtreeFlow
package import NavtreeJSON
package import NavigationTree
import NavtreeText

/// The screens that took a broadcast, and those that didn't.
package struct BroadcastOutcome {
  package struct Taker {
    package let at: String
    package let id: ScreenID
    package let reply: JSONValue?
  }

  package var takers: [Taker] = []
  package var decliners: [Decliner] = []
}

/// A screen that was offered an action and didn't take it.
package struct Decliner: Equatable, Sendable {
  /// The reason that a screen didn't take an action that its type declares.
  package enum Reason: String, Sendable, CaseIterable {
    case noRuleHolds
    /// An earlier recipient removed the screen.
    case gone
  }

  package let at: String
  package let id: ScreenID
  package let reason: Reason
}

extension ActionContent {
  /// An action of a request, as screens of a type get it.
  ///
  /// - Throws: `notHandled` if the type doesn't declare it.
  package static func action(
    _ action: Int, _ payload: JSONObject, on type: Int, of flow: FlowDefinition
  ) throws(Failure) -> ActionContent {
    let definition = flow.screens[type]
    if definition.actions[action] != nil { return .declared(action, payload) }
    let names = definition.actions.open.map { flow.actionNames[$0] }
    let name = flow.actionNames[action]
    throw Failure(
      .notHandled, "the type '\(definition.name)' doesn't declare the action '\(name)'",
      ["action": .string(name), "actions": .array(names.map { .string($0) })]
    ).hinting(name, among: names)
  }
}

extension Transaction {
  /// Sends an action to screens of one type, in this order, as one change. It doesn't bubble, and the actions
  /// that rules send are handled after all screens have had it. Without screens nothing changes.
  ///
  /// - Parameter cost: that of finding the screens, which is a part of the change's work.
  func broadcast(
    _ content: ActionContent, to screens: [ScreenID], type: Int, cost: Int
  ) throws(Failure) -> BroadcastOutcome {
    if case .declared(let action, _) = content, let definition = flow.definition(of: action, on: type),
      definition.isPrivate
    {
      throw privateAction(action, of: definition, at: nil)
    }
    var outcome = BroadcastOutcome()
    change.askedCount = 0
    if screens.isEmpty { return outcome }
    try inOneChange(content.cause) { () throws(Failure) in
      change.work.cost &+= cost
      for id in screens {
        try checkWork()
        guard let at = world.windows.address(of: id) else {
          outcome.decliners.append(Decliner(at: id.description, id: id, reason: .gone))
          continue
        }
        change.reply = nil
        if try offer(content, to: id, type: type, of: nil) {
          outcome.takers.append(.init(at: at, id: id, reply: change.reply))
        } else {
          outcome.decliners.append(Decliner(at: at, id: id, reason: .noRuleHolds))
        }
      }
    }
    return outcome
  }

  /// The screens of a broadcast that a rule sends, and the name of their window.
  func recipients(of template: SendTemplate) throws(Failure) -> (screens: Recipients, window: String?)? {
    try template.recipients.map { (screens) throws(Failure) in
      (screens, try screens.window.map { (name) throws(Failure) in try text(of: name) })
    }
  }

  /// Whether it is a broadcast that reaches screens of other windows than this one, which is closed.
  static func reaches(
    _ recipients: (screens: Recipients, window: String?)?, beyond window: String
  ) -> Bool {
    recipients.map { $0.window.map { !$0.hasSameBytes(as: window) } ?? true } ?? false
  }

  /// Handles an action that a rule sends to screens of one type.
  func broadcast(
    _ action: QueuedAction, to recipients: Recipients, in window: String?
  ) throws(Failure) {
    let only: Int?
    do {
      only = try window.map { (name) throws(Failure) in try self.window(named: name) }
    } catch {
      throw error.caused(by: action.origin, of: flow)
    }
    let receivers = try screens(ofType: recipients.type, in: only) { (id) throws(Failure) in
      change.work.cost &+= 1
      guard let condition = recipients.condition else { return true }
      scope.look(at: id)
      return try holds(condition)
    }
    for id in receivers where world.windows.contains(id) {
      try checkWork()
      _ = try offer(action.content, to: id, type: recipients.type, of: action)
    }
  }

  /// The screens of a type for which a condition holds, in the order in which they were made.
  ///
  /// - Parameter only: the window whose screens are asked; nil for all windows.
  /// - Complexity: O(number of screens of the type, and of those on the ways to them), plus the cost of the condition.
  func screens(
    ofType type: Int, in only: Int?, where holds: (ScreenID) throws(Failure) -> Bool
  ) throws(Failure) -> [ScreenID] {
    try scope.lookAtMany { () throws(Failure) in
      var found: [ScreenID] = []
      for id in world.windows.ids(ofType: type) {
        guard let window = world.windows.index(holding: id), only ?? window == window else { continue }
        if try holds(id) { found.append(id) }
      }
      return found
    }
  }

  /// - Parameter sent: the action as a rule sends it; nil if a request does.
  private func offer(
    _ content: ActionContent, to id: ScreenID, type: Int, of sent: QueuedAction?
  ) throws(Failure) -> Bool {
    let (origin, cause) = (sent?.origin ?? .caller, sent?.cause)
    switch content {
    case .declared(let action, let payload):
      guard let definition = flow.screens[type].actions[action] else { return false }
      listeners.actions?.note(
        action, payload, at: id, of: self, cause: cause, root: sent.map(rootCause) ?? .request)
      return try offer(definition, action, payload, to: id, cause: cause, origin)
    case .navigation(let request, let force, let hint):
      change.currentCause = cause
      defer { change.currentCause = nil }
      return try perform(
        request, named: sent.map { _ in request.actionName }, at: id, origin, force: force, hint: hint,
        cause: cause, root: sent.map(rootCause) ?? .request
      ).isHandled
    }
  }
}
