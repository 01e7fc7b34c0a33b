import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Threads that do numbered work, whose results are delivered in the order of the numbers.
final class TestPool<Result: Sendable>: Sendable {
  /// The work of one thread: each number, then the end.
  typealias Worker = (run: (Int) -> Result, end: () -> Void)

  private struct State {
    var next = 0
    var isStopped = false
    var results: [Int: Result] = [:]
  }

  private let count: Int
  private let makeWorker: @Sendable () -> Worker
  private let state = Mutex(State())
  private let signal = Signal()

  /// The results for which the delivering thread is woken; it also looks by itself, every tenth of a second.
  ///
  /// Woken for each result, two threads take 24 % more computing time for scenarios of two steps than one thread.
  private static var batch: Int { 16 }

  /// The stack of a thread, as large as a main thread's.
  private static var stackSize: Int { 8 << 20 }

  /// - Parameter makeWorker: makes what does the work of one thread, called on that thread.
  init(count: Int, makeWorker: @escaping @Sendable () -> Worker) {
    self.count = count
    self.makeWorker = makeWorker
  }

  /// Does all the work.
  ///
  /// - Parameters:
  ///   - jobs: the number of threads; with one, this thread does the work.
  ///   - wait: is called about every tenth of a second while there is nothing to deliver.
  ///   - deliver: takes each result, and says whether to go on.
  func run(jobs: Int, wait: () throws -> Bool, deliver: (Int, Result) throws -> Bool) rethrows {
    if jobs <= 1 {
      let worker = makeWorker()
      defer { worker.end() }
      for number in 0..<count {
        guard try deliver(number, worker.run(number)) else { return }
      }
      return
    }
    let threads = (0..<min(jobs, count)).compactMap { _ in start() }
    defer {
      state.withLock { $0.isStopped = true }
      for thread in threads { pthread_join(thread, nil) }
    }
    // Without threads the work is done here.
    if threads.isEmpty { work() }
    for number in 0..<count {
      while true {
        if let result = state.withLock({ $0.results.removeValue(forKey: number) }) {
          guard try deliver(number, result) else { return }
          break
        }
        guard try wait() else { return }
        signal.wait { state.withLock { $0.results[number] != nil } }
      }
    }
  }

  /// Takes the next number again and again, until there is none.
  private func work() {
    let worker = makeWorker()
    defer { worker.end() }
    while true {
      let number = state.withLock { state -> Int? in
        guard !state.isStopped, state.next < count else { return nil }
        defer { state.next += 1 }
        return state.next
      }
      guard let number else { return }
      let result = worker.run(number)
      let isDue = state.withLock { state in
        state.results[number] = result
        return state.results.count >= Self.batch || state.next >= count
      }
      if isDue { signal.send() }
    }
  }

  private func start() -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    let body = Unmanaged.passRetained(ThreadBody { self.work() })
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, &attributes, { runThread($0) }, body.toOpaque())
      if code == 0 { return thread }
    #else
      var thread = pthread_t()
      let code = pthread_create(&thread, &attributes, { runThread($0) }, body.toOpaque())
      if code == 0 { return thread }
    #endif
    body.release()
    return nil
  }
}

private final class ThreadBody {
  let run: () -> Void

  init(_ run: @escaping () -> Void) {
    self.run = run
  }
}

private func runThread(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let body else { return nil }
  Unmanaged<ThreadBody>.fromOpaque(body).takeRetainedValue().run()
  return nil
}

/// A condition variable with its mutex.
private final class Signal: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func send() {
    pthread_mutex_lock(mutex)
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Waits for a signal, a tenth of a second at most, unless a condition holds already.
  func wait(unless isDone: () -> Bool) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    time.tv_nsec += 100_000_000
    if time.tv_nsec >= 1_000_000_000 {
      time.tv_nsec -= 1_000_000_000
      time.tv_sec += 1
    }
    pthread_mutex_lock(mutex)
    if !isDone() { pthread_cond_timedwait(condition, mutex, &time) }
    pthread_mutex_unlock(mutex)
  }
}
