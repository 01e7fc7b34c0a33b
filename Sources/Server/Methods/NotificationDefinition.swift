/// A notification that navtree sends.
package struct NotificationDefinition: Sendable {
  package let name: String
  /// When it is sent.
  package let summary: String
  package let params: [Shape.Member]

  init(_ name: String, _ summary: String, _ params: [Shape.Member]) {
    self.name = name
    self.summary = summary
    self.params = params
  }
}

extension MethodTable {
  /// All notifications, in the order in which the documentation lists them.
  package static let notifications = [
    NotificationDefinition(
      "invariant.broken", "a change broke an invariant that isn't enforced; right after the answer",
      [.session, .seq, Shape.Member("invariant", .string, "its name")])
  ]
}
