internal import NavtreeSystem

/// How long something is attempted that another process may prevent for a while, and the pause between two attempts.
struct Patience {
  let milliseconds: Int
  let pause: Int32

  /// Attempts a closure until it succeeds, fails for another reason, or the time is over.
  ///
  /// - Parameter isPassing: whether another attempt may succeed.
  func attempt<Problem: Error>(
    _ body: () throws(Problem) -> Void, whileFailing isPassing: (Problem) -> Bool
  ) throws(Problem) {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while true {
      do throws(Problem) {
        return try body()
      } catch {
        guard ContinuousClock.now < end, isPassing(error) else { throw error }
        poll(nil, 0, pause)
      }
    }
  }
}
