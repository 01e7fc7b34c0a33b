import NavtreeCEL
package import NavtreeFlow
package import NavtreeJSON
package import NavigationTree

/// What came of a broadcast, as the protocol tells it.
package struct BroadcastOutcome {
  /// The screens that took the action.
  package var handledBy: [JSONValue] = []
  /// Those that didn't, with the reason.
  package var declined: [JSONValue] = []
}

extension Session {
  /// What every screen of a broadcast gets.
  package enum Broadcast {
    case declared(Int, JSONObject)
    case navigation(NavigationRequest, force: Bool)
  }

  /// Sends an action to screens of one type, in this order, as one change. It doesn't bubble, and what their
  /// rules send is handled when all have had it. Without screens nothing changes.
  package func broadcast(_ content: Broadcast, to screens: [ScreenID], type: Int) throws(Failure)
    -> BroadcastOutcome
  {
    var outcome = BroadcastOutcome()
    if screens.isEmpty { return outcome }
    try inOneChange(cause(of: content)) { () throws(Failure) in
      for id in screens {
        var entry: JSONObject = ["at": .string(id.description), "id": .integer(id.number)]
        guard isAlive(id) else {
          entry["reason"] = .string(Reason.gone.rawValue)
          outcome.declined.append(.object(entry))
          continue
        }
        let window = try focus(on: id)
        entry["at"] = .string(address(of: id, in: window))
        if try deliver(content, to: id, type: type, in: window) {
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

  /// Why a screen didn't take an action that its type declares.
  enum Reason: String {
    case noRuleHolds
    /// A screen that had the action before removed it.
    case gone
  }

  private func cause(of content: Broadcast) -> Cause {
    switch content {
    case .declared(let action, _): .action(action)
    case .navigation(let request, _): .navigation(request.name)
    }
  }

  private func deliver(_ content: Broadcast, to id: ScreenID, type: Int, in window: Int) throws(Failure)
    -> Bool
  {
    change.reply = nil
    switch content {
    case .declared(let action, let payload):
      guard let definition = flow.screens[type].actions[action] else { return false }
      return try run(definition, action, payload, in: window, screen: id, cause: nil, .caller)
    case .navigation(let request, let force):
      return try perform(request, in: window, .caller, Asking(force: force, unasked: nil)).handled
    }
  }

  /// The screens that a broadcast reaches: those that answer a query over a type, in the order in which they
  /// were made.
  ///
  /// - Complexity: O(number of screens of the type), besides what the condition costs.
  package func receivers(of query: Query) throws(Failure) -> [ScreenID] {
    guard case .screens(let type, _, _) = query.subject else { return [] }
    var budget = CELBudget(limit: traits.costLimit)
    var found: [ScreenID] = []
    for id in ids(ofType: type) where try match(id, query, budget: &budget) != nil { found.append(id) }
    return found
  }
}
