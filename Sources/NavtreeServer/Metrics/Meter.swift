import NavtreeSystem
import NavtreeJSON
import NavtreePersistence

/// Measures the turns of a serve loop, and gives its metrics at each end of an interval.
package final class Meter {
  private let server: NavtreeServer
  /// In milliseconds.
  private let interval: Int
  private let format: MetricsFormat
  private let label: String?
  private let sink: (UnsafeRawBufferPointer) -> Void
  /// When the metrics are given next, by the real clock.
  package private(set) var due: Int
  /// The instant of the last reading, by the steady clock.
  private var readAt = SystemClock.steadyMicroseconds
  /// The number of requests whose latency is known.
  private var handledCount: Int

  /// - Parameters:
  ///   - interval: in milliseconds.
  ///   - now: the real clock's instant.
  ///   - label: the label `process` of the samples of Prometheus; nil for none.
  ///   - sink: takes a whole line, with its newline, or a whole text.
  package init(
    _ server: NavtreeServer, process: Int, every interval: Int, from now: Int, as format: MetricsFormat,
    label: String? = nil, sink: @escaping (UnsafeRawBufferPointer) -> Void
  ) {
    self.server = server
    self.interval = interval
    self.format = format
    self.label = label
    self.sink = sink
    due = now + interval
    handledCount = server.metrics.requestCount
    server.measure(process: process, since: now)
  }

  func hasRead(_ count: Int) {
    readAt = SystemClock.steadyMicroseconds
    server.metrics.measured?.bytesRead += count
  }

  func hasWritten(_ count: Int) { server.metrics.measured?.bytesWritten += count }

  /// Counts the requests that the turn has answered, and gives the metrics if they are due.
  func endTurn(at now: Int) {
    let count = server.metrics.requestCount
    if count > handledCount {
      server.metrics.measured?.latencies.add(
        SystemClock.steadyMicroseconds - readAt, times: count - handledCount)
      handledCount = count
    }
    if now < due { return }
    // After a stop the next time is an interval away.
    due = due + interval > now ? due + interval : now + interval
    write(at: now)
  }

  /// Gives the metrics.
  package func write(at now: Int) {
    switch format {
    case .json:
      var line = JSONWriter()
      server.writeMetrics(isRecent: true, at: now, into: &line)
      line.append("\n")
      line.withUnsafeBytes(sink)
    case .prometheus: Array(server.prometheusText(process: label).utf8).withUnsafeBytes(sink)
    }
  }
}
