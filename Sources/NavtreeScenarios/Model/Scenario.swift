package import NavtreeJSON
package import NavtreeYAML

/// A session from its start over steps to its end, with what is expected after each step.
///
/// Its values are those of one example: every `${…}` has been replaced.
package struct Scenario: Sendable {
  /// Unique in its file.
  package var name: String
  package var location: SourceLocation
  package var tags: [String] = []
  /// The start of the virtual clock, in milliseconds since 1970; nil: 1970, or the instant of the snapshot.
  package var clock: Int?
  /// The example that it was made for; empty without examples.
  package var example: JSONObject = [:]
  package var given = Given()
  /// Its own, then the file's; the first that fits answers.
  package var stubs: [Stub] = []
  package var steps: [Step] = []
  /// The conditions that must hold at the beginning and after each step.
  package var always: [Condition] = []
  package var ends: Ends?

  package init(name: String, location: SourceLocation) {
    self.name = name
    self.location = location
  }

  /// Whether its session is killed, so that it needs a store.
  package var kills: Bool { given.part.contains(where: \.kills) || steps.contains(where: \.kills) }

  /// The state before the first step.
  package struct Given: Sendable {
    package var location: SourceLocation?
    /// A URL that is opened in the session.
    package var link: String?
    /// A tree of screens, as `reset` takes it.
    package var tree: Expected?
    /// A snapshot, as `snapshot.create` answers it.
    package var snapshot: JSONValue?
    /// The values of shared fields.
    package var shared: JSONObject = [:]
    /// The steps of a part.
    package var part: [Step] = []

    package init() {}
  }

  /// What must be so after the last step.
  package struct Ends: Sendable {
    package let location: SourceLocation
    /// Whether no effect, timer or waiting link may be left.
    package var owesNothing: Bool

    package init(location: SourceLocation, owesNothing: Bool) {
      self.location = location
      self.owesNothing = owesNothing
    }
  }
}

/// An answer to an effect that no step answers.
package struct Stub: Sendable {
  package let effect: String
  package let location: SourceLocation
  /// Over `input`, `at` and `example`; nil fits always.
  package let when: Condition?
  package let outcome: EffectOutcome
  /// An answer right before the outcome.
  package let next: JSONValue?
  /// How long after the request, in milliseconds.
  package let after: Int

  package init(
    effect: String, location: SourceLocation, when: Condition?, outcome: EffectOutcome,
    next: JSONValue? = nil, after: Int
  ) {
    self.effect = effect
    self.location = location
    self.when = when
    self.outcome = outcome
    self.next = next
    self.after = after
  }
}

/// An answer to an effect.
package enum EffectOutcome: Sendable {
  case output(JSONValue)
  case error(JSONValue)
  case next(JSONValue)
  /// It stays owed for good.
  case never
}
