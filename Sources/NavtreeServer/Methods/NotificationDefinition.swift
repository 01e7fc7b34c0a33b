import NavtreeFlow
import NavtreeEngine

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
      "state.changed",
      "something changed of what a subscription follows: once for each change, after the answer",
      [
        .subscription, .seq,
        Shape.Member(
          "since", .integer, "of several changes told as one, the first; `seq` is the last", optional: true),
        Shape.Member("patch", .shared(.patch), "with `form: patch`", optional: true),
        Shape.Member("value", .any, "with `form: value`: the value after the change", optional: true),
        Shape.Member("list", .shared(.listChanges), "with `form: list`", optional: true),
      ]),
    NotificationDefinition(
      "subscription.ended", "what a subscription follows is gone, and so is the subscription",
      [
        .subscription,
        Shape.Member("reason", .choice(RemovalReason.allCases.map(\.rawValue)), "why it is gone"),
      ]),
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
      "screen.lifecycle", "a screen has come or gone; to those who subscribed with `lifecycle`",
      [
        Shape.Member("subscription", .integer, "whose it is"),
        Shape.Member("event", .choice(LifecycleEvent.allCases.map(\.rawValue)), "what happened"),
        Shape.Member("at", .address, "where the screen stands, or stood"), .id, .type,
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
