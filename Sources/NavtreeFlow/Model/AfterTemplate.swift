/// An action that a rule sends when some time has gone by.
package struct AfterTemplate: Sendable {
  package let delay: DurationTemplate
  /// The key that cancels it; nil: nothing does.
  package let key: ValueTemplate?
  package let send: SendTemplate
  /// Whether it is the session's, and outlives the screen.
  package let isForSession: Bool
  /// Whether only the time counts that the process runs.
  package let isWhileRunning: Bool
  package let location: SourceLocation
}
