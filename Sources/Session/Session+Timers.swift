import Flow
import JSON
import NavigationTree
import OrderedCollections

extension Session {
  /// Sets a timer for a screen, as a part of the present change.
  ///
  /// - Parameter delay: milliseconds from now.
  func setTimer(
    _ purpose: PendingTimer.Purpose, for owner: ScreenID, key: String?, delay: Int
  ) throws(Failure) {
    guard timers.count < limits[.timers] else { throw limits.exceeded(.timers) }
    let timer = PendingTimer(
      due: now + min(max(delay, 0), Self.lastInstant - now), number: timers.number(), owner: owner, key: key,
      purpose: purpose)
    timers.insert(timer)
    journal.append(.timerSet(timer.number))
  }

  /// Clears a timer, as a part of the present change.
  func clear(_ timer: PendingTimer) {
    guard timers.remove(timer.number) != nil else { return }
    journal.append(.timerCleared(timer))
  }

  /// Clears the timers of a screen, those with a key or all of them.
  ///
  /// - Complexity: O(number of the screen's timers), squared.
  func clearTimers(of owner: ScreenID, key: String? = nil) {
    if timers.isEmpty { return }
    for timer in timers.timers(of: owner) where key == nil || timer.key == key { clear(timer) }
  }

  /// The last millisecond of the year 9999, beyond which no timestamp lies.
  static let lastInstant = 253_402_300_799_999
}
