import NavtreeEngine
import NavtreePersistence

extension NavtreeServer {
  /// The metrics in the text format of Prometheus. All are since the start.
  ///
  /// - Parameter process: the label `process` of each sample, which tells the processes of a machine apart; nil for none.
  func prometheusText(process: String?) -> String {
    var text = PrometheusText(common: process.map { ("process", $0) })
    text.add(
      "navtree_requests_total", .counter, "Requests of known methods.", by: "method",
      methods.indices.lazy.map { [self] in (methods[$0].name, metrics.requests[$0]) })
    text.add(
      "navtree_request_failures_total", .counter, "Requests that failed.", by: "kind",
      ErrorKind.allCases.lazy.map { [self] in ($0.rawValue, metrics.failures[$0] ?? 0) })
    text.add("navtree_sessions", .gauge, "Open sessions.", sessions.count)
    text.add("navtree_sessions_opened_total", .counter, "Sessions ever opened.", metrics.openedCount)
    text.add("navtree_subscriptions", .gauge, "Open subscriptions.", subscriptions.count)
    guard let measured = metrics.measured else { return text.text }
    text.add(
      "navtree_start_time_seconds", .gauge, "Start of the process, in seconds since 1970.",
      PrometheusText.seconds(measured.start * 1_000))
    text.add(
      "navtree_read_bytes_total", .counter, "Bytes read from standard input.", measured.bytesRead)
    text.add(
      "navtree_written_bytes_total", .counter, "Bytes written to standard output.", measured.bytesWritten)
    text.add(
      "navtree_request_duration_seconds", "From the reading of a request until its answer is written.",
      measured.latencies.all)
    if let store { Self.add(store, to: &text) }
    return text.text
  }

  private static func add(_ store: SessionStore, to text: inout PrometheusText) {
    let commits = store.metrics.commits
    text.add("navtree_commits_total", .counter, "Commits to the store that succeeded.", commits.count)
    text.add(
      "navtree_commit_failures_total", .counter, "Commits to the store that failed.", commits.failures)
    text.add(
      "navtree_commit_conflicts_total", .counter,
      "Commits that were refused because another process owns a session.", store.metrics.conflicts)
    text.add(
      "navtree_commit_duration_seconds", "Commits to the store that succeeded.", commits.latencies.all)
    guard let leases = store.tables.leaseCounts else { return }
    text.add("navtree_leases_taken_total", .counter, "Leases of sessions taken.", leases.taken)
    text.add("navtree_leases_lost_total", .counter, "Leases lost to another process.", leases.lost)
    text.add(
      "navtree_lease_renewals_total", .counter, "Renewals of all leases that succeeded.",
      leases.renewals.count)
    text.add(
      "navtree_lease_renewal_failures_total", .counter, "Renewals of all leases that failed.",
      leases.renewals.failures)
    text.add(
      "navtree_lease_renewal_duration_seconds", "Renewals of all leases that succeeded.",
      leases.renewals.latencies.all)
  }
}
