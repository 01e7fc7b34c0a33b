import NavtreeCEL
import NavtreeJSON

/// The outcome of passed time.
package struct Passage {
  /// The number of timers that ran.
  package internal(set) var firedCount = 0
  /// Those whose change failed, with the reason.
  package internal(set) var failures: [FailedTimer] = []
  /// Whether some due timers are left, because there were too many.
  package internal(set) var isCut = false
}

extension Transaction {
  /// Advances a virtual clock.
  ///
  /// - Complexity: the cost of the due timers, at most as many as the limit allows.
  func advance(by milliseconds: Int) throws(Failure) -> Passage {
    guard clock.kind == .virtual else {
      throw Failure(
        .invalidParams, "the clock of '\(name)' is real, and goes by itself",
        advice: .useVirtualClock)
    }
    guard milliseconds <= SessionClock.lastInstant - now else {
      throw Failure(
        .invalidParams, "'by' leads beyond the year 9999",
        ["pointer": "/by", "hint": .string("at most \(SessionClock.lastInstant - now) milliseconds")])
    }
    let passage = pass(to: now + milliseconds)
    // The clock stopped between two timers.
    if passage.isCut, isInterrupted { throw Failure.interruption }
    return passage
  }

  /// Runs the due timers of a real clock.
  func wake() -> Passage {
    alarm = .max
    if isPaused { return Passage() }
    let passage = pass(to: now)
    setAlarm(for: world.ledgers.timers.next())
    setAlarmForQueue()
    return passage
  }

  /// Runs the timers that fell due on a real clock while no process ran, at this instant.
  func runMissedTimers() { _ = pass(to: now, from: now) }

  /// Logs the time for the store, if a timer counts time only while the process runs.
  func recordRunningTime() {
    if clock.kind == .real, !isPaused, world.ledgers.timers.countsRunningTime { recordClock() }
  }

  /// Runs the due timers, each at its own instant and as a change of its own.
  ///
  /// - Parameter start: the earliest of these instants; nil for that of the clock's last reading.
  private func pass(to instant: Int, from start: Int? = nil) -> Passage {
    var passage = Passage()
    let start = start ?? (clock.kind == .real ? clock.before : clock.now)
    while true {
      let next = world.ledgers.timers.next()
      if let turn = pending.turn, turn <= min(instant, next?.due ?? .max), !isInterrupted {
        clock.now = max(start, turn)
        runQueued()
        continue
      }
      guard let timer = next, timer.due <= instant else { break }
      if isIdle(timer) {
        spend(timer)
        continue
      }
      guard passage.firedCount < limits[.firings], !isInterrupted else {
        passage.isCut = true
        if clock.kind == .real { clock.now = instant }
        return passage
      }
      // A timer restored by the history may have been due long ago.
      clock.now = max(start, timer.due)
      passage.firedCount += 1
      do {
        try fire(timer)
      } catch  where error.isInterruption {
        // The timer runs when the session is opened again.
        passage.isCut = true
        return passage
      } catch {
        // The timer is spent even so: otherwise it would fail for ever.
        if world.ledgers.timers[timer.number] != nil { spend(timer) }
        let failed = FailedTimer(timer: view(of: timer), failure: error)
        passage.failures.append(failed)
        notices.all.append(.timerFailed(session: name, failed))
      }
    }
    clock.now = instant
    if clock.kind == .virtual { recordClock() }
    return passage
  }

  /// Whether a timer does nothing: a held effect has no timeout.
  private func isIdle(_ timer: PendingTimer) -> Bool { world.ledgers.effects.isHeld(endedBy: timer) }

  private func spend(_ timer: PendingTimer) {
    world.ledgers.timers.put(nil, for: timer.number)
    recordSpent(timer)
  }

  private func fire(_ timer: PendingTimer) throws(Failure) {
    change.timer = timer.number
    defer { change.timer = nil }
    switch timer.purpose {
    case .effectTimeout(let effect), .effectDeadline(let effect):
      if case .effectDeadline = timer.purpose { try expire(effect) } else { try timeOut(effect) }
      // It is cleared by the effect's end or retry; otherwise its effect is gone.
      if world.ledgers.timers[timer.number] != nil { spend(timer) }
    case .send(var action):
      // Windows may have been closed since.
      change.reply = nil
      action.window = window(of: timer.owner) ?? 0
      try inOneChange(action.content.cause) { () throws(Failure) in
        clear(timer)
        change.queue.append(action)
      }
    }
  }

  private func view(of timer: PendingTimer) -> TimerView {
    let work: TimerView.Work =
      switch timer.purpose {
      case .send(let action): .action(name(of: action.content))
      case .effectTimeout(let effect), .effectDeadline(let effect): .giveUp(effect: effect)
      }
    return TimerView(
      due: timer.due, at: timer.owner.screen.flatMap { world.windows.address(of: $0) },
      screen: timer.owner.screen,
      key: timer.key?.text, idle: timer.idle, work: work)
  }

  /// The timers that are set, in the order in which they will run.
  ///
  /// - Complexity: O(*n* log *n*), and the depth of their screens.
  var timers: [TimerView] {
    world.ledgers.timers.inOrder.filter { !isIdle($0) }.map(view)
  }

}

extension CELTimestamp {
  package init?(milliseconds: Int) {
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    self.init(seconds: seconds, nanoseconds: rest * 1_000_000)
  }
}
