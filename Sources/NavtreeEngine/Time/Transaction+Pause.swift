import NavtreeJSON

extension Transaction {
  /// Whether a real clock is paused for the session.
  var isPaused: Bool { pausedAt != nil }

  /// Pauses a real clock for the session: nothing falls due.
  func pauseClock() throws(Failure) {
    try expectRealClock()
    if isPaused { return }
    pausedAt = clock.now
    recordClock()
  }

  /// Resumes the clock at the real time. All timers are postponed by the length of the pause.
  ///
  /// - Complexity: O(*n* log *n*) in the number of timers.
  func resumeClock() throws(Failure) {
    try expectRealClock()
    guard let start = pausedAt else { return }
    pausedAt = nil
    pending.postpone(by: clock.now - start)
    tell(postponed: postponeTimers(by: clock.now - start))
    setAlarmForQueue()
  }

  /// Tells the store and the recording.
  ///
  /// - Parameter timers: the timers as they were before.
  func tell(postponed timers: [PendingTimer]) {
    recordPostponed(timers)
    if let recording = listeners.recording {
      for timer in timers { recording.add(timer, world.ledgers.timers) }
    }
  }

  /// Postpones all timers.
  ///
  /// - Returns: the former timers.
  @discardableResult
  func postponeTimers(by milliseconds: Int) -> [PendingTimer] {
    let timers = world.ledgers.timers.inOrder
    for timer in timers {
      world.ledgers.timers.put(timer.postponed(to: timer.due + milliseconds), for: timer.number)
    }
    alarm = .max
    setAlarm(for: world.ledgers.timers.next())
    return timers
  }

  private func expectRealClock() throws(Failure) {
    guard clock.kind == .real else {
      throw Failure(
        .invalidParams, "the clock of '\(name)' is virtual, and stands still by itself",
        ["hint": "it moves only by clock.advance"])
    }
  }
}
