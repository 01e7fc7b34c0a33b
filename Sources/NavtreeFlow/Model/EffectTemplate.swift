package import NavtreeYAML

/// An effect as a rule or a loading screen asks for it.
package final class EffectTemplate: Sendable {
  /// The actions that take the answer.
  package enum Taker: Sendable {
    /// The actions that the screen gets with the output, with the error, and with each answer before the last one,
    /// if any.
    case actions(done: Int?, failed: Int?, next: Int?)
    /// The list or the detail itself.
    case loader
  }

  package let definition: EffectDefinition
  /// The input, an object, if any.
  package let with: ValueTemplate?
  package let taker: Taker
  /// Nil for the effect's name.
  package let key: ValueTemplate?
  package let policy: EffectPolicy
  /// Whether it is the session's, and outlives the screen.
  package let isForSession: Bool
  /// The timeout in milliseconds; nil for none.
  package let timeout: Int?
  /// The milliseconds from its first request to its end in any case; nil for none.
  package let deadline: Int?
  package let retries: RetryPolicy
  package let location: SourceLocation

  package init(
    _ definition: EffectDefinition, with: ValueTemplate?, taker: Taker, key: ValueTemplate? = nil,
    policy: EffectPolicy = .every, isForSession: Bool = false, timeout: Int?, deadline: Int?,
    retries: RetryPolicy, location: SourceLocation
  ) {
    self.definition = definition
    self.with = with
    self.taker = taker
    self.key = key
    self.policy = policy
    self.isForSession = isForSession
    self.timeout = timeout
    self.deadline = deadline
    self.retries = retries
    self.location = location
  }
}
