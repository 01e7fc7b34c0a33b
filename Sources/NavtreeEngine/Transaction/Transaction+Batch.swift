import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// Requests as parts of a batch, which is one change.
extension Transaction {
  /// Sends an action to the focus of a window, as a part of a batch. The actions that it sends are handled before the
  /// next part.
  func runPart(_ action: Int, _ payload: JSONObject?, in window: Int) throws(Failure) {
    forgetAnswer()
    change.start = mark
    listeners.actions?.note(
      action, payload, in: window, of: self, cause: nil, root: .request)
    try bubble(action, payload, in: window, cause: nil, .caller)
    try drainQueueIfNeeded()
    try checkWork()
  }

  /// Runs a built-in navigation as an action of the focus of a window, as a part of a batch.
  func runPart(_ request: NavigationRequest, in window: Int, force: Bool, hint: JSONValue?)
    throws(Failure)
    -> NavigationOutcome
  {
    forgetAnswer()
    change.start = mark
    setHandler(toFocusOf: window)
    listeners.transitions?.begin(by: request.actionName, hint: hint)
    listeners.actions?.note(
      request, named: request.actionName, force: force, in: window, of: self, cause: nil,
      root: .request)
    let outcome = try perform(request, in: window, .caller, Asking(force: force, unasked: nil))
    if !outcome.isHandled { listeners.actions?.noteNothing() }
    try drainQueueIfNeeded()
    try checkWork()
    return outcome
  }
}
