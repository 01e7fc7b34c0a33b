/// A value that threads share, and a signal that it has changed.
///
/// It locks with pthreads: the thread sanitizer doesn't see the locking of a `Mutex` on Linux.
package final class Monitor<Value: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  package init(_ value: Value) {
    self.value = value
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// The result of what only this thread does with the value.
  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&value)
  }

  /// Changes the value, and wakes the threads that wait.
  package func set(_ value: Value) {
    withLock { $0 = value }
    signal()
  }

  /// Wakes the threads that wait.
  package func signal() {
    pthread_mutex_lock(mutex)
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Waits until a condition holds, a tenth of a second at most.
  package func wait(unless isDone: (Value) -> Bool) {
    _ = wait(until: SystemClock.steadyMilliseconds + 100) { isDone($0) ? true : nil }
  }

  /// What becomes of the value, tried again at each signal; nil where nothing does until an instant of
  /// ``SystemClock/steadyMilliseconds``.
  package func wait<Result>(until end: Int, for result: (inout Value) -> Result?) -> Result? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let found = result(&value) { return found }
      let rest = end - SystemClock.steadyMilliseconds
      if rest <= 0 { return nil }
      #if canImport(Darwin)
        var time = timespec(tv_sec: rest / 1_000, tv_nsec: rest % 1_000 * 1_000_000)
        pthread_cond_timedwait_relative_np(condition, mutex, &time)
      #else
        let end = SystemClock.read(CLOCK_MONOTONIC) + rest
        var time = timespec(tv_sec: end / 1_000, tv_nsec: end % 1_000 * 1_000_000)
        pthread_cond_timedwait(condition, mutex, &time)
      #endif
    }
  }
}
