/// The table of a link.
extension Format {
  static let link = FormatObject(
    .link, "URLs and the tree that they open.",
    [
      key(.title, .text, "A name for people."), key(.description, .text, "A sentence for people."),
      required(
        .url, .text,
        "The path: literals, {name}, {name:TYPE} with a plain type or one of the flow's own, {name?} (one segment or none), {rest*} (one or more)."
      ),
      key(.query, .map(.any, .field), "The fields of the query."),
      required(.opens, .tree, "The screens of the back stack from the root up, or a map with screen."),
      key(
        .at, .text,
        "The path whose screen is replaced with everything above it: /main/home, or ./home in the window in which the link is opened; default that window's root."
      ),
      key(
        .mode, .choice(LinkDefinition.Mode.allCases.map(\.rawValue)),
        "Whether the present screens are replaced (reset, the default), or stay below (push)."),
      key(.reuse, .boolean, "Whether screens equal in type, identity and place keep id and state."),
      key(.when, .expression, "While this is false, the link waits; it may read shared and now."),
      key(
        .waits, .choice(LinkDefinition.Waiting.allCases.map(\.rawValue)),
        "How long it waits: until the screens of its otherwise are left (held, the default), or always."),
      key(.otherwise, .opening, "What opens while the link waits: as in opens, or a URL."),
    ])
}
