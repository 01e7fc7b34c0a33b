import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeText

/// Windows that open and close.
extension Transaction {
  /// Opens a window, after the others, with a screen of any type as its root, as a change of its own.
  func openWindow(_ name: String, _ request: ScreenRequest, hint: JSONValue? = nil) throws(Failure)
    -> ScreenID
  {
    guard NavigationPath.isWindow(name) else {
      throw Failure(
        .invalidParams, "'\(name.echo)' can't name a window: its name has \(NavigationPath.windowRule)",
        ["pointer": "/window"])
    }
    guard world.windows.index(named: name) == nil else {
      throw Failure(.nameTaken, "a window named '\(name.echo)' is open already", ["pointer": "/window"])
    }
    guard world.windows.count < limits[.windows] else { throw limits.exceeded(.windows) }
    var root = ScreenID(0)
    try inOneChange(.request(.windowOpen)) { () throws(Failure) in
      listeners.transitions?.begin(by: nil, hint: hint)
      listeners.actions?.noteRequest(of: self) { mask in
        var payload: JSONObject = [
          "window": .string(name), "screen": .string(flow.screens[request.type].name),
        ]
        if let params = request.params {
          payload["params"] = .object(mask.shown(params, ofType: request.type))
        }
        return payload
      }
      let state = try make(request, .caller)
      try admit(state, depth: 0)
      guard let window = NavigationZipper(state, window: name, catalog: flow.catalog) else { return }
      root = window.rootID
      history.journal.append(.windowOpened(world.windows.count))
      world.windows.append(window)
      listeners.coverage?.note(placed: state, flow)
      listeners.transitions?.observe(in: self)
      observeOpening(of: world.windows.count - 1)
    }
    return root
  }

  /// Closes a window with everything that it holds, as a change of its own.
  ///
  /// - Complexity: O(number of screens in it).
  func closeWindow(_ name: String, force: Bool, hint: JSONValue? = nil) throws(Failure) {
    let window = try self.window(named: name)
    guard world.windows.count > 1 else {
      throw Failure(
        .notDismissable, "/\(name) is the last window",
        ["at": .string("/\(name)")], advice: .closeSession)
    }
    try inOneChange(.request(.windowClose)) { () throws(Failure) in
      listeners.transitions?.begin(by: nil, hint: hint)
      listeners.actions?.noteRequest(of: self) { _ in ["window": .string(name)] }
      let root = world.windows[window].rootID
      try ask(root, Asking(force: force, unasked: nil))
      let before = sight(from: root)
      depart(root, .windowClosed)
      leaveWork(ofWindow: name)
      world.windows[window].move(to: root)
      history.journal.append(.windowClosed(window, world.windows.remove(at: window)))
      listeners.transitions?.observe(in: self)
      observeClosing(from: before)
    }
  }

  /// Leaves the session's work that was begun in a window to the first one, as the window closes: a later one of its
  /// name is another one.
  ///
  /// - Complexity: O(amount of the session's work).
  private func leaveWork(ofWindow name: String) {
    for timer in world.ledgers.timers.timers(of: nil) where timer.owner == .session(window: name) {
      let step = TimerOwnerStep(number: timer.number, owner: .sessionAlone)
      history.journal.append(step.revert(in: &world.ledgers.timers, resumingAt: nil))
    }
    for effect in world.ledgers.effects.of(nil) where effect.owner == .session(window: name) {
      put(effect.owned(by: .sessionAlone), for: effect.id)
    }
  }
}
