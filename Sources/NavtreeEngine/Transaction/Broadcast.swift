import NavtreeFlow
package import NavtreeJSON
package import NavigationTree

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
        if try offer(content, to: id, type: type) {
          outcome.takers.append(.init(at: at, id: id, reply: change.reply))
        } else {
          outcome.decliners.append(Decliner(at: at, id: id, reason: .noRuleHolds))
        }
      }
    }
    return outcome
  }

  private func offer(_ content: ActionContent, to id: ScreenID, type: Int) throws(Failure) -> Bool {
    change.reply = nil
    switch content {
    case .declared(let action, let payload):
      guard let definition = flow.screens[type].actions[action] else { return false }
      listeners.actions?.note(action, payload, at: id, of: self, cause: nil, root: .request)
      return try offer(definition, action, payload, to: id, cause: nil, .caller)
    case .navigation(let request, let force, let hint):
      return try perform(
        request, named: nil, at: id, .caller, force: force, hint: hint, cause: nil, root: .request
      ).isHandled
    }
  }
}
