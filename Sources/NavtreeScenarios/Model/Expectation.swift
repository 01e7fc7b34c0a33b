package import NavtreeYAML

/// What is expected after a step. What is nil isn't looked at.
package struct Expectation: Sendable {
  package let location: SourceLocation
  /// Whether the author left it to be recorded: `expect: record`.
  package var isToBeRecorded = false
  package var error: Refusal?
  /// The address of the active screen.
  package var active: Expected?
  /// Members of the state of the screen at `at`.
  package var state: Expected?
  package var screens: [Place] = []
  /// Members of the shared state.
  package var shared: Expected?
  /// As `state.outline` draws it.
  package var tree: Expected?
  /// Exactly the effects that the step asked for.
  package var effects: Effects?
  package var reply: Expected?
  /// Conditions over the session.
  package var that: [Condition] = []
  package var changed: Changed?
  package var within: Within?
  /// The invariants that the step breaks.
  package var broken: [Expected] = []
  /// The texts of the errors that the step logs.
  package var logs: [Expected] = []

  package init(location: SourceLocation) {
    self.location = location
  }

  /// The expected error of a step that is refused.
  package struct Refusal: Sendable {
    /// Members of `error.data` that must be equal; its `kind` and its `message` are the error's own.
    package let data: Expected
    /// A regular expression that the error's message must match somewhere.
    package let message: String?

    package init(data: Expected, message: String? = nil) {
      self.data = data
      self.message = message
    }
  }

  /// A screen by its path.
  package struct Place: Sendable {
    package let path: String
    package let location: SourceLocation
    /// Members of `params`, `state`, `computed` and `screen`; nil: no screen is there.
    package let screen: Expected?

    package init(path: String, location: SourceLocation, screen: Expected?) {
      self.path = path
      self.location = location
      self.screen = screen
    }
  }

  package struct Effects: Sendable {
    package let location: SourceLocation
    package let requests: [Request]

    package init(location: SourceLocation, requests: [Request]) {
      self.location = location
      self.requests = requests
    }

    /// A requested effect: its name, and the members given of its request, such as `input`, `key` and `at`.
    package struct Request: Sendable {
      package let name: String
      package let location: SourceLocation
      package let members: Expected

      package init(name: String, location: SourceLocation, members: Expected) {
        self.name = name
        self.location = location
        self.members = members
      }
    }
  }

  package struct Changed: Sendable {
    package enum Extent: String, Sendable {
      /// Nothing but what the expectation names.
      case exactly
      case nothing
    }

    package let location: SourceLocation
    package let extent: Extent

    package init(location: SourceLocation, extent: Extent) {
      self.location = location
      self.extent = extent
    }
  }

  /// The most changes from the verb to the last stub's answer.
  package struct Within: Sendable {
    package let location: SourceLocation
    package let changes: Int

    package init(location: SourceLocation, changes: Int) {
      self.location = location
      self.changes = changes
    }
  }
}
