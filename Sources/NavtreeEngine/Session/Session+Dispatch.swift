package import NavtreeFlow
package import NavtreeJSON
package import NavigationTree

/// Changes that a request makes: an action, a navigation, or several of them.
extension Session {
  /// Sends an action to a screen, as a change of its own.
  ///
  /// If the screen doesn't declare it, or none of its rules holds, it bubbles to the ancestors, except those
  /// of a type that has declined it, and finally to the flow. No other screen sees it.
  /// - Parameters:
  ///   - payload: the members of the action beside `type`, if any.
  ///   - bubbles: whether ancestors may get it.
  package func dispatch(
    _ action: Int, _ payload: JSONObject?, to screen: ScreenID, bubbles: Bool = true
  ) throws(Failure) {
    transaction.forgetAnswer()
    // As `inOneChange`, without a closure, which would hold the session and the payload.
    let beginning = transaction.begin(.action(action))
    do {
      transaction.listeners.actions?.note(
        action, payload, at: screen, of: transaction, cause: nil, root: .request)
      try transaction.bubble(action, payload, from: screen, cause: nil, .caller, noFurther: !bubbles)
      try transaction.finish(beginning)
    } catch {
      throw transaction.fail(beginning, error)
    }
    transaction.settle()
    transaction.noteRequest(at: [screen])
  }

  /// Runs a built-in navigation as an action of a screen, as a change of its own.
  package func dispatch(_ request: NavigationRequest, at screen: ScreenID, force: Bool, hint: JSONValue?)
    throws(Failure)
    -> NavigationOutcome
  {
    transaction.forgetAnswer()
    try transaction.setHandler(screen)
    return try navigate(
      request, at: screen, force: force, hint: hint, cause: .navigation(request.name, isAction: true))
  }

  /// Runs a built-in navigation from a screen, as a change of its own.
  ///
  /// - Parameter cause: its name in the record of removed screens; nil for its own.
  package func navigate(
    _ request: NavigationRequest, at screen: ScreenID, force: Bool, hint: JSONValue? = nil,
    cause: Cause? = nil
  ) throws(Failure) -> NavigationOutcome {
    let cause = cause ?? .navigation(request.name, isAction: false)
    if case .back = request, transaction.wayBack(from: transaction.active(beside: screen)) == nil {
      transaction.tellDeclined(request, at: screen, cause)
      transaction.change.closed.seq = -1
      return NavigationOutcome(isHandled: false)
    }
    var outcome = NavigationOutcome()
    try transaction.inOneChange(cause) { () throws(Failure) in
      outcome = try transaction.perform(
        request, named: nil, at: screen, .caller, force: force, hint: hint, cause: nil, root: .request)
      if transaction.change.isTraced { transaction.change.trace.window = outcome.window }
    }
    transaction.noteRequest(at: [screen])
    outcome.window = outcome.window.map(transaction.answering)
    return outcome
  }

  /// Runs several requests as one change: all of them succeed, or none.
  package func batch(_ body: () throws(Failure) -> Void) throws(Failure) {
    transaction.change.addressees.removeAll()
    try transaction.inOneChange(.request(.batch), body)
    transaction.noteRequest(at: transaction.change.addressees)
  }

  package func runPart(_ action: Int, _ payload: JSONObject?, to screen: ScreenID) throws(Failure) {
    try transaction.runPart(action, payload, to: screen)
    transaction.change.addressees.append(screen)
  }

  package func runPart(_ request: NavigationRequest, at screen: ScreenID, force: Bool, hint: JSONValue?)
    throws(Failure)
    -> NavigationOutcome
  {
    transaction.change.addressees.append(screen)
    return try transaction.runPart(request, at: screen, force: force, hint: hint)
  }

  package func broadcast(
    _ content: ActionContent, to screens: [ScreenID], type: Int, cost: Int
  ) throws(Failure) -> BroadcastOutcome {
    let outcome = try transaction.broadcast(content, to: screens, type: type, cost: cost)
    if !screens.isEmpty { transaction.noteRequest(at: screens) }
    return outcome
  }
}

/// How changes come about, and how much they may do.
extension Session {
  /// Runs changes, and records how they come about.
  ///
  /// - Parameter whenDone: looks at the session at the end, before the change is settled.
  package func trace(
    whenDone: (() throws(Failure) -> Void)? = nil, _ body: () throws(Failure) -> Void
  ) throws(Failure) -> Trace {
    transaction.change.trace = Trace(isRehearsal: false, whenDone: whenDone)
    transaction.beginTrace()
    defer { transaction.endTrace() }
    try body()
    return transaction.change.trace
  }

  /// Runs a change, records how it comes about, and undoes it.
  ///
  /// It ends like a failed change: nothing of it remains, and nothing is reported.
  package func rehearse(
    whenDone: (() throws(Failure) -> Void)? = nil, _ body: () throws(Failure) -> Void
  ) -> Trace {
    transaction.change.trace = Trace(isRehearsal: true, whenDone: whenDone)
    transaction.beginTrace()
    // The work of the next change begins at the focus, whoever has looked before.
    let focuses = transaction.world.windows.map(\.focus.id)
    defer {
      transaction.endTrace()
      for (window, focus) in focuses.enumerated() { transaction.world.windows[window].move(to: focus) }
    }
    do {
      try transaction.unmeasured(body)
    } catch {
      if !transaction.change.trace.isDone { transaction.change.trace.failure = error }
    }
    return transaction.change.trace
  }

  /// The window of a traced navigation's outcome, if that may differ from the requested one.
  package var tracedWindow: Int? { transaction.change.trace.window }

  /// Runs several changes whose work is counted together.
  package func sharingWork<Problem: Error>(_ body: () throws(Problem) -> Void) throws(Problem) {
    transaction.change.work = Work(
      most: transaction.traits.workLimit, isShared: true, start: transaction.world.windows.walked)
    defer { transaction.change.work = Work() }
    try body()
  }

  /// Runs changes whose work isn't limited.
  package func withoutWorkLimit<Result, Problem: Error>(
    _ body: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    transaction.change.work = Work(isShared: true)
    defer { transaction.change.work = Work() }
    return try body()
  }

  /// Checks whether changes that are counted together may go on.
  package func checkSharedWork() throws(Failure) {
    transaction.change.work.limit = transaction.change.work.most
    defer { transaction.change.work.limit = .max }
    try transaction.checkWork()
  }

  package var isInterrupted: Bool { transaction.isInterrupted }

  /// Adds the bytes of a part of an answer.
  package func spend(bytes: Int) { transaction.change.work.bytes &+= bytes }
}
