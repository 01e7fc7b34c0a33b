package import NavtreeFlow
package import NavtreeYAML

/// The changes from one version of a flow to another, each with its place and whether it breaks what relies on the
/// old version: an app, a link, or a stored session.
package struct FlowDifference: Sendable {
  /// The breaking ones first, then by subject and name.
  package let entries: [Entry]

  package var breakingCount: Int { entries.count(where: \.isBreaking) }

  /// - Complexity: O(size of both flows).
  package init(from old: FlowDefinition, to new: FlowDefinition) {
    var collector = DifferenceCollector(old, new)
    collector.compareFlows()
    collector.compareScreens()
    collector.compareActions()
    collector.compareEffects()
    collector.compareLinks()
    collector.compareStoredState()
    entries = collector.entries.sorted { $0.precedes($1) }
  }

  /// One change.
  package struct Entry: Sendable, Hashable {
    package let isBreaking: Bool
    package let subject: Subject
    /// Such as `userList.open.id`.
    package let name: String
    /// A phrase about the subject, without a subject of its own.
    package let message: String
    package let file: String
    /// In the new version; in the old one for what is gone.
    package let location: SourceLocation

    fileprivate func precedes(_ other: Entry) -> Bool {
      if isBreaking != other.isBreaking { return isBreaking }
      if subject != other.subject { return subject.rank < other.subject.rank }
      if name != other.name { return name.utf8.lexicographicallyPrecedes(other.name.utf8) }
      if location != other.location { return location.precedes(other.location) }
      return message.utf8.lexicographicallyPrecedes(other.message.utf8)
    }
  }

  /// The part of a flow that has changed.
  package enum Subject: String, Sendable, CaseIterable {
    case flow
    case version
    case window
    case screen
    case slot
    case param
    case state
    case computed
    case guardCondition = "guard"
    case action
    case payload
    case result
    case shared
    case effect
    case input
    case output
    case next
    case errors
    case link
    case query
    case prefix
    case invariant
    case store
    /// A value that a session of the old version has stored.
    case stored

    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }
}
