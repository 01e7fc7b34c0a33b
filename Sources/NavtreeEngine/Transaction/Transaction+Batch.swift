import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// Actions as parts of a batch, which is one change.
extension Transaction {
  /// Sends an action to a screen, as a part of a batch. The actions that it sends are handled before the
  /// next part.
  func runPart(_ action: Int, _ payload: JSONObject?, to screen: ScreenID) throws(Failure) {
    beginPart()
    listeners.actions?.note(action, payload, at: screen, of: self, cause: nil, root: .request)
    try bubble(action, payload, from: screen, cause: nil, .caller)
    try drainQueueIfNeeded()
    try checkWork()
  }

  /// Begins a part of a batch, which finds the windows as the parts before have left them.
  func beginPart() {
    forgetAnswer()
    change.start = mark
    change.closed.seq = -1
  }
}
