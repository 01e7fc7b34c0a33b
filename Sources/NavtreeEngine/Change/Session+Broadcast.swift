import NavtreeCEL
package import NavtreeFlow
package import NavtreeJSON
package import NavigationTree

/// The outcome of a broadcast, as the protocol reports it.
package struct BroadcastOutcome {
  /// The screens that took the action.
  package var handledBy: [JSONValue] = []
  /// Those that didn't take it, with the reason.
  package var declined: [JSONValue] = []
}

extension Session {
  /// The content of a broadcast.
  package enum Broadcast {
    case declared(Int, JSONObject)
    case navigation(NavigationRequest, force: Bool)
  }

  /// Sends an action to screens of one type, in this order, as one change. It doesn't bubble, and the actions
  /// that rules send are handled after all screens have had it. Without screens nothing changes.
  package func broadcast(_ content: Broadcast, to screens: [ScreenID], type: Int) throws(Failure)
    -> BroadcastOutcome
  {
    var outcome = BroadcastOutcome()
    if screens.isEmpty { return outcome }
    try inOneChange(cause(of: content)) { () throws(Failure) in
      for id in screens {
        var entry: JSONObject = ["at": .string(id.description), "id": .integer(id.number)]
        guard world.windows.contains(id) else {
          entry["reason"] = .string(Reason.gone.rawValue)
          outcome.declined.append(.object(entry))
          continue
        }
        let window = try focus(on: id)
        entry["at"] = .string(world.windows[window].address(of: id))
        if try offer(content, to: id, type: type, in: window) {
          if let reply = change.reply { entry["reply"] = reply }
          outcome.handledBy.append(.object(entry))
        } else {
          entry["reason"] = .string(Reason.noRuleHolds.rawValue)
          outcome.declined.append(.object(entry))
        }
      }
    }
    return outcome
  }

  /// The reason that a screen didn't take an action that its type declares.
  enum Reason: String {
    case noRuleHolds
    /// An earlier recipient removed the screen.
    case gone
  }

  private func cause(of content: Broadcast) -> Cause {
    switch content {
    case .declared(let action, _): .action(action)
    case .navigation(let request, _): .navigation(request.name)
    }
  }

  private func offer(_ content: Broadcast, to id: ScreenID, type: Int, in window: Int) throws(Failure)
    -> Bool
  {
    change.reply = nil
    switch content {
    case .declared(let action, let payload):
      guard let definition = flow.screens[type].actions[action] else { return false }
      return try offer(definition, action, payload, in: window, screen: id, cause: nil, .caller)
    case .navigation(let request, let force):
      return try perform(request, in: window, .caller, Asking(force: force, unasked: nil)).handled
    }
  }

  /// The recipients of a broadcast: the screens that answer a query over a type, in the order in which they
  /// were made.
  ///
  /// - Complexity: O(number of screens of the type), plus the cost of the condition.
  package func receivers(of query: Query) throws(Failure) -> [ScreenID] {
    guard case .screens(let type, _, _) = query.subject else { return [] }
    var budget = CELBudget(limit: traits.costLimit)
    var found: [ScreenID] = []
    for id in ids(ofType: type) where try match(id, query, budget: &budget) != nil { found.append(id) }
    return found
  }
}
