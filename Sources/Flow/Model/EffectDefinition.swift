/// What the host does when it is asked to: what it gets, and what it answers with.
package final class EffectDefinition: Sendable {
  package let name: String
  package let input: RecordDefinition
  package let output: RecordDefinition
  /// How long an answer is waited for, in milliseconds, where the asking rule doesn't say; nil: for ever.
  package let timeout: Int?
  /// How often it is asked for again when it fails, where the asking rule doesn't say.
  package let retries: Int
  package let location: SourceLocation

  package init(
    name: String, input: RecordDefinition, output: RecordDefinition, timeout: Int?, retries: Int,
    location: SourceLocation
  ) {
    self.name = name
    self.input = input
    self.output = output
    self.timeout = timeout
    self.retries = retries
    self.location = location
  }
}

/// What it means that a screen asks for an effect while another one with the same key is in flight.
package enum EffectPolicy: String, Sendable, CaseIterable {
  /// Both are asked for.
  case every
  /// The one in flight is cancelled.
  case latest
  /// Nothing is asked for.
  case leading
  /// It is asked for once those before it are over.
  case queue
}

/// An effect as a rule asks for it.
package struct EffectTemplate: Sendable {
  /// The index of the effect in the flow.
  package let effect: Int
  /// Gives an object; nil: nothing is given.
  package let with: ValueTemplate?
  /// The action that the screen gets with the output.
  package let done: Int?
  /// The action that it gets with the error.
  package let failed: Int?
  /// Nil: the effect's name.
  package let key: ValueTemplate?
  package let policy: EffectPolicy
  package let timeout: Int?
  package let retries: Int
  package let location: SourceLocation

  package init(
    effect: Int, with: ValueTemplate?, done: Int?, failed: Int?, key: ValueTemplate?, policy: EffectPolicy,
    timeout: Int?, retries: Int, location: SourceLocation
  ) {
    self.effect = effect
    self.with = with
    self.done = done
    self.failed = failed
    self.key = key
    self.policy = policy
    self.timeout = timeout
    self.retries = retries
    self.location = location
  }
}
