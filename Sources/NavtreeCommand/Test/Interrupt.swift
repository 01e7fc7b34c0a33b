import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
    // A parent's mask is inherited, and threads that start processes often block this signal.
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  }

  /// Lets the signal end the process.
  static func release() { signal(SIGINT, SIG_DFL) }
}
