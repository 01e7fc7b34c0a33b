import NavigationTree
import NavtreeEngine

/// A shape that several methods share, or that contains itself: described once, by its name.
package enum SharedShape: String, Sendable, CaseIterable {
  case action, diagnostic, listChanges, patch, row, screen, snapshot, standing, transition, tree

  package var summary: String {
    switch self {
    case .action: "An action: its name and its payload."
    case .diagnostic: "A fault in a flow, and its position."
    case .listChanges:
      "The changes of a list: remove `removed`, then move, then insert `added`, then set `changed`; or the whole list, as `initial`."
    case .patch: "A JSON Patch (RFC 6902)."
    case .row: "A screen without the screens that it holds."
    case .screen:
      "A screen and the screens it holds, by slot; an empty slot is null, and one beyond the requested depth has `{id, screen}`."
    case .snapshot:
      "A session as flat rows, all by name; a row stands before the rows of the screens that it holds."
    case .standing: "A screen's place among the others."
    case .transition:
      "A change of the tree: take away `removed`, then put each row of `created` in place. A `created` screen that was there before stands elsewhere or has another selection."
    case .tree: "A tree of screens to make; in a list, each screen is pushed on the one before it."
    }
  }

  package var shape: Shape {
    switch self {
    case .action: .open([Shape.Member("type", .string, "the action's name")])
    case .diagnostic:
      .record([
        Shape.Member("severity", .choice(["error", "warning"]), "error if the flow can't be used"),
        Shape.Member("code", .string, "the kind of fault"),
        Shape.Member("message", .string, "the sentence for people"),
        Shape.Member("file", .string, "the file's name"),
        Shape.Member("line", .integer, "the line, from 1"),
        Shape.Member("column", .integer, "its start, in Unicode scalars from 1"),
        Shape.Member("endColumn", .integer, "its end column"),
        Shape.Member("hint", .string, "how to mend it", optional: true),
      ])
    case .listChanges:
      .either([
        .record([
          Shape.Member("removed", .list(.integer), "indexes before the change, highest first"),
          Shape.Member("moved", .list(.list(.integer)), "from and to, to be applied one after another"),
          Shape.Member("added", .list(.array), "index and value, lowest first"),
          Shape.Member("changed", .list(.array), "final index and value"),
        ]),
        .record([Shape.Member("initial", .any, "the whole list")]),
      ])
    case .patch:
      .list(
        .record([
          Shape.Member(
            "op", .choice(["add", "remove", "replace", "move", "copy", "test"]), "the operation"),
          Shape.Member("path", .string, "the place, a JSON Pointer"),
          Shape.Member("from", .string, "where a moved value was, a JSON Pointer", optional: true),
          Shape.Member("value", .any, "the value to put there", optional: true),
        ]))
    case .row:
      .record(
        [
          .id, Shape.Member("parent", .either([.integer, .null]), "the id of the screen that holds it"),
          Shape.Member("slot", .either([.string, .null]), "the slot in that screen"), .type,
        ] + Self.fields)
    case .screen:
      .record(
        [.id, .type, .at.ifAny] + Self.fields.map(\.ifAny) + [
          Shape.Member(
            "slots", .map(.either([.shared(.screen), .null])), "the screens it holds, by slot, tab or pane",
            optional: true),
          Shape.Member(
            "transitions",
            .record([Shape.Member("pending", .integer, "the number that the host hasn't shown yet")]),
            "of the screen that `state.get` is asked for, while a subscription acknowledges transitions",
            optional: true),
        ])
    case .snapshot:
      .open([
        Shape.Member("snapshot", .integer, "the version of this format"),
        Shape.Member("flow", .string, "the flow's name"),
        Shape.Member("version", .integer, "the flow's own version"),
        Shape.Member("hash", .string, "distinguishes flows of one version"),
        .seq,
        Shape.Member(
          "clock", .choice(SessionClock.Kind.allCases.map(\.rawValue)), "its kind of clock",
          optional: true),
        Shape.Member(
          "now", .integer, "a virtual clock's time, in milliseconds since 1970", optional: true),
        Shape.Member(
          "sensitive", .boolean,
          "true if it has the values of sensitive fields; no store takes it like that",
          optional: true),
        Shape.Member("next", .map(.integer), "the next screen's id and other next numbers"),
        Shape.Member("windows", .list(.string), "the windows, in their order"),
        Shape.Member("rows", .list(.object), "the screens: rows as in state.get, and a root's `window`"),
        Shape.Member("shared", .object, "the shared state"),
      ])
    case .standing:
      .record([
        .id, .type, Shape.Member("parent", .either([.integer, .null]), "the id of the screen that holds it"),
        Shape.Member("slot", .either([.string, .null]), "the slot in that screen"),
        Shape.Member("window", .string, "its window"),
        Shape.Member("params", .object, "its params; sensitive ones are \"***\""),
        Shape.Member("selected", .string, "in tabs, the selected one", optional: true),
        Shape.Member("focus", .string, "in a split, the pane in focus", optional: true),
        Shape.Member(
          "collapsed", .boolean, "in a split that may collapse, whether it shows that pane alone",
          optional: true),
      ])
    case .transition:
      .record([
        Shape.Member("op", .choice(Transition.Operation.allCases.map(\.rawValue)), "what happened"),
        Shape.Member(
          "from", .integer,
          "push, present, select, focus: the screen that has the slot; else the screen that goes",
          optional: true),
        Shape.Member(
          "to", .integer, "pop, dismiss: the screen that had the slot; else the root of what is there",
          optional: true),
        Shape.Member("slot", .string, "the slot; none for the root of a window", optional: true),
        Shape.Member(
          "style", .choice(SlotStyle.allCases.map(\.rawValue)), "the slot's style", optional: true),
        Shape.Member(
          "created", .list(.shared(.standing)), "the screens that came, parents before children"),
        Shape.Member("removed", .list(.record([.id])), "the screens that went"),
        Shape.Member(
          "by", .string, "the action, lifecycle event or method that asked for it", optional: true),
        Shape.Member("hint", .any, "the `hint` of the navigation", optional: true),
      ])
    case .tree:
      .either([
        .record([
          .type, Shape.Member("params", .object, "its params", optional: true),
          Shape.Member("state", .object, "the fields that don't have their defaults", optional: true),
          Shape.Member("selected", .string, "the selected tab", optional: true),
          Shape.Member("focus", .string, "the pane in focus", optional: true),
          Shape.Member(
            "slots", .map(.either([.shared(.tree), .null])), "the screens it holds, by slot, tab or pane",
            optional: true),
          Shape.Member("then", .string, "the action that its holder gets with its result", optional: true),
          Shape.Member(
            "otherwise", .string, "the action that its holder gets when there is no result", optional: true),
        ]),
        .list(.either([.string, .map(.either([.object, .null])), .shared(.tree)])), .string,
      ])
    }
  }

  private static let fields = [
    Shape.Member("params", .object, "its params"),
    Shape.Member("state", .object, "its own fields"),
    Shape.Member("computed", .object, "derived values, if requested", optional: true),
    Shape.Member("selected", .string, "in tabs, the selected one", optional: true),
    Shape.Member("focus", .string, "in a split, the pane in focus", optional: true),
  ]
}
