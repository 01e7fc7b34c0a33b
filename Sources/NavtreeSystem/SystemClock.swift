/// The machine's time; nothing else reads it.
///
/// The wall clock is read once. From then on a steady clock is followed, which corrections of the wall clock
/// don't move, and which continues while the machine sleeps.
package struct SystemClock: Sendable {
  private let start: Int
  private let steadyStart: Int

  package init() {
    start = Self.read(CLOCK_REALTIME)
    steadyStart = Self.steadyMilliseconds
  }

  /// Milliseconds since 1970.
  package var now: Int { start &+ (Self.steadyMilliseconds &- steadyStart) }

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

  /// A steady clock's milliseconds, from any start: it continues while the machine sleeps.
  package static var steadyMilliseconds: Int {
    #if canImport(Darwin)
      read(CLOCK_MONOTONIC)
    #else
      read(CLOCK_BOOTTIME)
    #endif
  }

  static func read(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int(time.tv_sec) &* 1000 &+ Int(time.tv_nsec) / 1_000_000
  }
}
