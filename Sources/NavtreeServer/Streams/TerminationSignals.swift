import NavtreeFiles
internal import Synchronization
internal import NavtreeSystem

/// SIGTERM, SIGINT and SIGHUP, remembered until they are asked for.
///
/// A pipe becomes readable when a signal arrives, so that a `poll` which waits for other things wakes up. A
/// process has one instance: signals belong to it as a whole.
package struct TerminationSignals {
  /// Readable once a signal has arrived.
  let descriptor: FileDescriptor

  private static let lastSignal = Atomic<Int32>(0)
  private static let wakingEnd = Atomic<Int32>(-1)

  /// The seconds that a request without steps, such as loading a flow, may go on after a signal.
  private static let patience: UInt32 = 2

  /// Whether a signal has arrived, so that the process is to end.
  package static var haveArrived: Bool { lastSignal.load(ordering: .relaxed) != 0 }

  /// Lets the process take its time from here on, to commit and to close its files.
  func letFinish() { alarm(0) }

  /// From here on these signals no longer end the process, and writing to a closed pipe, or beyond a limit,
  /// fails like any other error.
  static func catchAll() throws(SystemError) -> TerminationSignals {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError.last }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    // A process started under nohup is meant to outlive its terminal.
    let isHangupIgnored =
      unsafeBitCast(signal(SIGHUP, SIG_IGN), to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    let numbers = isHangupIgnored ? [SIGTERM, SIGINT] : [SIGTERM, SIGINT, SIGHUP]
    // Both are initialised before a handler can read them, so that the handler never initialises them.
    lastSignal.store(0, ordering: .relaxed)
    wakingEnd.store(ends[1], ordering: .releasing)
    for number in numbers {
      signal(number) { number in
        let code = errno
        TerminationSignals.lastSignal.store(number, ordering: .relaxed)
        alarm(TerminationSignals.patience)
        var byte: UInt8 = 0
        _ = write(TerminationSignals.wakingEnd.load(ordering: .relaxed), &byte, 1)
        errno = code
      }
    }
    signal(SIGALRM) { _ in _exit(128 + TerminationSignals.lastSignal.load(ordering: .relaxed)) }
    signal(SIGPIPE, SIG_IGN)
    // Exceeding the file size limit becomes an error of the write.
    signal(SIGXFSZ, SIG_IGN)
    unblock(numbers)
    return TerminationSignals(descriptor: FileDescriptor(ends[0]))
  }

  /// Lets signals reach this thread and those that it starts.
  ///
  /// A parent's mask is inherited, and threads that start processes often block signals.
  package static func unblock(_ numbers: [Int32] = [SIGTERM, SIGINT, SIGHUP]) {
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in numbers { sigaddset(&mask, number) }
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  }

  /// The last signal that arrived.
  var received: Int32? {
    let number = Self.lastSignal.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }
}
