package import NavtreeJSON
package import NavtreeYAML

/// The outcome of one scenario.
package struct ScenarioResult: Sendable {
  package let name: String
  /// The file's name in messages.
  package let file: String
  package let location: SourceLocation
  package let tags: [String]
  /// The flow's file: the one of rules that name none.
  package var flow = ""
  /// The steps that were run, those of parts one after another, up to the one that failed.
  package var steps: [StepResult] = []
  /// The reasons of its failure, all of one step; none: it passed.
  package var failures: [ScenarioFailure] = []
  /// For a failed scenario: the session at that moment.
  package var scene: Scene?
  /// The computing time of the thread that ran it, in nanoseconds.
  package var duration = 0

  package init(name: String, file: String, location: SourceLocation, tags: [String]) {
    self.name = name
    self.file = file
    self.location = location
    self.tags = tags
  }

  package var hasPassed: Bool { failures.isEmpty }

  /// A step that was run.
  package struct StepResult: Sendable {
    /// Such as `do select {"index":0} at /main`.
    package let sentence: String
    package let location: SourceLocation
    /// The names of the parts that it belongs to, outermost first.
    package let parts: [String]
    package let hasPassed: Bool
    /// A line for each place that it changed; only in a scenario that failed.
    package internal(set) var changes: [String] = []
    /// What to expect of it, if the runner observes.
    package var observation: Observation?

    package init(sentence: String, location: SourceLocation, parts: [String], hasPassed: Bool) {
      self.sentence = sentence
      self.location = location
      self.parts = parts
      self.hasPassed = hasPassed
    }
  }

  /// What a failed step left behind.
  package struct Scene: Sendable {
    /// As `state.outline` draws it.
    package let outline: String
    /// A line for each effect, timer and waiting link that is left.
    package let owed: [String]
    /// The rules that the action met, with the values of the parts of guards: `explain`'s `rules`.
    package let rules: [JSONValue]

    package init(outline: String, owed: [String], rules: [JSONValue]) {
      self.outline = outline
      self.owed = owed
      self.rules = rules
    }
  }
}

/// One expectation that didn't hold.
package struct ScenarioFailure: Sendable {
  /// The key of the expectation, such as `state`, `error`, `always`, `ends`; `step` for a step that can't be done, `given`
  /// for a session that can't begin, `stubs` for the answer of a stub that is refused, `record` for `expect: record`.
  package let kind: String
  /// One sentence.
  package let message: String
  /// In the file of scenarios.
  package let location: SourceLocation
  /// Members that differ, by pointer.
  package var differences: [Difference] = []
  package var hint: String?

  package init(
    _ kind: String, _ message: String, at location: SourceLocation, differences: [Difference] = [],
    hint: String? = nil
  ) {
    self.kind = kind
    self.message = message
    self.location = location
    self.differences = differences
    self.hint = hint
  }

  /// A member that differs from what was expected. Nil: there is none.
  package struct Difference: Sendable, Equatable {
    package let pointer: String
    package let expected: JSONValue?
    package let actual: JSONValue?

    package init(pointer: String, expected: JSONValue?, actual: JSONValue?) {
      self.pointer = pointer
      self.expected = expected
      self.actual = actual
    }

    /// Whether the values differ and both are withheld, so that they read alike.
    package var isWithheld: Bool { expected != nil && expected == actual }

    /// The sentence in place of values that are withheld.
    static let withheld = "(differs; not shown)"
  }
}
