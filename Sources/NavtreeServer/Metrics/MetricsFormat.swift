/// A format of metrics.
package enum MetricsFormat: String, Sendable, CaseIterable {
  /// A line of JSON. A meter's latencies are those since the line before.
  case json
  /// The text format of Prometheus, all since the start.
  case prometheus
}
