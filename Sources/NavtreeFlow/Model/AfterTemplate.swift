package import NavtreeYAML

/// An action that a rule sends after a delay.
package struct AfterTemplate: Sendable {
  package let delay: DurationTemplate
  /// The key that cancels it, if any.
  package let key: ValueTemplate?
  package let send: SendTemplate
  /// Whether it is the session's, and outlives the screen.
  package let isForSession: Bool
  /// Whether time counts only while the process runs.
  package let isWhileRunning: Bool
  package let location: SourceLocation
}
