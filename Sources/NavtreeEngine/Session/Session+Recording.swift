/// What listens to the session besides its followers.
extension Session {
  /// Begins to gather what changes make of the session, for a recording.
  package func beginRecording() { listeners.recording = Recording() }

  /// What was gathered since the last time.
  package func takeRecordedChanges() -> StateDelta { listeners.recording?.take() ?? StateDelta() }

  /// Keeps each change from now on until it is taken.
  ///
  /// - Parameter isSensitive: whether the values of sensitive fields are shown.
  package func beginWatch(isSensitive: Bool = false) -> ChangeWatch {
    let watch = ChangeWatch(isSensitive: isSensitive)
    listeners.watch = watch
    if listeners.recording == nil { beginRecording() }
    change.isExamined = true
    listeners.keepLogs(flow)
    return watch
  }

  /// Counts from now on what the session does; nil: nothing.
  package func measure(_ recorder: CoverageRecorder?) {
    listeners.coverage = recorder.map(SessionCoverage.init)
  }
}
