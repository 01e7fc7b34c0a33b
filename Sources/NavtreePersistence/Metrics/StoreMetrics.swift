package import NavtreeEngine

/// The counts of a store, and its latencies if they are measured.
package final class StoreMetrics {
  /// Reads a steady clock, in microseconds; nil while no latencies are measured.
  package var clock: (@Sendable () -> Int)?
  package var commits = Tally()
  /// The commits that were refused because another process owns a session.
  package private(set) var conflicts = 0

  package init() {}

  /// Runs a commit, and counts it.
  package func commit(_ body: () throws(Failure) -> Void) throws(Failure) {
    let start = clock?() ?? 0
    do {
      try body()
      commits.count += 1
    } catch {
      commits.failures += 1
      if error.kind == .conflict { conflicts += 1 }
      throw error
    }
    if let clock { commits.latencies.add(clock() - start) }
  }
}

/// What happened to the leases of a store.
package final class LeaseCounts {
  /// Reads a steady clock, in microseconds; nil while no latencies are measured.
  package var clock: (@Sendable () -> Int)?
  /// The leases taken of stored sessions, and those of sessions that began.
  package var taken = 0
  /// The leases lost to another process.
  package var lost = 0
  /// The renewals of all leases together, between commits.
  package var renewals = Tally()

  package init() {}
}

/// How often something was done and failed, and how long it took.
package struct Tally {
  package var count = 0
  package var failures = 0
  package var latencies = MeasuredLatencies()

  package init() {}
}

/// Latencies since the start, and those since the last reading.
package struct MeasuredLatencies {
  private var earlier = Latencies()
  private var recent = Latencies()

  package init() {}

  package mutating func add(_ duration: Int, times: Int = 1) { recent.add(duration, times: times) }

  package var all: Latencies {
    var all = earlier
    all.add(recent)
    return all
  }

  /// The latencies since the last call.
  package mutating func takeRecent() -> Latencies {
    earlier.add(recent)
    defer { recent = Latencies() }
    return recent
  }
}
