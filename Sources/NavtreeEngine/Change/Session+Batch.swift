package import NavtreeFlow
package import NavtreeJSON

extension Session {
  /// Runs several requests as one change: all of them succeed, or none.
  package func batch(_ body: () throws(Failure) -> Void) throws(Failure) {
    try inOneChange(.request(.batch), body)
  }

  /// Sends an action to the focus of a window, as a part of a batch. The actions that it sends are handled before the
  /// next part.
  package func runPart(_ action: Int, _ payload: JSONObject?, in window: Int) throws(Failure) {
    change.reply = nil
    change.handlerAddress.removeAll()
    change.start = mark
    listeners.actions?.note(action, payload, in: window, of: self, cause: nil, root: .request)
    try bubble(action, payload, in: window, cause: nil, .caller)
    if !change.queue.isEmpty || change.hasOccurrences { try drainQueue() }
    try checkWork()
  }

  /// Runs a built-in navigation as an action of the focus of a window, as a part of a batch.
  package func runPart(_ request: NavigationRequest, in window: Int, force: Bool, hint: JSONValue?)
    throws(Failure)
    -> NavigationOutcome
  {
    change.reply = nil
    change.handlerAddress.removeAll()
    change.start = mark
    setHandler(toFocusOf: window)
    listeners.transitions?.begin(by: request.actionName, hint: hint)
    listeners.actions?.note(
      request, named: request.actionName, force: force, in: window, of: self, cause: nil, root: .request)
    let outcome = try perform(request, in: window, .caller, Asking(force: force, unasked: nil))
    if !outcome.isHandled { listeners.actions?.noteNothing() }
    if !change.queue.isEmpty || change.hasOccurrences { try drainQueue() }
    try checkWork()
    return outcome
  }
}
