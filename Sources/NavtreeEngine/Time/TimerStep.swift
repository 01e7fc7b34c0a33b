/// A timer that was set or cleared, as a step of a change.
///
/// It knows the time that was left, so that undo restores it. Its three words are stored in the step itself.
struct TimerStep: LedgerStep {
  let number: Int
  /// The timer that was cleared; nil if it was set.
  let timer: PendingTimer?
  /// The milliseconds that it had left, or `all`.
  let left: Int

  /// The whole delay, of a timer that ran out in the change.
  static let all = -1

  func revert(in timers: inout Timers, resumingAt now: Int?) -> Self {
    var timer = timer
    if let now, let cleared = timer {
      timer = cleared.postponed(to: now + (left == Self.all ? cleared.delay : left))
    }
    let former = timers.put(timer, for: number)
    // Where all becomes as it was, so does the time left.
    let rest = now.map { now in former.map { max($0.due - now, 0) } ?? 0 } ?? left
    return Self(number: number, timer: former, left: left == Self.all ? left : rest)
  }

  var byteCount: Int { 0 }

  func touched(in timers: Timers) -> [Int] { [number] }

  func tell(_ timers: Timers, to changes: inout StateDelta) { timers.tell(number, to: &changes) }
}

/// A timer of the session that was left to another owner, as a step of a change. Its time goes on.
struct TimerOwnerStep: LedgerStep {
  let number: Int
  let owner: Owner

  func revert(in timers: inout Timers, resumingAt now: Int?) -> Self {
    guard let timer = timers[number] else { return self }
    timers.put(timer.owned(by: owner), for: number)
    return Self(number: number, owner: timer.owner)
  }

  var byteCount: Int { 0 }

  func touched(in timers: Timers) -> [Int] { [number] }

  func tell(_ timers: Timers, to changes: inout StateDelta) { timers.tell(number, to: &changes) }
}
