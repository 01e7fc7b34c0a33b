import NavtreeEngine

/// A shape that many methods share, or that holds itself: described once, by its name.
package enum SharedShape: String, Sendable, CaseIterable {
  case action, diagnostic, listChanges, patch, row, screen, snapshot, tree

  package var summary: String {
    switch self {
    case .action: "An action: its name, and beside it its payload."
    case .diagnostic: "What is wrong with a flow, and where."
    case .listChanges:
      "What changed in a list: take out `removed`, then move, then insert `added`, then set `changed`; or all of it, as `initial`."
    case .patch: "A JSON Patch (RFC 6902)."
    case .row: "A screen without what it holds."
    case .screen:
      "A screen and what it holds, by slot; an empty slot is null, and deeper than asked for it has `{id, screen}`."
    case .snapshot: "A session as flat rows, all by name; a row stands before what it holds."
    case .tree: "A tree of screens that is to be made; in a list, each screen is pushed on the one before it."
    }
  }

  package var shape: Shape {
    switch self {
    case .action: .open([Shape.Member("type", .string, "the action's name")])
    case .diagnostic:
      .record([
        Shape.Member("severity", .choice(["error", "warning"]), "whether the flow can be used nevertheless"),
        Shape.Member("code", .string, "the kind of fault"),
        Shape.Member("message", .string, "the sentence for people"),
        Shape.Member("file", .string, "the file's name"),
        Shape.Member("line", .integer, "the line, from 1"),
        Shape.Member("column", .integer, "where it begins, in Unicode scalars from 1"),
        Shape.Member("endColumn", .integer, "where it has ended"),
        Shape.Member("hint", .string, "what to do", optional: true),
      ])
    case .listChanges:
      .either([
        .record([
          Shape.Member("removed", .list(.integer), "indexes before the change, highest first"),
          Shape.Member("moved", .list(.list(.integer)), "from and to, one after another"),
          Shape.Member("added", .list(.array), "index and value, lowest first"),
          Shape.Member("changed", .list(.array), "final index and value"),
        ]),
        .record([Shape.Member("initial", .any, "the whole list")]),
      ])
    case .patch:
      .list(
        .record([
          Shape.Member(
            "op", .choice(["add", "remove", "replace", "move", "copy", "test"]), "what is done"),
          Shape.Member("path", .string, "the place, a JSON Pointer"),
          Shape.Member("from", .string, "where a moved value was, a JSON Pointer", optional: true),
          Shape.Member("value", .any, "what is there from now on", optional: true),
        ]))
    case .row:
      .record(
        [
          .id, Shape.Member("parent", .either([.integer, .null]), "the id of the screen that holds it"),
          Shape.Member("slot", .either([.string, .null]), "where in that"), .type,
        ] + Self.fields)
    case .screen:
      .record(
        [.id, .type, .at.ifAny] + Self.fields.map(\.ifAny) + [
          Shape.Member(
            "slots", .map(.either([.shared(.screen), .null])), "what it holds, by slot, tab or pane",
            optional: true)
        ])
    case .snapshot:
      .open([
        Shape.Member("snapshot", .integer, "the version of this form"),
        Shape.Member("flow", .string, "the flow's name"),
        Shape.Member("version", .integer, "the flow's own version"),
        Shape.Member("hash", .string, "tells flows of one version apart"),
        .seq,
        Shape.Member(
          "clock", .choice(SessionClock.Kind.allCases.map(\.rawValue)), "what its clock goes by",
          optional: true),
        Shape.Member(
          "now", .integer, "of a virtual clock: its time, in milliseconds since 1970", optional: true),
        Shape.Member(
          "sensitive", .boolean,
          "true: with the values of sensitive fields, so that no store takes it as it is",
          optional: true),
        Shape.Member("next", .map(.integer), "the next screen's id, and so on"),
        Shape.Member("windows", .list(.string), "the windows, in their order"),
        Shape.Member("rows", .list(.object), "the screens: rows as of state.get, and a root's `window`"),
        Shape.Member("shared", .object, "the shared state"),
      ])
    case .tree:
      .either([
        .record([
          .type, Shape.Member("params", .object, "what it is presented with", optional: true),
          Shape.Member("state", .object, "fields that don't have their defaults", optional: true),
          Shape.Member("selected", .string, "the selected tab", optional: true),
          Shape.Member("focus", .string, "the pane in focus", optional: true),
          Shape.Member(
            "slots", .map(.either([.shared(.tree), .null])), "what it holds, by slot, tab or pane",
            optional: true),
        ]),
        .list(.either([.string, .map(.either([.object, .null]))])), .string,
      ])
    }
  }

  private static let fields = [
    Shape.Member("params", .object, "what it was presented with"),
    Shape.Member("state", .object, "its own fields"),
    Shape.Member("computed", .object, "derived values, where asked for", optional: true),
    Shape.Member("selected", .string, "of tabs: the selected one", optional: true),
    Shape.Member("focus", .string, "of a split: the pane in focus", optional: true),
  ]
}
