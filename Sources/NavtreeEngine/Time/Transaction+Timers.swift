import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeYAML

extension Transaction {
  /// Sets a timer, as a part of the current change.
  ///
  /// - Parameter delay: milliseconds from now.
  func setTimer(
    _ purpose: PendingTimer.Purpose, for owner: Owner, key: UTF8Key?, delay: Int, idle: IdleScope? = nil,
    isWhileRunning: Bool = false
  ) throws(Failure) {
    guard world.ledgers.timers.count < limits[.timers] else { throw limits.exceeded(.timers) }
    let delay = min(max(delay, 0), SessionClock.lastInstant - now)
    let timer = PendingTimer(
      due: now + delay, delay: delay, isWhileRunning: isWhileRunning, number: world.counters.timer,
      owner: owner, key: key, idle: idle, purpose: purpose)
    world.counters.timer += 1
    world.ledgers.timers.put(timer, for: timer.number)
    setAlarm(for: timer)
    history.journal.append(TimerStep(number: timer.number, timer: nil, left: 0))
  }

  /// Makes a real clock wake the session for a timer, unless it does so before.
  func setAlarm(for timer: PendingTimer?) {
    if let timer { setAlarm(at: timer.due) }
  }

  /// Makes a real clock wake the session at an instant, unless it does so before.
  func setAlarm(at due: Int) {
    guard due < alarm else { return }
    alarm = due
    clock.setAlarm(due, for: name)
  }

  /// Clears a timer, as a part of the current change.
  func clear(_ timer: PendingTimer) {
    guard let timer = world.ledgers.timers.put(nil, for: timer.number) else { return }
    let left = change.timer == timer.number ? TimerStep.all : max(timer.due - now, 0)
    history.journal.append(TimerStep(number: timer.number, timer: timer, left: left))
  }

  /// Clears the timers of a screen, or with nil of the session: those with a key, or all.
  ///
  /// - Complexity: O(number of the screen's timers), squared.
  func clearTimers(of owner: ScreenID?, key: UTF8Key? = nil) {
    if world.ledgers.timers.isEmpty { return }
    for timer in world.ledgers.timers.timers(of: owner) where key == nil || timer.key == key { clear(timer) }
  }

  func milliseconds(of delay: DurationTemplate, at location: SourceLocation) throws(Failure) -> Int {
    switch delay {
    case .milliseconds(let milliseconds): return milliseconds
    case .computed(let template):
      let value = try value(of: template)
      if let milliseconds = DurationTemplate.milliseconds(of: value) { return milliseconds }
      throw flowDefect("\(value) is not \(DurationTemplate.noun)", at: location)
    }
  }
}
