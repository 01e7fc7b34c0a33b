extension MethodTable {
  /// The shape of metrics.
  static let metricsShape = Shape.record([
    Shape.Member("at", .integer, "milliseconds since 1970", optional: true),
    Shape.Member("process", .integer, "the number of the process", optional: true),
    Shape.Member("uptime", .integer, "the milliseconds since its start", optional: true),
    Shape.Member(
      "requests",
      .record([
        Shape.Member("count", .integer, "the requests of known methods"),
        Shape.Member("failed", .integer, "those that failed"),
        Shape.Member("methods", .map(.integer), "their number by method", optional: true),
        Shape.Member("failures", .map(.integer), "the failures by kind", optional: true),
        latencies("from the reading of a request until its answer is written"),
      ]), "the requests"),
    Shape.Member(
      "sessions",
      .record([
        Shape.Member("open", .integer, "the open ones"),
        Shape.Member("opened", .integer, "those ever opened"),
      ]), "the sessions"),
    Shape.Member(
      "subscriptions", .record([Shape.Member("open", .integer, "the open ones")]), "the subscriptions"),
    Shape.Member(
      "bytes",
      .record([
        Shape.Member("read", .integer, "from standard input"),
        Shape.Member("written", .integer, "to standard output"),
      ]), "the bytes of the protocol", optional: true),
    Shape.Member(
      "commits",
      .record([
        Shape.Member("count", .integer, "those that succeeded"),
        Shape.Member("failed", .integer, "those that failed"),
        Shape.Member("conflicts", .integer, "of these, those refused because another process owns a session"),
        latencies("of those that succeeded"),
      ]), "the commits to the store", optional: true),
    Shape.Member(
      "leases",
      .record([
        Shape.Member("taken", .integer, "the leases taken"),
        Shape.Member("lost", .integer, "the leases lost to another process"),
        Shape.Member(
          "renewals",
          .record([
            Shape.Member("count", .integer, "those that succeeded"),
            Shape.Member("failed", .integer, "those that failed"), latencies("of those that succeeded"),
          ]), "the renewals between commits, each of all leases"),
      ]), "the leases of sessions, in a store that has them", optional: true),
    Shape.Member(
      "text", .string, "the same as Prometheus reads it, with `format: prometheus`", optional: true),
  ])

  private static func latencies(_ summary: String) -> Shape.Member {
    Shape.Member(
      "microseconds",
      .record([
        Shape.Member("count", .integer, "their number"), Shape.Member("sum", .integer, "their sum"),
        Shape.Member("p50", .integer, "half of them take no longer"),
        Shape.Member("p90", .integer, "90 % of them take no longer"),
        Shape.Member("p99", .integer, "99 % of them take no longer"),
        Shape.Member("p999", .integer, "99.9 % of them take no longer"),
        Shape.Member("max", .integer, "the longest"),
      ]), summary, optional: true)
  }
}
