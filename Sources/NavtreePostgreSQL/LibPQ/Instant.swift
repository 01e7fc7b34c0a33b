internal import NavtreeSystem

/// An instant of the machine's steady clock, in milliseconds. It continues while the machine sleeps.
package struct Instant: Comparable {
  package var milliseconds: Int

  package static var now: Instant { Instant(milliseconds: SystemClock.steadyMilliseconds) }

  package static func < (one: Instant, other: Instant) -> Bool { one.milliseconds < other.milliseconds }

  package static func + (instant: Instant, milliseconds: Int) -> Instant {
    Instant(milliseconds: instant.milliseconds &+ milliseconds)
  }

  /// The milliseconds until then; 0 if it has passed.
  var distance: Int {
    let now = Instant.now.milliseconds
    // An instant that never comes, or always was, is the end of the range.
    return milliseconds <= now ? 0 : milliseconds - now
  }

  /// Waits without using the processor.
  package static func sleep(_ milliseconds: Int) {
    if milliseconds > 0 { poll(nil, 0, Int32(clamping: milliseconds)) }
  }
}
