/// The machine's clocks, in milliseconds.
package enum MachineClock {
  /// From any start. Corrections of the wall clock don't move it, and it continues while the machine sleeps.
  package static var steady: Int {
    #if canImport(Darwin)
      read(CLOCK_MONOTONIC)
    #else
      read(CLOCK_BOOTTIME)
    #endif
  }

  /// From any start; conditions of threads wait by it.
  static var monotonic: Int { read(CLOCK_MONOTONIC) }

  private static func read(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int(time.tv_sec) &* 1_000 &+ Int(time.tv_nsec) / 1_000_000
  }
}
