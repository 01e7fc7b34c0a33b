import NavigationTree
import NavtreeJSON

/// Something that a session does later: for a screen, and not at all once that is gone, or for itself.
final class PendingTimer {
  enum Purpose {
    /// Sends an action, as a change of its own.
    case send(QueuedAction)
    /// Gives up on an effect.
    case effectTimeout(Int)
  }

  /// When, in milliseconds since 1970.
  let due: Int
  /// The milliseconds from when it was set until it was due.
  let delay: Int
  /// Whether only the time counts that the process runs.
  let isWhileRunning: Bool
  /// Counts the timers of a session in the order in which they are set. Of two that are due at one instant the
  /// one that was set first has its turn first.
  let number: Int
  let owner: Owner
  /// What it is cancelled by; several timers of an owner may have the same.
  let key: UTF8Key?
  let purpose: Purpose

  init(
    due: Int, delay: Int, isWhileRunning: Bool, number: Int, owner: Owner, key: UTF8Key?, purpose: Purpose
  ) {
    self.due = due
    self.delay = delay
    self.isWhileRunning = isWhileRunning
    self.number = number
    self.owner = owner
    self.key = key
    self.purpose = purpose
  }

  /// The same, due at another instant.
  func postponed(to due: Int) -> PendingTimer {
    PendingTimer(
      due: min(due, SessionClock.lastInstant), delay: delay, isWhileRunning: isWhileRunning, number: number,
      owner: owner, key: key, purpose: purpose)
  }

  /// Whether it would give up on an effect that is held, which waits for ever.
  func isTimeout(ofHeldIn effects: EffectsInFlight) -> Bool {
    switch purpose {
    case .send: false
    case .effectTimeout(let effect): effects.isHeld(effect)
    }
  }
}
