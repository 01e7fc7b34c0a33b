import NavtreeEngine
import NavtreePersistence
import NavtreeSystem

/// Asks an app's store on threads of its own, and waits a bounded time for each answer.
final class BoundedStore: TextKeeper {
  private let store: any FieldStore
  /// In milliseconds.
  private let patience: Int
  private let line = Line()

  init(_ store: any FieldStore, patience: Int) {
    self.store = store
    self.patience = patience
  }

  func text(of key: String) throws(Failure) -> String? {
    try ask("read '\(key)'") { [store] in try store.text(of: key) }
  }

  func keep(_ text: String?, as key: String) throws(Failure) {
    _ = try ask("\(text == nil ? "delete" : "write") '\(key)'") { [store] in
      try store.keep(text, as: key)
      return nil
    }
  }

  private func ask(_ what: String, _ call: @escaping @Sendable () throws -> String?) throws(Failure)
    -> String?
  {
    switch line.run(call, within: patience) {
    case .success(let text)?: return text
    case .failure(let error)?: throw .store("host", "it can't \(what): \(error)")
    case nil:
      throw Failure.store("host", "it can't \(what) within \(patience) ms").passing().advising(.raise(.field))
    }
  }
}

/// Calls one after another, each on a thread of its own. A call that isn't begun in time never is.
private final class Line: @unchecked Sendable {
  private typealias Outcome = Result<String?, any Error>

  /// A call that runs, and its outcome.
  private final class Job: @unchecked Sendable {
    let line: Line
    let call: @Sendable () throws -> String?
    var outcome: Outcome?

    init(_ line: Line, _ call: @escaping @Sendable () throws -> String?) {
      self.line = line
      self.call = call
    }
  }

  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let bell = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isBusy = false

  init() {
    pthread_mutex_init(lock, nil)
    #if canImport(Darwin)
      pthread_cond_init(bell, nil)
    #else
      var steady = pthread_condattr_t()
      pthread_condattr_init(&steady)
      pthread_condattr_setclock(&steady, CLOCK_MONOTONIC)
      pthread_cond_init(bell, &steady)
      pthread_condattr_destroy(&steady)
    #endif
  }

  deinit {
    pthread_mutex_destroy(lock)
    pthread_cond_destroy(bell)
    lock.deallocate()
    bell.deallocate()
  }

  /// The outcome of a call; nil if there is none in time.
  func run(_ call: @escaping @Sendable () throws -> String?, within milliseconds: Int) -> Result<
    String?, any Error
  >? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    let end = Self.now + milliseconds
    while isBusy { guard wait(until: end) else { return nil } }
    let job = Job(self, call)
    guard let thread = WorkerThread({ Self.work(job) }) else { return nil }
    isBusy = true
    thread.detach()
    while job.outcome == nil { guard wait(until: end) else { return nil } }
    return job.outcome
  }

  private static func work(_ job: Job) {
    let outcome = Outcome { try job.call() }
    let line = job.line
    pthread_mutex_lock(line.lock)
    job.outcome = outcome
    line.isBusy = false
    pthread_cond_broadcast(line.bell)
    pthread_mutex_unlock(line.lock)
  }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }

  /// Waits for the end of a call; false once the time is over.
  private func wait(until end: Int) -> Bool {
    let rest = end - Self.now
    if rest <= 0 { return false }
    #if canImport(Darwin)
      var time = timespec(tv_sec: rest / 1_000, tv_nsec: rest % 1_000 * 1_000_000)
      pthread_cond_timedwait_relative_np(bell, lock, &time)
    #else
      var time = timespec(tv_sec: end / 1_000, tv_nsec: end % 1_000 * 1_000_000)
      pthread_cond_timedwait(bell, lock, &time)
    #endif
    return true
  }
}
