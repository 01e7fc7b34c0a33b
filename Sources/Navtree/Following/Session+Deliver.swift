import NavtreeEngine
import NavtreeFlow

extension Session {
  /// Passes on the notices of the engine, in the order of their causes: those of a call that is made meanwhile after the
  /// rest.
  func deliver() {
    if isDelivering {
      settledCount = notices.count
      return
    }
    isDelivering = true
    defer { isDelivering = false }
    while !notices.isEmpty {
      let all = notices.all
      notices.removeAll()
      settledCount = 0
      for notice in all { deliver(notice) }
    }
  }

  private func deliver(_ notice: Notice) {
    switch notice {
    case .stateChanged(let change): tell(notice, change.subscription)
    case .transitions(let change): tell(notice, change.subscription)
    case .action(let subscription, _): tell(notice, subscription)
    case .subscriptionEnded(let subscription, _):
      followers[subscription]?.end()
      followers.remove(subscription)
    case .effectRequested(_, let effect, let address):
      take(EffectRequest(effect, at: String(decoding: address, as: UTF8.self)))
    case .effectCancelled(_, let effect, let reason): cancel(effect, reason: reason)
    // Nobody follows these, and no reader is behind as far as the engine knows.
    case .changeHeld, .lifecycle, .ofSession, .requestDone: break
    case .invariantBroken(_, _, let invariant):
      onProblem?(Problem(description: "the invariant '\(invariant)' doesn't hold", error: nil))
    case .linkFailed(_, _, let url, let failure):
      onProblem?(
        Problem(description: "the link \(url) was dropped: \(failure.message)", error: NavtreeError(failure)))
    case .restoringFailed(_, let failure):
      onProblem?(
        Problem(
          description: "the rules of 'restored' failed: \(failure.message)", error: NavtreeError(failure)))
    case .answerFailed(_, let effect, let failure):
      onProblem?(
        Problem(
          description: "no rule can take the outcome of '\(effect.definition.name)': \(failure.message)",
          error: NavtreeError(failure)))
    case .timerFailed(_, let failed):
      onProblem?(
        Problem(
          description: "a timer's change failed: \(failed.failure.message)",
          error: NavtreeError(failed.failure)))
    case .dismissalFailed(_, let failed):
      onProblem?(
        Problem(
          description: "the rules of 'dismissRequested' failed: \(failed.failure.message)",
          error: NavtreeError(failed.failure)))
    case .commitFailed(_, let failure):
      onProblem?(Problem(description: "the store failed: \(failure.message)", error: NavtreeError(failure)))
    }
  }

  /// Tells a follower; one whose sequence is gone is removed.
  private func tell(_ notice: Notice, _ subscription: Int) {
    if let follower = followers[subscription] { return follower.tell(notice) }
    remove(subscription)
  }
}
