import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// Actions as parts of a batch, which is one change.
extension Transaction {
  /// Sends an action to the focus of a window, as a part of a batch. The actions that it sends are handled before the
  /// next part.
  func runPart(_ action: Int, _ payload: JSONObject?, in window: Int) throws(Failure) {
    forgetAnswer()
    change.start = mark
    listeners.actions?.note(action, payload, in: window, of: self, cause: nil, root: .request)
    try bubble(action, payload, in: window, cause: nil, .caller)
    try drainQueueIfNeeded()
    try checkWork()
  }
}
