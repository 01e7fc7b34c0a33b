import NavtreeFlow
import NavtreeJSON
import NavtreeText
package import NavigationTree

/// A failed `dismissRequested`, and the screen that refused dismissal.
package struct FailedDismissal {
  package let at: String
  package let screen: ScreenID
  package let failure: Failure
}

/// `dismissRequested`: the reaction of a screen that has refused dismissal.
extension Transaction {
  /// Notifies the screen that refused dismissal, as a change of its own. A screen that doesn't declare
  /// `dismissRequested`, or declines it, does nothing.
  ///
  /// - Returns: the refusal with `seq` and `active` of that change.
  func requestingDismissal(_ refusal: Failure) -> Failure {
    guard let screen = change.refuser else { return refusal }
    change.refuser = nil
    guard let action = flow.actionNames.index(of: "dismissRequested"), !isCaused(by: action),
      let window = world.windows.index(holding: screen), world.windows[window].move(to: screen),
      flow.definition(of: action, on: world.windows[window].focus.type) != nil
    else { return refusal }
    return change.isTraced && change.trace.isRehearsal
      ? foretelling(refusal, action, in: window) : requestingDismissal(refusal, action, in: window)
  }

  private func isCaused(by action: Int) -> Bool {
    if case .action(action) = change.cause { true } else { false }
  }

  private func requestingDismissal(_ refusal: Failure, _ action: Int, in window: Int) -> Failure {
    let screen = world.windows[window].focus.id
    do {
      guard try requestDismissal(action, in: window) else { return refusal }
    } catch {
      // The refusal still answers the request.
      notices.append(
        .dismissalFailed(
          session: name,
          FailedDismissal(at: world.windows[window].address(of: screen), screen: screen, failure: error)))
      return refusal
    }
    return refusal.with("seq", .integer(world.seq))
      .with("active", .string(world.windows[window].address(of: world.windows[window].active)))
  }

  /// The same in a rehearsal, which changes nothing.
  private func foretelling(_ refusal: Failure, _ action: Int, in window: Int) -> Failure {
    let trace = change.trace
    var active: String?
    change.trace = Trace(
      isRehearsal: true,
      whenDone: { () throws(Failure) in
        active = self.world.windows[window].address(of: self.world.windows[window].active)
      })
    change.trace.rules = trace.rules
    change.trace.decliners = trace.decliners
    // A rehearsal always ends with a failure.
    _ = try? requestDismissal(action, in: window)
    let (rules, decliners) = (change.trace.rules, change.trace.decliners)
    change.trace = trace
    change.trace.rules = rules
    change.trace.decliners = decliners
    guard let active else { return refusal }
    return refusal.with("seq", .integer(world.seq + 1)).with("active", .string(active))
  }

  /// - Returns: false if the screen declines; nothing has happened then.
  private func requestDismissal(_ action: Int, in window: Int) throws(Failure) -> Bool {
    var isTaken = true
    do {
      try inOneChange(.action(action)) { () throws(Failure) in
        listeners.actions?.note(action, nil, in: window, of: self, cause: nil, root: .send)
        isTaken = try hand(action, nil, in: window, cause: nil, .caller)
        if !isTaken { throw Failure(.notHandled, "the screen declines") }
      }
    } catch {
      if isTaken { throw error }
    }
    return isTaken
  }
}
