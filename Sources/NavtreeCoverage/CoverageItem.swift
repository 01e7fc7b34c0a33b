package import NavtreeEngine
package import NavtreeYAML

/// A thing in a flow that coverage counts, with its place.
package struct CoverageItem: Sendable {
  /// One way in which it is counted.
  package struct Outcome: Sendable {
    /// Empty if the item has only one.
    package let name: String
    package let event: CoverageEvent
    /// Whether the item isn't covered without it.
    package let isRequired: Bool
    /// Whether it counts as an interruption, and not among those of its kind.
    var isInterruption = false
  }

  package let kind: CoverageKind
  /// Unique among the items of its kind; it doesn't depend on lines.
  package let name: String
  /// The place where it begins.
  package let location: SourceLocation
  package let outcomes: [Outcome]
  /// The rule or link that a guard belongs to, by its place, if it does.
  package let owner: SourceLocation?

  init(
    _ kind: CoverageKind, _ name: String, _ location: SourceLocation, _ outcomes: [Outcome],
    owner: SourceLocation? = nil
  ) {
    self.kind = kind
    self.name = name
    self.location = location
    self.outcomes = outcomes
    self.owner = owner
  }

  /// An item that is counted in one way.
  init(_ kind: CoverageKind, _ name: String, _ location: SourceLocation, _ event: CoverageEvent) {
    self.init(kind, name, location, [Outcome(name: "", event: event, isRequired: true)])
  }
}
