package import NavtreeYAML

/// The requests that begin an idle time anew.
package enum IdleScope: String, Sendable, CaseIterable {
  /// Those to the session.
  case session
  /// Those to a screen of the window.
  case window
  /// Those to the screen, or to one within it.
  case screen
}

/// An action that a rule sends after a delay.
package struct AfterTemplate: Sendable {
  package let delay: DurationTemplate
  /// The key that cancels it, if any.
  package let key: ValueTemplate?
  package let send: SendTemplate
  /// Whether it is the session's, and outlives the screen.
  package let isForSession: Bool
  /// Whose requests begin the delay anew; nil for none.
  package let idle: IdleScope?
  /// Whether time counts only while the process runs.
  package let isWhileRunning: Bool
  package let location: SourceLocation
}
