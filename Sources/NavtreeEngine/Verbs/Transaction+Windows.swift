import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeText

extension OpenWindow<JSONValue> {
  /// Opens the window after the others.
  func run(
    in transaction: Transaction, at cursor: ScreenID, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    do {
      try transaction.checkName(ofNew: window)
    } catch {
      throw error.caused(by: origin, of: transaction.flow)
    }
    let number = transaction.world.windows.count
    return NavigationOutcome(id: try transaction.open(window, screen, origin), window: number)
  }
}

extension CloseWindow<JSONValue> {
  func run(
    in transaction: Transaction, at cursor: ScreenID, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    do {
      try transaction.close(try transaction.numberOfClosing(window), asking)
    } catch {
      throw error.caused(by: origin, of: transaction.flow)
    }
    return NavigationOutcome()
  }
}

/// Windows that open and close.
extension Transaction {
  /// Opens a window, after the others, with a screen of any type as its root, as a change of its own.
  func openWindow(_ name: String, _ request: ScreenRequest, hint: JSONValue? = nil) throws(Failure)
    -> ScreenID
  {
    try checkName(ofNew: name)
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
      root = try open(name, request, .caller)
    }
    return root
  }

  /// Checks that a window of that name may be opened.
  fileprivate func checkName(ofNew name: String) throws(Failure) {
    guard NavigationPath.isWindow(name) else {
      throw Failure(
        .invalidParams, "'\(name.echo)' can't name a window: its name has \(NavigationPath.windowRule)",
        ["pointer": "/window"])
    }
    guard world.windows.index(named: name) == nil else {
      throw Failure(.nameTaken, "a window named '\(name.echo)' is open already", ["pointer": "/window"])
    }
    guard world.windows.count < limits[.windows] else { throw limits.exceeded(.windows) }
  }

  fileprivate func open(
    _ name: String, _ request: ScreenRequest, _ origin: Origin
  ) throws(Failure) -> ScreenID {
    let state = try make(request, origin)
    try admit(state, depth: 0)
    guard let window = NavigationZipper(state, window: name, catalog: flow.catalog) else {
      return ScreenID(0)
    }
    history.journal.append(.windowOpened(world.windows.count))
    world.windows.append(window)
    listeners.coverage?.note(placed: state, flow)
    listeners.transitions?.observe(in: self)
    observeOpening(of: world.windows.count - 1)
    return window.rootID
  }

  /// Closes a window with everything that it holds, as a change of its own.
  ///
  /// - Complexity: O(number of screens in it).
  func closeWindow(_ name: String, force: Bool, hint: JSONValue? = nil) throws(Failure) {
    let window = try numberOfClosing(name)
    try inOneChange(.request(.windowClose)) { () throws(Failure) in
      listeners.transitions?.begin(by: nil, hint: hint)
      listeners.actions?.noteRequest(of: self) { _ in ["window": .string(name)] }
      try close(window, Asking(force: force, unasked: nil))
    }
  }

  /// The number of the window of that name, which isn't the last.
  fileprivate func numberOfClosing(_ name: String) throws(Failure) -> Int {
    let window = try self.window(named: name)
    guard world.windows.count > 1 else {
      throw Failure(
        .notDismissable, "/\(name) is the last window",
        ["at": .string("/\(name)")], advice: .closeSession)
    }
    return window
  }

  fileprivate func close(_ window: Int, _ asking: Asking) throws(Failure) {
    let root = world.windows[window].rootID
    try ask(root, asking)
    let before = sight(from: root)
    depart(root, .windowClosed)
    let name = world.windows[window].window
    leaveWork(ofWindow: name)
    world.windows[window].move(to: root)
    history.journal.append(.windowClosed(window, world.windows.remove(at: window)))
    noteClosing(of: window, name, root)
    listeners.transitions?.observe(in: self)
    dropLinksOfClosedWindows()
    observeClosing(from: before)
  }

  /// Renumbers what knows a window by its number until the change is answered.
  private func noteClosing(of window: Int, _ name: String, _ root: ScreenID) {
    if change.closed.seq != world.seq + 1 { change.closed = (world.seq + 1, []) }
    change.closed.windows.append(window)
    for index in change.queue.indices {
      let action = change.queue[index]
      if action.window == window, !Self.reaches(action.recipients, beyond: name) {
        switch action.target {
        case .root, .active:
          change.queue[index].target = .screen(root)
          change.queue[index].isLostWithItsTarget = true
        case .screen, .only, .address, .flow: break
        }
      }
      change.queue[index].window = renumbered(action.window, [window])
    }
  }

  /// The number of a window once others are closed; the first one's in place of a closed one.
  private func renumbered(_ window: Int, _ closed: [Int]) -> Int {
    closed.reduce(window) { $0 == $1 ? 0 : $0 > $1 ? $0 - 1 : $0 }
  }

  /// The present number of a window that a request began in.
  func answering(_ window: Int) -> Int {
    change.closed.seq < world.seq ? window : renumbered(window, change.closed.windows)
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
