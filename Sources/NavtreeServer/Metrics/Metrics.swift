import NavtreeEngine
package import NavtreePersistence

/// The counts of a process since its start, and its latencies if they are measured.
package final class Metrics {
  /// The number of requests, by the index of their method.
  let requests: UnsafeMutablePointer<Int>
  private let methodCount: Int
  /// The number of failed requests, by the kind of failure.
  var failures: [ErrorKind: Int] = [:]
  /// The number of sessions that were opened.
  var openedCount = 0
  /// Whatever depends on the machine; nil if it isn't measured.
  package internal(set) var measured: Measured?

  /// What depends on the machine and on how its lines arrive.
  package struct Measured {
    let process: Int
    /// The start of the process, by the real clock, in milliseconds.
    let start: Int
    package var bytesRead = 0
    package var bytesWritten = 0
    /// From the reading of a request until its answer is handed to the system.
    package var latencies = MeasuredLatencies()
  }

  init(methodCount: Int) {
    self.methodCount = methodCount
    requests = .allocate(capacity: methodCount)
    requests.initialize(repeating: 0, count: methodCount)
  }

  deinit { requests.deallocate() }

  /// - Complexity: O(number of methods)
  package var requestCount: Int {
    (0..<methodCount).reduce(0) { $0 + requests[$1] }
  }
}
