import NavtreeSystem

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
  private let state = Monitor(State())

  /// The results for which the delivering thread is woken; it also looks by itself, every tenth of a second.
  ///
  /// Woken for each result, two threads take 24 % more computing time for scenarios of two steps than one thread.
  private static var batch: Int { 16 }

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
    let threads = (0..<min(jobs, count)).compactMap { _ in WorkerThread(work) }
    defer {
      state.withLock { $0.isStopped = true }
      for thread in threads { thread.join() }
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
        state.wait { $0.results[number] != nil }
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
      if isDue { state.signal() }
    }
  }
}
