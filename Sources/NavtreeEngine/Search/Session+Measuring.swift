extension Session {
  /// Counts from now on what the session does; nil: nothing.
  package func measure(_ recorder: CoverageRecorder?) {
    observers.coverage = recorder.map(SessionCoverage.init)
  }
}
