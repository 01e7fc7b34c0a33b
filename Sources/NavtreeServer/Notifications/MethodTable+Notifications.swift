import NavtreeFlow
import NavtreeEngine

extension MethodTable {
  /// All notifications, in the order in which the documentation lists them.
  package static let notifications = [
    NotificationDefinition(
      name: "state.changed",
      summary: "the followed value changed; once for each change, after the answer",
      params: [
        .subscription, .seq,
        Shape.Member(
          "since", .integer, "the first of several combined changes; `seq` is the last", optional: true),
        Shape.Member("patch", .shared(.patch), "with `form: patch`", optional: true),
        Shape.Member("value", .any, "with `form: value`: the value after the change", optional: true),
        Shape.Member("list", .shared(.listChanges), "with `form: list`", optional: true),
      ]),
    NotificationDefinition(
      name: "state.transitions",
      summary: "screens came, went or stand elsewhere; once for each change, for `form: transitions`",
      params: [
        .subscription, .seq,
        Shape.Member(
          "since", .integer, "the first of several changes in sum; `seq` is the last", optional: true),
        Shape.Member("transitions", .list(.shared(.transition)), "what happened, in order"),
      ]),
    NotificationDefinition(
      name: "state.action", summary: "an action was handled, declined or refused; for `form: actions`",
      params: [
        .subscription, .seq,
        Shape.Member(
          "missed", .integer, "how many actions before it aren't told, because the reader was behind",
          optional: true),
        Shape.Member("action", .string, "the action's name, or the method's"),
        Shape.Member(
          "outcome", .choice(ActionRow.Outcome.allCases.map(\.rawValue)),
          "declined: no rule took it; refused: it failed, and nothing has changed"),
        Shape.Member("at", .string, "where it was sent, as written if that is no address", optional: true),
        .id.ifAny,
        Shape.Member("handledBy", .address, "the screen that took it", optional: true),
        Shape.Member("handler", .integer, "that screen's id", optional: true),
        Shape.Member(
          "cause", .choice(ActionRow.Cause.allCases.map(\.rawValue)),
          "what sent it: send is a rule of an action, or navtree itself"),
        Shape.Member(
          "chain", .list(.object),
          "the actions and lifecycle events that led to it, first the request's own; of a refused one, up to the one that failed",
          optional: true),
        Shape.Member("payload", .object, "its payload, or the method's params; sensitive values are \"***\""),
        Shape.Member("origin", .string, "the `origin` of the request", optional: true),
        Shape.Member("error", .object, "why it was refused: `kind` and `message`", optional: true),
      ]),
    NotificationDefinition(
      name: "subscription.ended", summary: "the followed screen is gone, and the subscription with it",
      params: [
        .subscription,
        Shape.Member(
          "reason", .choice(RemovalReason.allCases.map(\.rawValue) + ["fenced"]),
          "why it is gone; fenced: another process goes on with the session"),
      ]),
    NotificationDefinition(
      name: "invariant.broken",
      summary:
        "after a change, an invariant that isn't enforced doesn't hold; or an enforced one that didn't hold before: once, until it has held",
      params: [.session, .seq, Shape.Member("invariant", .string, "its name")]),
    NotificationDefinition(
      name: "link.failed",
      summary:
        "a link that waited is dropped: it couldn't be opened, its window or what held it has gone, or it was dropped",
      params: [
        .session, Shape.Member("link", .string, "the link's pattern"),
        Shape.Member("url", .string, "the URL as given; the pattern, if the URL holds anything sensitive"),
        Shape.Member(
          "why", .object,
          "why: `kind`, `message` and the data of an error, with `dropped` unless it couldn't be opened: `left`, `closed`, `rule` or `request`"
        ),
      ]),
    NotificationDefinition(
      name: "request.done",
      summary: "a request that was answered `{queued}` has run, or never will: once for each",
      params: [
        .session, Shape.Member("queued", .integer, "its number"),
        Shape.Member("method", .string, "its method"),
        Shape.Member("result", .any, "what it would have been answered", optional: true),
        Shape.Member(
          "error", .object, "why it failed: `{code, message, data}`, as a request's error", optional: true),
      ]),
    NotificationDefinition(
      name: "field.requested",
      summary:
        "the host is to read, write or delete what it keeps under a key, with `--store NAME=host`; until it answers, nothing else is answered",
      params: [
        Shape.Member("field", .integer, "what its answer names"),
        Shape.Member("operation", .choice(["read", "write", "delete"]), "what to do"),
        Shape.Member("key", .string, "the key: the name of the store, and the session's own"),
        Shape.Member(
          "value", .string, "what to keep in place of what is kept there, to write", optional: true),
      ]),
    NotificationDefinition(
      name: "effect.requested",
      summary: "a screen or the session requests an effect, which the host answers once",
      params: [
        .session, .effect, .effectName, .at.ifAny, .id.ifAny, .of,
        Shape.Member("input", .object, "its input, sensitive fields included"),
        .key,
        Shape.Member("again", .boolean, "true if it was requested before", optional: true),
      ]),
    NotificationDefinition(
      name: "effect.cancelled", summary: "an effect is no longer wanted: its answer would be refused",
      params: [
        .session, .effect,
        Shape.Member(
          "reason",
          .choice([
            "dismissed", "replaced", "reset", "windowClosed", "sessionClosed", "superseded", "cancelled",
            "timedOut", "undone",
          ]), "why"),
      ]),
    NotificationDefinition(
      name: "session.restored", summary: "a stored session was opened, and some of what was stored is lost",
      params: [.session, Shape.Member("report", RestoreReport.shape, "the fate of the stored values")]),
    NotificationDefinition(
      name: "session.closed",
      summary:
        "another process goes on with the session, which is closed here; its subscriptions end, its effects stay in flight",
      params: [
        .session, Shape.Member("reason", .choice(["fenced"]), "why"),
        Shape.Member("owner", .string, "the process that owns it, if that can be told", optional: true),
        Shape.Member(
          "url", .string, "where that one is reached, as it said with `--advertise`", optional: true),
        Shape.Member(
          "since", .integer,
          "with `--durability batch` or `off`: the first change that was made here and is lost",
          optional: true),
      ]),
    NotificationDefinition(
      name: "screen.lifecycle",
      summary:
        "a screen was presented, appeared, disappeared, was dismissed or has other params; for subscriptions with `lifecycle`",
      params: [
        Shape.Member("subscription", .integer, "the subscription's number"),
        Shape.Member("event", .choice(LifecycleEvent.followed.map(\.rawValue)), "what happened"),
        Shape.Member("at", .address, "the screen's address, or its last one"), .id, .type,
      ]),
    NotificationDefinition(
      name: "settled",
      summary:
        "after `initialize {settled: true}`: the answers of a line and all notifications that it caused stand before",
      params: [
        Shape.Member("id", .any, "the id of the request", optional: true),
        Shape.Member("ids", .list(.any), "the ids of a batch's requests, in their order", optional: true),
      ]),
    NotificationDefinition(
      name: "log", summary: "something failed outside a request, such as a timer's change",
      params: [
        .session, Shape.Member("level", .choice(["error"]), "the severity"),
        Shape.Member("message", .string, "the sentence for people"),
        Shape.Member("data", .object, "the details; for a timer, as in `failed` of `clock.advance`"),
      ]),
  ]
}
