package import NavigationTree

/// What a change has caused for the host to be told.
package enum Notice {
  case stateChanged(StateChange)
  /// A change that isn't told before the reader has caught up: it is told here, unless another change of that
  /// subscription is held back after it.
  case changeHeld(subscription: Int)
  case subscriptionEnded(subscription: Int, reason: String)
  case invariantBroken(session: String, seq: Int, invariant: String)
  /// A host is asked for an effect, on behalf of the screen at that address, as UTF-8.
  case effectRequested(session: String, EffectInFlight, at: [UInt8])
  /// What a host does for an effect is in vain.
  case effectCancelled(session: String, effect: Int, reason: String)
  /// A screen has come or gone.
  case lifecycle(subscription: Int, String, at: String, id: ScreenID, screen: String)
  /// A stored session was opened, and some of it is lost.
  case sessionRestored(session: String, RestoreReport)
  /// A link that waited has been dropped, because it couldn't be opened.
  case linkFailed(session: String, link: String, url: String, Failure)
  /// The rules of `restored` were undone.
  case restoringFailed(session: String, Failure)
  case timerFailed(session: String, FailedTimer)
  case dismissalFailed(session: String, FailedDismissal)
  /// Requests were answered whose changes couldn't be stored.
  case commitFailed(session: String, Failure)
}

/// The notices of all sessions of a process, in order of cause, until they are written.
package final class Notices {
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  package internal(set) var all: [Notice] = []

  /// Whether the reader of notifications hasn't taken all that was written: changes of one subscription are
  /// told as one from then on.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  package var isReaderBehind = false
  /// The sessions that hold changes back.
  private var holding: [Session] = []

  package init() {}

  package var isEmpty: Bool { all.isEmpty }

  package var count: Int { all.count }

  /// Drops those that came since there were so many.
  package func drop(from count: Int) { all.removeSubrange(count...) }

  /// Drops those of what was undone, but for what lasts.
  package func takeBack(_ range: Range<Int>) {
    let lasting = all[range].filter { if case .subscriptionEnded = $0 { true } else { false } }
    all.replaceSubrange(range, with: lasting)
  }

  func note(holding session: Session) { holding.append(session) }

  /// Lets sessions hold nothing back any more.
  package func forgetHeld() {
    for session in holding { session.forgetHeld() }
    holding = []
  }

  /// Drops all, which have been written.
  ///
  /// The memory of a few is kept for the next change.
  package func removeAll() { all.removeAll(keepingCapacity: all.count <= 64) }

  package func append(_ notice: Notice) { all.append(notice) }
}
