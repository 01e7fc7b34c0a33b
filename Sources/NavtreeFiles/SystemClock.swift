internal import NavtreeSystem

/// The machine's time; nothing else reads it.
///
/// The wall clock is read once. From then on a steady clock is followed, which corrections of the wall clock
/// don't move, and which continues while the machine sleeps.
package struct SystemClock: Sendable {
  private let start: Int
  private let steadyStart: Int

  package init() {
    start = Self.milliseconds(CLOCK_REALTIME)
    steadyStart = Self.milliseconds(Self.steady)
  }

  /// Milliseconds since 1970.
  package var now: Int { start &+ (Self.milliseconds(Self.steady) &- steadyStart) }

  /// The milliseconds that `poll` waits: until an instant, and no longer than a delay; -1 for no limit.
  ///
  /// - Parameters:
  ///   - instant: `Int.max` for none.
  ///   - delay: `Int.max` for none.
  package func patience(until instant: Int, atMost delay: Int) -> Int32 {
    let delay = min(instant == .max ? .max : max(0, instant - now), delay)
    return delay == .max ? -1 : Int32(clamping: delay)
  }

  /// A steady clock's microseconds, from any start.
  package static var steadyMicroseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) &* 1_000_000 &+ Int(time.tv_nsec) / 1_000
  }

  #if canImport(Darwin)
    private static let steady = CLOCK_MONOTONIC
  #else
    private static let steady = CLOCK_BOOTTIME
  #endif

  /// In this module, since each call of a session reads the clock.
  private static func milliseconds(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int(time.tv_sec) &* 1000 &+ Int(time.tv_nsec) / 1_000_000
  }
}
