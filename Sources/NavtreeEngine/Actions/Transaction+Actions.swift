import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// Actions that changed nothing, and causes, for those who follow actions.
extension Transaction {
  /// Tells the followers of a navigation that has nowhere to go.
  func tellDeclined(_ request: NavigationRequest, at screen: ScreenID, _ cause: Cause) {
    change.askedCount = 0
    guard let log = listeners.actions else { return }
    change.cause = cause
    log.note(request, named: nil, force: false, at: screen, of: self, cause: nil, root: .request)
    log.noteNothing()
    guard let row = log.rows.popLast() else { return }
    if change.isTraced, change.trace.isRehearsal { return }
    tell(refused: [row])
  }

  /// Tells the followers of an action whose request has failed before it reached a screen.
  ///
  /// - Parameter isPart: whether it is a part of a change, which fails with it.
  func tellRefused(_ name: String, at address: String?, _ failure: Failure, isPart: Bool = false) {
    guard let log = listeners.actions else { return }
    let recipient = address.map { ActionRow.Party(at: $0) }
    var row = ActionRow(request: name, [:], at: recipient, cause: .request, origin: change.origin)
    if isPart { return log.rows.append(row) }
    row.outcome = failure.kind == .notHandled ? .declined : .refused
    row.failure = failure
    tell(refused: [row])
  }

  /// The cause of an action that no rule of the change has sent: a timer, or navtree itself.
  func rootCause(of action: QueuedAction) -> ActionRow.Cause {
    if case .answer(.some) = action.origin { return .send }
    return change.timer == nil ? .send : .timer
  }
}
