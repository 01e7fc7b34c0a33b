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
      [.session, .seq, Shape.Member("invariant", .string, "its name")]),
    NotificationDefinition(
      "effect.requested", "a screen asks the host for an effect, which answers once",
      [
        .session, Shape.Member("effect", .integer, "its number in the session"),
        Shape.Member("name", .string, "what is to be done"), .at, .id,
        Shape.Member("input", .object, "what it is to be done with, sensitive fields as they are"),
        Shape.Member("key", .string, "the same whenever it is asked for, and no other effect's"),
        Shape.Member("again", .boolean, "that it was asked for before", optional: true),
      ]),
    NotificationDefinition(
      "effect.cancelled", "nobody waits for an effect any more: its answer would be refused",
      [
        .session, Shape.Member("effect", .integer, "its number in the session"),
        Shape.Member(
          "reason",
          .choice([
            "dismissed", "replaced", "reset", "windowClosed", "sessionClosed", "superseded", "cancelled",
            "timedOut", "undone",
          ]), "why"),
      ]),
    NotificationDefinition(
      "log", "something went wrong that no request asked for, such as a timer's change that failed",
      [
        .session, Shape.Member("level", .choice(["error"]), "how much it matters"),
        Shape.Member("message", .string, "the sentence for people"),
        Shape.Member("data", .object, "what it is about; of a timer, as in `failed` of `clock.advance`"),
      ]),
  ]
}
