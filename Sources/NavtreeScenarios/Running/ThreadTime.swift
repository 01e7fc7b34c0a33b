internal import NavtreeSystem

/// The time that the present thread has spent computing.
enum ThreadTime {
  /// In nanoseconds.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
