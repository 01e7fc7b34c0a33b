import NavtreeServer
import Synchronization
import NavtreeSystem

/// SIGINT, remembered: the first one lets a run end early, the second one ends the process.
enum Interrupt {
  private static let flag = Atomic<Bool>(false)

  static var hasArrived: Bool { flag.load(ordering: .relaxed) }

  static func catchFirst() {
    // The handler must not be the first to use it.
    flag.store(false, ordering: .relaxed)
    signal(SIGINT) { number in
      Interrupt.flag.store(true, ordering: .relaxed)
      signal(number, SIG_DFL)
    }
    TerminationSignals.unblock([SIGINT])
  }

  /// Lets the signal end the process.
  static func release() { signal(SIGINT, SIG_DFL) }
}
