import NavtreeFlow
import NavtreeJSON

/// Work that a session does later, for itself or for a screen, with which it ends.
final class PendingTimer {
  enum Purpose {
    /// Sends an action, as a change of its own.
    case send(QueuedAction)
    /// Gives up on an effect, or requests it again if it rests.
    case effectTimeout(Int)
    /// Gives up on an effect for good.
    case effectDeadline(Int)
  }

  /// The due time, in milliseconds since 1970.
  let due: Int
  /// The milliseconds from its setting to its due time.
  let delay: Int
  /// Whether time counts only while the process runs.
  let isWhileRunning: Bool
  /// The timer's number, in the order of setting. Of two due at the same instant, the one set first runs
  /// first.
  let number: Int
  let owner: Owner
  /// The key that cancels it; several timers of an owner may have the same.
  let key: UTF8Key?
  /// Whose requests begin the delay anew; nil for none.
  let idle: IdleScope?
  let purpose: Purpose

  init(
    due: Int, delay: Int, isWhileRunning: Bool, number: Int, owner: Owner, key: UTF8Key?,
    idle: IdleScope? = nil,
    purpose: Purpose
  ) {
    self.due = due
    self.delay = delay
    self.isWhileRunning = isWhileRunning
    self.number = number
    self.owner = owner
    self.key = key
    self.idle = idle
    self.purpose = purpose
  }

  private func changed(due: Int, owner: Owner) -> PendingTimer {
    PendingTimer(
      due: due, delay: delay, isWhileRunning: isWhileRunning, number: number, owner: owner, key: key,
      idle: idle, purpose: purpose)
  }

  /// The same, due at another instant.
  func postponed(to due: Int) -> PendingTimer {
    changed(due: min(due, SessionClock.lastInstant), owner: owner)
  }

  /// The same of another owner.
  func owned(by owner: Owner) -> PendingTimer { changed(due: due, owner: owner) }

  /// The number of the effect that it ends; nil if it sends an action.
  var effect: Int? {
    switch purpose {
    case .send: nil
    case .effectTimeout(let effect), .effectDeadline(let effect): effect
    }
  }
}
