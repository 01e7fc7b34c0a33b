package import NavtreeJSON
import NavtreeSystem
import NavtreeEngine
import NavtreePersistence

extension NavtreeServer {
  /// Measures from here on what depends on the machine.
  ///
  /// - Parameter process: the number of the process.
  package func measure(process: Int, since start: Int) {
    metrics.measured = Metrics.Measured(process: process, start: start)
    store?.metrics.clock = { SystemClock.steadyMicroseconds }
    store?.tables.leaseCounts?.clock = { SystemClock.steadyMicroseconds }
  }

  /// Writes the metrics as an object.
  ///
  /// - Parameters:
  ///   - isRecent: whether the latencies are those since the last time; else they are those since the start.
  ///   - hasText: whether they are in it as the text that Prometheus reads, too.
  package func writeMetrics(
    isRecent: Bool, at now: Int, text hasText: Bool = false, into output: inout JSONWriter
  ) {
    output.append("{")
    if let measured = metrics.measured {
      output.append(#""at":"#, now)
      output.append(#","process":"#, measured.process)
      output.append(#","uptime":"#, now - measured.start)
      output.append(",")
    }
    output.append(#""requests":{"count":"#, metrics.requestCount)
    output.append(#","failed":"#, metrics.failures.values.reduce(0, +))
    writeCounts(
      "methods", methods.indices.lazy.map { [self] in (methods[$0].name, metrics.requests[$0]) }, &output)
    writeCounts(
      "failures", ErrorKind.allCases.lazy.map { [self] in ($0.rawValue, metrics.failures[$0] ?? 0) }, &output)
    if metrics.measured != nil {
      write(isRecent ? metrics.measured?.latencies.takeRecent() : metrics.measured?.latencies.all, &output)
    }
    output.append(#"},"sessions":{"open":"#, sessions.count)
    output.append(#","opened":"#, metrics.openedCount)
    output.append(#"},"subscriptions":{"open":"#, subscriptions.count)
    output.append("}")
    if let measured = metrics.measured {
      output.append(#","bytes":{"read":"#, measured.bytesRead)
      output.append(#","written":"#, measured.bytesWritten)
      output.append("}")
      if let store { writeMetrics(of: store, isRecent: isRecent, into: &output) }
    }
    if hasText {
      output.append(#","text":"#)
      output.appendString(prometheusText(process: nil))
    }
    output.append("}")
  }

  private func writeMetrics(of store: SessionStore, isRecent: Bool, into output: inout JSONWriter) {
    let metrics = store.metrics
    output.append(#","commits":{"count":"#, metrics.commits.count)
    output.append(#","failed":"#, metrics.commits.failures)
    output.append(#","conflicts":"#, metrics.conflicts)
    write(isRecent ? metrics.commits.latencies.takeRecent() : metrics.commits.latencies.all, &output)
    output.append("}")
    guard let leases = store.tables.leaseCounts else { return }
    output.append(#","leases":{"taken":"#, leases.taken)
    output.append(#","lost":"#, leases.lost)
    output.append(#","renewals":{"count":"#, leases.renewals.count)
    output.append(#","failed":"#, leases.renewals.failures)
    write(isRecent ? leases.renewals.latencies.takeRecent() : leases.renewals.latencies.all, &output)
    output.append("}}")
  }

  /// Writes the counts that aren't 0, if there are any.
  private func writeCounts(
    _ name: StaticString, _ counts: some Sequence<(String, Int)>, _ output: inout JSONWriter
  ) {
    var object: JSONObject = [:]
    for (name, count) in counts where count > 0 { object[name] = .integer(count) }
    if object.isEmpty { return }
    output.append(#",""#)
    output.append(name)
    output.append(#"":"#, object)
  }

  private func write(_ latencies: Latencies?, _ output: inout JSONWriter) {
    guard let latencies else { return }
    output.append(#","microseconds":{"count":"#, latencies.count)
    output.append(#","sum":"#, latencies.sum)
    output.append(#","p50":"#, latencies.quantile(500))
    output.append(#","p90":"#, latencies.quantile(900))
    output.append(#","p99":"#, latencies.quantile(990))
    output.append(#","p999":"#, latencies.quantile(999))
    output.append(#","max":"#, latencies.longest)
    output.append("}")
  }
}
